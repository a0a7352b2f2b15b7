/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_POWER_H
#define BINDSTORM_POWER_H

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Chance that a chi-square test rejects, by the noncentral chi-square law of Boost.Math.
 * @param noncentrality N * sum (q - p)^2 / p for true chances q and tested chances p; 0 or more
 * @param degreesOfFreedom above 0
 * @param alpha level of the test, between 0 and 1
 * @throws ConfigError for other values
 */
double PowerOfChiSquare(double noncentrality, double degreesOfFreedom, double alpha);

/**
 * @ingroup analysis
 * Least number of draws with which a chi-square test reaches a power.
 * @param noncentralityPerDraw sum (q - p)^2 / p, above 0
 * @param power between alpha and 1
 * @throws ConfigError for other values, or when more than 1e18 draws would be needed
 */
uint64_t DrawsForPower(double noncentralityPerDraw,
                       double degreesOfFreedom,
                       double alpha,
                       double power);

} // namespace bindstorm

#endif // BINDSTORM_POWER_H
