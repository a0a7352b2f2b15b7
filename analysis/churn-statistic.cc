/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "churn-statistic.h"

#include "special-tails.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace bindstorm
{

namespace
{

constexpr double DRAWS_TOLERANCE = 1e-9;

/**
 * Moments of T from the covariance matrix C of O - E: V on the diagonal, -c E_i E_j / N beside it,
 * that is diag(d) - u u' with u = sqrt(c/N) E and d = V + u^2. Its powers have traces in closed
 * form.
 */
struct Moments
{
    double squares{0}; ///< sum V^2
    double u2{0};      ///< sum u^2, and so on
    double d2{0};
    double d3{0};
    double du2{0};
    double d2u2{0};

    void
    Add(double v, double uSquared)
    {
        const double d = v + uSquared;
        squares += v * v;
        u2 += uSquared;
        d2 += d * d;
        d3 += d * d * d;
        du2 += d * uSquared;
        d2u2 += d * d * uSquared;
    }

    /// 2 tr C^2
    double
    Variance() const
    {
        return 2 * std::max(0.0, d2 - 2 * du2 + u2 * u2);
    }

    /// 8 tr C^3, and 4 sum V^2 from coincidences of few draws
    double
    Third() const
    {
        return 8 * std::max(0.0, d3 - 3 * d2u2 + 3 * du2 * u2 - u2 * u2 * u2) + 4 * squares;
    }
};

void
CheckInput(std::span<const uint64_t> observed,
           std::span<const double> expected,
           std::span<const double> variance)
{
    if (observed.size() != expected.size() || observed.size() != variance.size())
    {
        throw ConfigError(
            fmt::format("{} observed counts, {} expectations and {} variances do not match",
                        observed.size(),
                        expected.size(),
                        variance.size()));
    }
    double draws = 0;
    double total = 0;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        if (!std::isfinite(expected[i]) || expected[i] < 0 || !std::isfinite(variance[i]) ||
            variance[i] < 0)
        {
            throw ConfigError(fmt::format("expectation {} and variance {} of cell {} are not those "
                                          "of a count",
                                          expected[i],
                                          variance[i],
                                          i));
        }
        draws += static_cast<double>(observed[i]);
        total += expected[i];
    }
    if (std::abs(draws - total) > DRAWS_TOLERANCE * std::max(draws, total))
    {
        throw ConfigError(
            fmt::format("observed counts sum to {} but expected counts to {}", draws, total));
    }
}

} // namespace

ChurnResult
ChurnStatistic(std::span<const uint64_t> observed,
               std::span<const double> expected,
               std::span<const double> variance)
{
    CheckInput(observed, expected, variance);
    ChurnResult result;
    Moments moments;
    const double draws = std::accumulate(observed.begin(), observed.end(), 0.0);
    if (draws == 0)
    {
        return result;
    }
    const double varianceSum = std::accumulate(variance.begin(), variance.end(), 0.0);
    const double cross =
        draws - std::inner_product(expected.begin(), expected.end(), expected.begin(), 0.0) / draws;
    // Rows of C sum to zero, as all O - E do; c is 1 but for the share of draws with few free
    // ports.
    const double scale = cross > 0 ? varianceSum / cross / draws : 0;
    bool isPossible = true;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        const double difference = static_cast<double>(observed[i]) - expected[i];
        result.statistic += difference * difference - variance[i];
        isPossible = isPossible && (expected[i] > 0 || observed[i] == 0);
        moments.Add(variance[i], scale * expected[i] * expected[i]);
    }
    if (!isPossible)
    {
        result.statistic = std::numeric_limits<double>::infinity();
        result.z = result.statistic;
        result.pValue = 0;
        result.pTooEven = 1;
        result.method = PValueMethod::IMPOSSIBLE;
        return result;
    }
    const double varianceOfT = moments.Variance();
    if (!(varianceSum > 0 && varianceOfT > 0))
    {
        // Each allocation had one port to choose from.
        result.method = PValueMethod::NOT_TESTED;
        return result;
    }
    result.standardDeviation = std::sqrt(varianceOfT);
    result.z = result.statistic / result.standardDeviation;
    result.degreesOfFreedom = 2 * varianceSum * varianceSum / varianceOfT;
    const double skewness = moments.Third() / (varianceOfT * result.standardDeviation);
    const double halfStep = 1 / result.standardDeviation;
    result.pValue = PearsonThreeUpperTail(result.z - halfStep, skewness);
    result.pTooEven = PearsonThreeLowerTail(result.z + halfStep, skewness);
    result.method = PValueMethod::MARTINGALE;
    return result;
}

double
SimulatedTail(double statistic, std::span<const double> null)
{
    if (null.empty())
    {
        throw ConfigError("a simulated p-value needs at least one value under the hypothesis");
    }
    const auto atLeast =
        std::count_if(null.begin(), null.end(), [=](double value) { return value >= statistic; });
    return (1 + static_cast<double>(atLeast)) / (1 + static_cast<double>(null.size()));
}

} // namespace bindstorm
