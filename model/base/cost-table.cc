/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "cost-table.h"

namespace bindstorm
{

namespace
{

constexpr std::size_t NODE_VISIT_INDEX = 4;
static_assert(WorkCounters::NAMES[NODE_VISIT_INDEX] == "node_visits");

std::chrono::nanoseconds
RoundPicoseconds(uint64_t picoseconds)
{
    return std::chrono::nanoseconds{static_cast<int64_t>((picoseconds + 500) / 1000)};
}

/// @return what the work costs that operations and packets have in common
uint64_t
CommonCost(const CostTable& table, const WorkCounters& done, uint64_t size)
{
    WorkCounters fixed = done;
    fixed.nodeVisits = 0;
    // What a visit costs takes a search, which most operations do not need.
    uint64_t picoseconds = done.nodeVisits != 0 ? done.nodeVisits * table.NodeVisit(size) : 0;
    const auto counts = fixed.AsArray();
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        picoseconds += counts[i] * table.work[i];
    }
    return picoseconds;
}

} // namespace

uint64_t
CostTable::NodeVisit(uint64_t sockets) const
{
    if (nodeVisits.empty())
    {
        return work[NODE_VISIT_INDEX];
    }
    if (sockets <= nodeVisits.front().sockets)
    {
        return nodeVisits.front().picoseconds;
    }
    for (std::size_t i = 1; i < nodeVisits.size(); ++i)
    {
        const NodeVisitCost& left = nodeVisits[i - 1];
        const NodeVisitCost& right = nodeVisits[i];
        if (sockets <= right.sockets)
        {
            // Signed: a larger table may have been measured as the cheaper one.
            const auto rise =
                static_cast<int64_t>(right.picoseconds) - static_cast<int64_t>(left.picoseconds);
            const auto along = static_cast<int64_t>(sockets - left.sockets);
            const auto width = static_cast<int64_t>(right.sockets - left.sockets);
            return static_cast<uint64_t>(static_cast<int64_t>(left.picoseconds) +
                                         rise * along / width);
        }
    }
    return nodeVisits.back().picoseconds;
}

std::chrono::nanoseconds
CostTable::Cost(OperationKind kind, const WorkCounters& done, uint64_t sockets) const
{
    return RoundPicoseconds(base[static_cast<std::size_t>(kind)] +
                            CommonCost(*this, done, sockets));
}

std::chrono::nanoseconds
CostTable::PacketCost(PacketDirection direction,
                      const PacketWork& done,
                      uint64_t links,
                      bool isClockCoarse) const
{
    const PacketCosts& costs = packets.value();
    return RoundPicoseconds(
        (direction == PacketDirection::OUTBOUND ? costs.outbound : costs.inbound) +
        CommonCost(*this, done, links) + done.comparisons * costs.comparison +
        done.clockReads * (isClockCoarse ? costs.coarseClockRead : costs.clockRead) +
        done.expiryChecks * costs.expiryCheck + done.expired * costs.expired);
}

} // namespace bindstorm
