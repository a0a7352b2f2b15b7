/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "grouped-exposure.h"

#include <fmt/format.h>
#include <stdexcept>

namespace bindstorm
{

GroupedExposure::GroupedExposure(uint16_t low, uint16_t high)
    : m_low(low),
      m_freeCount(uint32_t{high} - low + 1),
      m_groupings(Grouping::Standard(low, high))
{
    m_ports.resize(m_freeCount);
    for (size_t i = 0; i < GROUPINGS; ++i)
    {
        const Grouping& grouping = m_groupings.at(i);
        m_groups[i].resize(grouping.CountGroups());
        for (uint32_t index = 0; index < m_freeCount; ++index)
        {
            const uint32_t group = grouping.GroupOf(static_cast<uint16_t>(m_low + index));
            m_ports[index].group[i] = static_cast<uint16_t>(group);
            ++m_groups[i][group].freeCount;
        }
    }
}

std::vector<GroupTotals>
GroupedExposure::Totals() const
{
    std::vector<GroupTotals> totals;
    for (size_t i = 0; i < GROUPINGS; ++i)
    {
        GroupTotals& result = totals.emplace_back(GroupTotals{m_groupings[i], {}, {}});
        for (const Group& group : m_groups[i])
        {
            const uint64_t free = group.freeCount;
            const Uint128 expected = group.hits + free * m_sums.First();
            const Uint128 squares = group.squares + free * free * m_sums.Second();
            result.expected.push_back(InverseSums::ToNumber(expected));
            // A group that holds all free ports has no variance; rounding must not make it
            // negative.
            result.variance.push_back(
                InverseSums::ToNumber(expected > squares ? expected - squares : Uint128{0}));
        }
    }
    return totals;
}

void
GroupedExposure::ThrowFreeCount(uint32_t freeCount) const
{
    throw std::logic_error(
        fmt::format("an allocation saw {} free ports of {}-{}, but {} are known to be free",
                    freeCount,
                    m_low,
                    m_low + m_ports.size() - 1,
                    m_freeCount));
}

} // namespace bindstorm
