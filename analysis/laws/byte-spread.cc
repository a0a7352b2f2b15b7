/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "byte-spread.h"

#include "bounded-draw.h"

#include "model/ports/select-bit.h"

#include <numeric>

namespace bindstorm
{

ByteSpread::ByteSpread(const ComponentSpec& spec)
    : m_pick(spec)
{
}

ByteSpread::Bits
ByteSpread::Spread(uint32_t free, const Bits& candidates, double& numbers) const
{
    Bits taken{};
    if (!m_pick.IsUniform())
    {
        for (uint32_t bit = 0; bit < 8; ++bit)
        {
            taken[m_pick.PickWithoutDraw(free, bit)] += candidates[bit] * UNIT;
        }
        return taken;
    }
    const uint32_t count = CountBits(free);
    const uint64_t all = std::accumulate(candidates.begin(), candidates.end(), uint64_t{0});
    for (uint32_t rank = 0; rank < count; ++rank)
    {
        taken[SelectBit(free, rank)] = all * (UNIT / count);
    }
    numbers += count > 1 ? static_cast<double>(all) * MeanNumbersOfDrawBelow(count) : 0;
    return taken;
}

} // namespace bindstorm
