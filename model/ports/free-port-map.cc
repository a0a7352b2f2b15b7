/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "free-port-map.h"

#include "select-bit.h"

#include <cassert>

namespace bindstorm
{

FreePortMap::FreePortMap(const PortRange& range, const PortSet& reserved)
    : m_conflicts(65536, 1)
{
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        if (reserved.Contains(static_cast<uint16_t>(port)))
        {
            continue;
        }
        m_conflicts[port] = 0;
        m_bits[port / 64] |= uint64_t{1} << (port % 64);
        m_counts.Add(static_cast<uint16_t>(port));
        ++m_free;
    }
}

bool
FreePortMap::AddConflict(uint16_t port)
{
    if (m_conflicts[port]++ != 0)
    {
        return false;
    }
    m_bits[port / 64] &= ~(uint64_t{1} << (port % 64));
    m_counts.Subtract(port);
    --m_free;
    return true;
}

bool
FreePortMap::RemoveConflict(uint16_t port)
{
    assert(m_conflicts[port] > 0);
    if (--m_conflicts[port] != 0)
    {
        return false;
    }
    m_bits[port / 64] |= uint64_t{1} << (port % 64);
    m_counts.Add(port);
    ++m_free;
    return true;
}

uint16_t
FreePortMap::SelectFree(uint32_t rank, WorkCounters& work) const
{
    assert(rank < m_free);
    work.bitmapWords += SELECT_WORDS;
    const PortCounts::Place place = m_counts.Find(rank);
    return static_cast<uint16_t>(64 * place.word + SelectBit(m_bits[place.word], place.rank));
}

} // namespace bindstorm
