/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COST_TABLE_H
#define BINDSTORM_COST_TABLE_H

#include "observer.h"
#include "packet-costs.h"
#include "work-counters.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup base
 * What each unit of work costs on one machine, in whole picoseconds.
 */
struct CostTable
{
    /// Cost of a node visit in a table of that many sockets, or links of a box.
    struct NodeVisitCost
    {
        uint64_t sockets;
        uint64_t picoseconds;

        bool operator==(const NodeVisitCost&) const = default;
    };

    std::string name;
    /// By OperationKind: what an operation costs beyond its counted work, e.g. the system call.
    std::array<uint64_t, ALL_OPERATION_KINDS.size()> base{};
    /// By WorkCounters::NAMES; the entry of node visits is used where nodeVisits is empty.
    std::array<uint64_t, WorkCounters::SIZE> work{};
    /// Ascending by sockets; linear between two entries, constant beyond the ends.
    std::vector<NodeVisitCost> nodeVisits;
    std::optional<PacketCosts> packets; ///< none: the table is of no use for a box

    /**
     * @param kind the operation
     * @param done its counted work
     * @param sockets size of the table it worked on
     * @return base + sum(counter * cost), rounded to the nearest nanosecond once, ties up
     */
    std::chrono::nanoseconds Cost(OperationKind kind,
                                  const WorkCounters& done,
                                  uint64_t sockets) const;

    /**
     * The same for a packet; the table must have costs of packets.
     * @param links size of the table that the packet met
     * @param isClockCoarse which clock the box reads
     */
    std::chrono::nanoseconds PacketCost(PacketDirection direction,
                                        const PacketWork& done,
                                        uint64_t links,
                                        bool isClockCoarse) const;

    /// @return cost of one node visit in a table of that size, picoseconds
    uint64_t NodeVisit(uint64_t sockets) const;

    bool operator==(const CostTable&) const = default;
};

} // namespace bindstorm

#endif // BINDSTORM_COST_TABLE_H
