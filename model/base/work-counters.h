/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORK_COUNTERS_H
#define BINDSTORM_WORK_COUNTERS_H

#include <array>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * What an operation did, in units that mean the same for every algorithm, so that results compare.
 * A cost table turns them into simulated time.
 */
struct WorkCounters
{
    uint64_t rngDraws{0}; ///< 32-bit numbers taken from the generator
    uint64_t steps{0};    ///< candidates generated, also those out of range or reserved
    uint64_t probes{0};   ///< candidates in range and not reserved that were tested for being free
    uint64_t chainScans{0}; ///< walks along a hash chain that were started
    uint64_t nodeVisits{0}; ///< entries on a chain that were dereferenced
    uint64_t locks{0};      ///< locks acquired; nested ones count separately
    uint64_t bitmapWords{
        0}; ///< 64-bit words of bitmaps and their counts cleared, summed or searched

    static constexpr std::size_t SIZE = 7;
    /// Names in results and cost tables, in the order of AsArray().
    static constexpr std::array<std::string_view, SIZE> NAMES{"rng_draws",
                                                              "steps",
                                                              "probes",
                                                              "chain_scans",
                                                              "node_visits",
                                                              "locks",
                                                              "bitmap_words"};

    constexpr std::array<uint64_t, SIZE>
    AsArray() const
    {
        return {rngDraws, steps, probes, chainScans, nodeVisits, locks, bitmapWords};
    }

    constexpr WorkCounters&
    operator+=(const WorkCounters& other)
    {
        rngDraws += other.rngDraws;
        steps += other.steps;
        probes += other.probes;
        chainScans += other.chainScans;
        nodeVisits += other.nodeVisits;
        locks += other.locks;
        bitmapWords += other.bitmapWords;
        return *this;
    }

    bool operator==(const WorkCounters&) const = default;
};

} // namespace bindstorm

#endif // BINDSTORM_WORK_COUNTERS_H
