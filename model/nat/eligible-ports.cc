/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "eligible-ports.h"

#include "model/ports/select-bit.h"

#include <cassert>

namespace bindstorm
{

EligiblePorts::EligiblePorts(const PortRange& range, const PortSet& reserved)
    : m_range(range),
      m_reserved(reserved)
{
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        if (!reserved.Contains(static_cast<uint16_t>(port)))
        {
            m_bits[port / 64] |= uint64_t{1} << (port % 64);
            m_counts.Add(static_cast<uint16_t>(port));
            ++m_count;
        }
    }
}

uint32_t
EligiblePorts::Rank(uint16_t port) const
{
    const uint64_t below = m_bits[port / 64] & ((uint64_t{1} << (port % 64)) - 1);
    return m_counts.CountBefore(port / 64U) + CountBits(below);
}

uint16_t
EligiblePorts::Select(uint32_t rank) const
{
    assert(rank < m_count);
    const PortCounts::Place place = m_counts.Find(rank);
    return static_cast<uint16_t>(64 * place.word + SelectBit(m_bits[place.word], place.rank));
}

} // namespace bindstorm
