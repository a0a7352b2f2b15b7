/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "total-variation.h"

#include "special-tails.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace bindstorm
{

TotalVariation
MeasureTotalVariation(std::span<const uint64_t> observed,
                      std::span<const double> expected,
                      std::span<const double> variance)
{
    constexpr double ENOUGH_VARIANCE = 25;
    constexpr double TWO_OVER_PI = 2 * std::numbers::inv_pi;
    const uint64_t count = std::accumulate(observed.begin(), observed.end(), uint64_t{0});
    if (count == 0)
    {
        return {};
    }
    const auto draws = static_cast<double>(count);
    double distance = 0;
    double meanDistance = 0;
    double varianceSum = 0;
    double lastExpected = -1;
    double lastDeviation = 0;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        distance += std::abs(static_cast<double>(observed[i]) - expected[i]);
        const double share = std::min(1.0, expected[i] / draws);
        const double spread = variance.empty() ? draws * share * (1 - share) : variance[i];
        varianceSum += spread;
        if (!variance.empty() && spread >= ENOUGH_VARIANCE)
        {
            meanDistance += std::sqrt(TWO_OVER_PI * spread);
            continue;
        }
        if (expected[i] != lastExpected)
        {
            lastExpected = expected[i];
            lastDeviation = BinomialMeanDeviation(count, share);
        }
        meanDistance += lastDeviation;
    }
    return {distance / (2 * draws),
            meanDistance / (2 * draws),
            std::sqrt((1 - TWO_OVER_PI) * varianceSum) / (2 * draws)};
}

} // namespace bindstorm
