/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_WORK_H
#define BINDSTORM_PACKET_WORK_H

#include "work-counters.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * What a middlebox did for a packet: the units of WorkCounters and those that only packets need.
 */
struct PacketWork : WorkCounters
{
    uint64_t comparisons{0};  ///< keys of entries compared with the one wanted
    uint64_t clockReads{0};   ///< calls of the clock
    uint64_t expiryChecks{0}; ///< entries looked at for being expired
    uint64_t expired{0};      ///< entries removed since their time was over

    static constexpr std::size_t SIZE = WorkCounters::SIZE + 4;
    /// Names in results and cost tables, in the order of AsArray().
    static constexpr std::array<std::string_view, SIZE> NAMES{"rng_draws",
                                                              "steps",
                                                              "probes",
                                                              "chain_scans",
                                                              "node_visits",
                                                              "locks",
                                                              "bitmap_words",
                                                              "comparisons",
                                                              "clock_reads",
                                                              "expiry_checks",
                                                              "expired"};

    constexpr std::array<uint64_t, SIZE>
    AsArray() const
    {
        return {rngDraws,
                steps,
                probes,
                chainScans,
                nodeVisits,
                locks,
                bitmapWords,
                comparisons,
                clockReads,
                expiryChecks,
                expired};
    }

    /// As an assignment of {}, which compilers make one slow instruction of.
    constexpr void
    Clear()
    {
        rngDraws = 0;
        steps = 0;
        probes = 0;
        chainScans = 0;
        nodeVisits = 0;
        locks = 0;
        bitmapWords = 0;
        comparisons = 0;
        clockReads = 0;
        expiryChecks = 0;
        expired = 0;
    }

    constexpr PacketWork&
    operator+=(const PacketWork& other)
    {
        WorkCounters::operator+=(other);
        comparisons += other.comparisons;
        clockReads += other.clockReads;
        expiryChecks += other.expiryChecks;
        expired += other.expired;
        return *this;
    }

    bool operator==(const PacketWork&) const = default;
};

} // namespace bindstorm

#endif // BINDSTORM_PACKET_WORK_H
