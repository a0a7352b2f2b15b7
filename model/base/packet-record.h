/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_RECORD_H
#define BINDSTORM_PACKET_RECORD_H

#include "packet-work.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/// @ingroup base
/// The way of a packet through a middlebox.
enum class PacketDirection : uint8_t
{
    OUTBOUND, ///< from inside
    INBOUND   ///< from outside
};

/**
 * @ingroup base
 * One packet that a box is done with. Integers only: the record is what a digest is made of.
 */
struct PacketRecord
{
    uint32_t box;      ///< index of the box, in file order
    uint32_t workload; ///< index of the workload on its box
    uint32_t process;  ///< index of the process in its workload
    uint8_t phase;     ///< index into the phases of the workload's kind
    PacketDirection direction;
    uint8_t verdict; ///< NatVerdict; means nothing when the packet was not served
    bool isServed;   ///< false: dropped before anything looked at it, the queue was full
    bool isExpected; ///< the workload counts what became of it as right
    bool isSetUp;    ///< brings about the state to be measured, is not measured itself
    std::chrono::nanoseconds submitted;
    std::chrono::nanoseconds started;
    std::chrono::nanoseconds finished;
    PacketWork work;
    bool isFalselyRefused{false}; ///< got no external port though one was free, where that is known
};

/**
 * @ingroup base
 * Something that a workload did with several packets and counts as one, e.g. a request with its
 * response.
 */
struct ExchangeRecord
{
    uint32_t box;
    uint32_t workload;
    uint32_t process;
    uint8_t attempts; ///< how often it was tried, at least 1
    bool isSuccess;
    bool isSetUp;
    std::chrono::nanoseconds begun; ///< the first packet was submitted
    std::chrono::nanoseconds ended; ///< the last one arrived, or it was given up
};

/**
 * @ingroup base
 * The state of a box at an instant.
 */
struct BoxSample
{
    uint32_t box;
    std::chrono::nanoseconds time;
    uint64_t links; ///< sessions, mappings and rules, expired ones that are still there included
    uint64_t sessions;
    uint64_t mappings;
    uint64_t queued; ///< packets waiting for a CPU
};

} // namespace bindstorm

#endif // BINDSTORM_PACKET_RECORD_H
