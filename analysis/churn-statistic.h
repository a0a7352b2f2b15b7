/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHURN_STATISTIC_H
#define BINDSTORM_CHURN_STATISTIC_H

#include "p-value-method.h"

#include <cstdint>
#include <limits>
#include <span>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Outcome of the test of uniformity while ports come and go.
 */
struct ChurnResult
{
    double statistic{0};         ///< T = sum ((O - E)^2 - V); mean 0 under the hypothesis
    double standardDeviation{0}; ///< of T under the hypothesis
    double z{0};                 ///< T / standardDeviation
    double degreesOfFreedom{0};  ///< of the scaled chi-square with T's mean and variance
    double pValue{std::numeric_limits<double>::quiet_NaN()};   ///< T this large or larger
    double pTooEven{std::numeric_limits<double>::quiet_NaN()}; ///< T this small or smaller
    PValueMethod method{PValueMethod::NO_DATA};
};

/**
 * @ingroup analysis
 * T = sum ((O - E)^2 - V) over ports or groups of ports, with E and V from PortExposure or
 * GroupedExposure.
 *
 * E is random under churn and tied to O (a port just chosen is busy, so its exposure stops), so
 * sum (O-E)^2/E has no chi-square law; but D = O - E is a martingale and V its predictable
 * variance, so T has mean exactly zero whatever the occupancy does.
 *
 * Its variance: one allocation changes the sum over ports by 2 (D_a - mean of D over free ports),
 * a being the port chosen, since sum (dD)^2 - dV cancels. Summing the conditional variances with V
 * put for D^2 gives Var T = 2 tr C^2, where C has V on the diagonal and -c E_p E_q / N beside it, c
 * such that sum C = 0. With equal ports this is (N/n)^2 2n (1 - 1/n); for groups, whose D are sums
 * over many allocations, it is the variance of a quadratic form in jointly normal D. The tails are
 * those of a shifted gamma law with this variance and third moment 8 tr C^3 (normal part) + 4 sum
 * V^2 (coincidences of few draws), which for one degree of freedom is the chi-square law. Half of
 * T's step, 2 when expectations are small, corrects for discreteness.
 *
 * Levels hold within sampling error from a few draws a port on. With fewer, a port that was hit is
 * still busy and cannot be hit again, D^2 of free ports is below V, and the test rejects a sound
 * allocator less often than stated (4,000 ports half busy, 1,000 draws: never).
 *
 * `pValue` is the upper tail, the one against uneven choice: an uneven law adds sum (bias)^2 to T
 * and can only raise it. The lower tail, `pTooEven`, catches choices that avoid coincidence, such
 * as a counter. SimulatedTail() replaces both where exact levels matter. O(cells).
 *
 * @param observed counts
 * @param expected E of each cell
 * @param variance V of each cell
 * @throws ConfigError when lengths differ, totals of observed and expected differ by more than a
 *         relative 1e-9, or E or V is negative or not finite
 */
ChurnResult ChurnStatistic(std::span<const uint64_t> observed,
                           std::span<const double> expected,
                           std::span<const double> variance);

/**
 * @ingroup analysis
 * The p-value of a statistic by comparison with values drawn under the hypothesis (the same
 * workload with the `uniform` allocator and other seeds).
 * @param statistic the value in question
 * @param null values under the hypothesis; at least one
 * @return (1 + number of null values at least as large) / (1 + number of null values): never 0, and
 *         valid at every level
 * @throws ConfigError without null values
 */
double SimulatedTail(double statistic, std::span<const double> null);

} // namespace bindstorm

#endif // BINDSTORM_CHURN_STATISTIC_H
