/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DRAW_INTERVAL_H
#define BINDSTORM_DRAW_INTERVAL_H

#include "model/ports/port-range.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * The consecutive 32-bit draws from which a search starts at one port. An allocator that takes its
 * start from the high bits of a draw has one such interval a port.
 */
struct DrawInterval
{
    uint16_t start;
    uint64_t begin; ///< first draw
    uint64_t end;   ///< one past the last, at most 2^32

    /**
     * The step of such an allocator is the draw made odd, taken modulo a power of two.
     * @param modulus a power of two, 1 to 65536
     * @param odd an odd number below the modulus; with modulus 1 every draw counts
     * @return number of draws here with (draw | 1) mod modulus = odd
     */
    uint64_t
    CountStep(uint64_t modulus, uint64_t odd) const
    {
        return modulus == 1 ? end - begin
                            : CountBelow(end, modulus, odd) - CountBelow(begin, modulus, odd);
    }

  private:
    static uint64_t
    CountBelow(uint64_t limit, uint64_t modulus, uint64_t odd)
    {
        const uint64_t rest = limit % modulus;
        return limit / modulus * 2 + std::min<uint64_t>(rest > odd - 1 ? rest - (odd - 1) : 0, 2);
    }
};

/**
 * @ingroup analysis
 * @param bits how many high bits of the draw are scaled, 16 or 32; lower ones count as 0
 * @return intervals of a start scaled to the range by multiply-shift (ScaleToRange())
 */
inline std::vector<DrawInterval>
ScaledIntervals(const PortRange& range, int bits)
{
    const int shift = 32 - bits;
    std::vector<DrawInterval> intervals;
    intervals.reserve(range.Size());
    uint64_t begin = 0;
    for (uint32_t i = 0; i < range.Size(); ++i)
    {
        // The first number x with floor(x * size / 2^bits) = i + 1.
        const uint64_t next = (((uint64_t{i} + 1) << bits) + range.Size() - 1) / range.Size()
                              << shift;
        intervals.push_back({static_cast<uint16_t>(range.Low() + i), begin, next});
        begin = next;
    }
    return intervals;
}

} // namespace bindstorm

#endif // BINDSTORM_DRAW_INTERVAL_H
