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

namespace
{

constexpr uint64_t ONES = 0x0001000100010001; // the lowest bit of each of four lanes
constexpr uint64_t HIGHS = 0x8000800080008000;

/**
 * Finds the lane in which a rank falls. All by arithmetic: where it falls is random, so that a
 * branch would be mispredicted each time, which costs more than looking at every lane.
 * @tparam N number of words of four lanes each; a word's lanes stay below 2^15
 * @param lanes counts, each lane with those below it in its word
 * @param rank in: below the sum of all lanes; out: rank within the lane
 * @return index of the lane
 */
template <uint32_t N>
uint32_t
Descend(const uint64_t* lanes, uint32_t& rank)
{
    uint32_t word = 0;
    uint32_t sum = 0;
    uint32_t below = 0;
    for (uint32_t i = 0; i + 1 < N; ++i)
    {
        const auto count = static_cast<uint32_t>(lanes[i] >> 48);
        sum += count;
        const uint32_t isBelow = 0U - ((sum - rank - 1) >> 31); // all ones or none
        below += count & isBelow;
        word -= isBelow;
    }
    rank -= below;
    // A lane lies below the wanted one if its sum <= rank.
    const uint64_t sums = lanes[word];
    const uint64_t lanesBelow = (((rank * ONES) | HIGHS) - sums) & HIGHS;
    const uint64_t lane = ((lanesBelow >> 15) * ONES) >> 48;
    rank -= static_cast<uint32_t>(((sums << 16) >> (16 * lane)) & 0xffff);
    return 4 * word + static_cast<uint32_t>(lane);
}

/// @return what counts one in the lane of a part and in those above it
constexpr uint64_t
Lanes(uint32_t part)
{
    return ONES << (16 * (part % 4));
}

} // namespace

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
        m_words[port / 64 / 4] += Lanes(port / 64);
        m_groups[port / GROUP / 4] += Lanes(port / GROUP);
        m_blocks[port / BLOCK / 4] += Lanes(port / BLOCK);
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
    m_words[port / 64 / 4] -= Lanes(port / 64U);
    m_groups[port / GROUP / 4] -= Lanes(port / GROUP);
    m_blocks[port / BLOCK / 4] -= Lanes(port / BLOCK);
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
    m_words[port / 64 / 4] += Lanes(port / 64U);
    m_groups[port / GROUP / 4] += Lanes(port / GROUP);
    m_blocks[port / BLOCK / 4] += Lanes(port / BLOCK);
    ++m_free;
    return true;
}

uint16_t
FreePortMap::SelectFree(uint32_t rank, WorkCounters& work) const
{
    assert(rank < m_free);
    work.bitmapWords += SELECT_WORDS;
    const uint32_t block = Descend<4>(m_blocks.data(), rank);
    const uint32_t group = 8 * block + Descend<2>(&m_groups[2 * block], rank);
    const uint32_t word = 8 * group + Descend<2>(&m_words[2 * group], rank);
    return static_cast<uint16_t>(64 * word + SelectBit(m_bits[word], rank));
}

} // namespace bindstorm
