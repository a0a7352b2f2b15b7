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
    : m_rule(spec.Get("pick") == "lowest"    ? Rule::LOWEST
             : spec.Get("pick") == "nearest" ? Rule::NEAREST
                                             : Rule::UNIFORM)
{
}

ByteSpread::Bits
ByteSpread::Spread(uint32_t free, const Bits& candidates, double& numbers) const
{
    Bits taken{};
    const uint32_t count = CountBits(free);
    const uint64_t all = std::accumulate(candidates.begin(), candidates.end(), uint64_t{0});
    switch (m_rule)
    {
    case Rule::UNIFORM:
        for (uint32_t rank = 0; rank < count; ++rank)
        {
            taken[SelectBit(free, rank)] = all * (UNIT / count);
        }
        numbers += count > 1 ? static_cast<double>(all) * MeanNumbersOfDrawBelow(count) : 0;
        break;
    case Rule::LOWEST:
        taken[SelectBit(free, 0)] = all * UNIT;
        break;
    case Rule::NEAREST:
        for (uint32_t bit = 0; bit < 8; ++bit)
        {
            // Below wins a tie.
            uint32_t distance = 0;
            while (((free >> bit) & (1U << distance)) == 0 &&
                   (bit < distance || ((free >> (bit - distance)) & 1) == 0))
            {
                ++distance;
            }
            const bool isBelow = bit >= distance && ((free >> (bit - distance)) & 1) != 0;
            taken[isBelow ? bit - distance : bit + distance] += candidates[bit] * UNIT;
        }
        break;
    }
    return taken;
}

} // namespace bindstorm
