/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-perf-result.h"

#include <numeric>

namespace bindstorm
{

uint64_t
LibaliasPerfResult::Total() const
{
    return std::accumulate(counts.begin(),
                           counts.end(),
                           uint64_t{0},
                           [](uint64_t sum, const Count& count)
                           { return sum + count.ok + count.fail; });
}

int64_t
LibaliasPerfResult::Mean(PerfPhase phase) const
{
    const Sum& sum = sums[static_cast<std::size_t>(phase)];
    return PicosecondsEach(sum.elapsed, sum.packets);
}

int64_t
PicosecondsEach(NatTime elapsed, uint64_t packets)
{
    if (packets == 0)
    {
        return LibaliasPerfResult::NO_PACKET;
    }
    // In two parts, or a day of picoseconds times 1000 would not fit.
    const auto each = static_cast<int64_t>(packets);
    const int64_t whole = elapsed.count() / each;
    const int64_t rest = elapsed.count() % each;
    return whole * 1000 + (rest * 1000 + each / 2) / each;
}

} // namespace bindstorm
