/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "density-spread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bindstorm
{

namespace
{

constexpr double LEAST_SHARE_OF_MEAN = 0.1;

} // namespace

DensitySpread
MeasureDensitySpread(std::span<const uint64_t> observed,
                     std::span<const double> expected,
                     std::span<const double> variance)
{
    const auto draws =
        static_cast<double>(std::accumulate(observed.begin(), observed.end(), uint64_t{0}));
    DensitySpread spread;
    if (draws == 0)
    {
        return spread;
    }
    const auto exposed =
        std::count_if(expected.begin(), expected.end(), [](double value) { return value > 0; });
    const double total = std::accumulate(expected.begin(), expected.end(), 0.0);
    const double least = LEAST_SHARE_OF_MEAN * total / static_cast<double>(exposed);
    const auto isCompared = [&](size_t i) { return expected[i] > 0 && expected[i] >= least; };
    const auto noiseOf = [&](size_t i) {
        return variance.empty() ? expected[i] * (1 - std::min(1.0, expected[i] / draws))
                                : variance[i];
    };
    spread.least = std::numeric_limits<double>::infinity();
    spread.greatest = -1;
    double weights = 0;
    double excess = 0;
    double excessVariance = 0;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        if (!isCompared(i))
        {
            continue;
        }
        ++spread.cells;
        const auto count = static_cast<double>(observed[i]);
        const double ratio = count / expected[i];
        const double noise = noiseOf(i);
        weights += expected[i] * expected[i];
        excess += (count - expected[i]) * (count - expected[i]) - noise;
        excessVariance += 2 * noise * noise;
        if (ratio < spread.least)
        {
            spread.least = ratio;
            spread.leastAt = i;
        }
        if (ratio > spread.greatest)
        {
            spread.greatest = ratio;
            spread.greatestAt = i;
        }
    }
    const double trueVariance = excess > 3 * std::sqrt(excessVariance) ? excess / weights : 0;
    spread.trueDeviation = std::sqrt(trueVariance);
    if (!(trueVariance > 0))
    {
        return spread;
    }
    spread.leastCorrected = std::numeric_limits<double>::infinity();
    spread.greatestCorrected = 0;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        if (isCompared(i))
        {
            const double ratio = static_cast<double>(observed[i]) / expected[i];
            const double noise = noiseOf(i) / (expected[i] * expected[i]);
            const double shrunk = 1 + (ratio - 1) * trueVariance / (trueVariance + noise);
            spread.leastCorrected = std::min(spread.leastCorrected, shrunk);
            spread.greatestCorrected = std::max(spread.greatestCorrected, shrunk);
        }
    }
    return spread;
}

} // namespace bindstorm
