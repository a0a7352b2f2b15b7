/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chi-square.h"

#include "special-tails.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <vector>

namespace bindstorm
{

namespace
{

constexpr double ENOUGH_EXPECTED = 5;
constexpr double TOTAL_TOLERANCE = 1e-12;
constexpr double EQUAL_TOLERANCE = 1e-9;

/// What the law of the statistic depends on: sums over cells with p > 0 of powers of 1/p.
struct CellSums
{
    double cells{0};
    double inverse{0};        ///< sum 1/p
    double inverseSquared{0}; ///< sum 1/p^2
    double least{std::numeric_limits<double>::infinity()};
    double most{0};
};

/// Checks the input. @return the common total
double
CheckTotals(std::span<const uint64_t> observed, std::span<const double> expected)
{
    if (observed.size() != expected.size())
    {
        throw ConfigError(fmt::format("chi-square of {} observed and {} expected counts",
                                      observed.size(),
                                      expected.size()));
    }
    const auto wrong =
        std::find_if(expected.begin(),
                     expected.end(),
                     [](double value) { return !std::isfinite(value) || value < 0; });
    if (wrong != expected.end())
    {
        throw ConfigError(fmt::format("expected count {} of cell {} is not a count",
                                      *wrong,
                                      wrong - expected.begin()));
    }
    const uint64_t draws = std::accumulate(observed.begin(), observed.end(), uint64_t{0});
    const long double sum = std::accumulate(expected.begin(), expected.end(), 0.0L);
    const auto total = static_cast<double>(draws);
    if (std::abs(static_cast<double>(sum - static_cast<long double>(draws))) >
        TOTAL_TOLERANCE * total)
    {
        throw ConfigError(
            fmt::format("observed counts sum to {} but expected counts to {}; expected "
                        "counts must be built from the number of draws",
                        draws,
                        static_cast<double>(sum)));
    }
    return total;
}

/// p-values from the exact moments; derivation: X^2 + 1 - k is (1/N) times a sum of g(x_i) =
/// 1/p(x_i) - k and a degenerate U-statistic with kernel 2([x_i = x_j]/p(x_i) - 1), so in the third
/// power only g^3, g g K, g K^2, K^3 and triangles K K K keep a mean.
void
SetExactMoments(ChiSquareResult& result, const CellSums& sums, double draws)
{
    const double k = sums.cells;
    const double pairs = draws * (draws - 1);
    const double varianceOfG = sums.inverse - k * k;
    const double variance = (2 * (k - 1) * (draws - 1) + varianceOfG) / draws;
    const double cubeOfG = sums.inverseSquared - 3 * k * sums.inverse + 2 * k * k * k;
    const double third =
        (draws * cubeOfG + 18 * pairs * varianceOfG + 4 * pairs * (sums.inverse - 3 * k + 2) +
         8 * pairs * (draws - 2) * (k - 1)) /
        (draws * draws * draws);
    const double deviation = std::sqrt(variance);
    const double skewness = std::max(0.0, third / (variance * deviation));
    const bool isLattice = sums.most - sums.least <= EQUAL_TOLERANCE * sums.most;
    const double halfStep = isLattice ? k / draws : 0;
    const double excess = result.statistic - (k - 1);
    result.method = PValueMethod::EXACT_MOMENTS;
    if (!(deviation > 0))
    {
        // One draw into equal cells: the statistic cannot vary.
        result.method = PValueMethod::NOT_TESTED;
        return;
    }
    result.pValue = PearsonThreeUpperTail((excess - halfStep) / deviation, skewness);
    result.pTooEven = PearsonThreeLowerTail((excess + halfStep) / deviation, skewness);
}

} // namespace

ChiSquareResult
ChiSquare(std::span<const uint64_t> observed, std::span<const double> expected)
{
    const double draws = CheckTotals(observed, expected);
    ChiSquareResult result;
    if (draws == 0)
    {
        return result;
    }
    CellSums sums;
    bool isPossible = true;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        if (expected[i] > 0)
        {
            const double difference = static_cast<double>(observed[i]) - expected[i];
            const double inverse = draws / expected[i];
            result.statistic += difference * difference / expected[i];
            sums.cells += 1;
            sums.inverse += inverse;
            sums.inverseSquared += inverse * inverse;
            sums.least = std::min(sums.least, expected[i]);
            sums.most = std::max(sums.most, expected[i]);
        }
        else
        {
            isPossible = isPossible && observed[i] == 0;
        }
    }
    result.degreesOfFreedom = sums.cells - 1;
    if (!isPossible)
    {
        result.statistic = std::numeric_limits<double>::infinity();
        result.pValue = 0;
        result.pTooEven = 1;
        result.method = PValueMethod::IMPOSSIBLE;
    }
    else if (sums.cells < 2)
    {
        result.method = PValueMethod::NOT_TESTED;
    }
    else if (sums.least >= ENOUGH_EXPECTED)
    {
        result.pValue = ChiSquareUpperTail(result.statistic, result.degreesOfFreedom);
        result.pTooEven = ChiSquareLowerTail(result.statistic, result.degreesOfFreedom);
        result.method = PValueMethod::CHI_SQUARE;
    }
    else
    {
        SetExactMoments(result, sums, draws);
    }
    return result;
}

ChiSquareResult
ChiSquareOfWidths(std::span<const uint64_t> observed, std::span<const uint64_t> widths)
{
    const uint64_t draws = std::accumulate(observed.begin(), observed.end(), uint64_t{0});
    const uint64_t units = std::accumulate(widths.begin(), widths.end(), uint64_t{0});
    if (units == 0 && draws > 0)
    {
        throw ConfigError(fmt::format("{} draws from cells without any port", draws));
    }
    std::vector<double> expected(widths.size());
    for (size_t i = 0; i < widths.size() && draws > 0; ++i)
    {
        expected[i] = static_cast<double>(static_cast<long double>(draws) *
                                          static_cast<long double>(widths[i]) /
                                          static_cast<long double>(units));
    }
    return ChiSquare(observed, expected);
}

} // namespace bindstorm
