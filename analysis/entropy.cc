/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "entropy.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bindstorm
{

EntropyEstimate
EstimateEntropy(std::span<const uint64_t> observed,
                std::span<const double> expected,
                double largestShare)
{
    EntropyEstimate estimate;
    double possible = 0;
    double seen = 0;
    double draws = 0;
    double countLogCount = 0;
    double largest = 0;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        possible += expected[i] > 0 || observed[i] > 0 ? 1 : 0;
        if (observed[i] > 0)
        {
            const auto count = static_cast<double>(observed[i]);
            seen += 1;
            draws += count;
            countLogCount += count * std::log2(count);
            largest = std::max(largest, count);
        }
    }
    estimate.possible = possible > 0 ? std::log2(possible) : 0;
    if (draws == 0)
    {
        return estimate;
    }
    estimate.isReliable = draws >= 5 * possible;
    estimate.plugIn = std::max(0.0, std::log2(draws) - countLogCount / draws);
    estimate.corrected =
        std::min(estimate.possible, estimate.plugIn + (seen - 1) / (2 * draws * std::numbers::ln2));
    const double share = largest / draws;
    estimate.minPlugIn = std::max(0.0, -std::log2(share));
    estimate.minCorrected =
        largestShare > 0
            ? std::clamp(-std::log2(largestShare), estimate.minPlugIn, estimate.possible)
            : estimate.minPlugIn;
    constexpr double QUANTILE_99 = 2.5758293035489008;
    const double margin =
        draws > 1 ? QUANTILE_99 * std::sqrt(share * (1 - share) / (draws - 1)) : 1;
    estimate.minLowerBound = std::max(0.0, -std::log2(std::min(1.0, share + margin)));
    return estimate;
}

} // namespace bindstorm
