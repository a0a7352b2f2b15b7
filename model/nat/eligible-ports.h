/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ELIGIBLE_PORTS_H
#define BINDSTORM_ELIGIBLE_PORTS_H

#include "model/ports/port-counts.h"
#include "model/ports/port-range.h"
#include "model/ports/port-set.h"

#include <array>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup nat
 * The ports of a range that are not reserved, with counts, so that ranks among them are known
 * without a search. Does not change; many tables of used ports share one. About 10 KB.
 */
class EligiblePorts
{
  public:
    EligiblePorts(const PortRange& range, const PortSet& reserved);

    const PortRange&
    Range() const
    {
        return m_range;
    }

    const PortSet&
    Reserved() const
    {
        return m_reserved;
    }

    bool
    Contains(uint16_t port) const
    {
        return ((m_bits[port / 64] >> (port % 64)) & 1) != 0;
    }

    /// @return number of eligible ports
    uint32_t
    Count() const
    {
        return m_count;
    }

    /// @return number of eligible ports below this one, in constant time
    uint32_t Rank(uint16_t port) const;

    /// @param rank below Count()
    /// @return the eligible port with that many below it, in constant time
    uint16_t Select(uint32_t rank) const;

    /// @return ports 64 * index to 64 * index + 63, the lowest one in the lowest bit
    uint64_t
    Word(uint32_t index) const
    {
        return m_bits[index];
    }

    const PortCounts&
    Counts() const
    {
        return m_counts;
    }

  private:
    PortRange m_range;
    PortSet m_reserved;
    std::array<uint64_t, 1024> m_bits{};
    PortCounts m_counts;
    uint32_t m_count{0};
};

} // namespace bindstorm

#endif // BINDSTORM_ELIGIBLE_PORTS_H
