/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-counts.h"

namespace bindstorm
{

namespace
{

/// @return the lanes of a word that lie below a part, summed: its last one holds the sum
uint32_t
LanesBelow(uint64_t lanes, uint32_t part)
{
    return static_cast<uint32_t>(((lanes << 16) >> (16 * (part % 4))) & 0xffff);
}

} // namespace

uint32_t
PortCounts::CountBefore(uint32_t word) const
{
    const uint32_t group = word / 8;
    const uint32_t block = group / 8;
    uint32_t count = 0;
    for (uint32_t i = 0; i < block / 4; ++i)
    {
        count += static_cast<uint32_t>(m_blocks[i] >> 48);
    }
    count += LanesBelow(m_blocks[block / 4], block);
    if (group % 8 >= 4)
    {
        count += static_cast<uint32_t>(m_groups[2 * block] >> 48);
    }
    count += LanesBelow(m_groups[group / 4], group);
    if (word % 8 >= 4)
    {
        count += static_cast<uint32_t>(m_words[2 * group] >> 48);
    }
    return count + LanesBelow(m_words[word / 4], word);
}

} // namespace bindstorm
