/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNIFORMITY_TEST_H
#define BINDSTORM_UNIFORMITY_TEST_H

#include "p-value-method.h"

#include <limits>
#include <string>

namespace bindstorm
{

/**
 * @ingroup analysis
 * One test of a battery.
 */
struct UniformityTest
{
    std::string name;           ///< what is looked for, e.g. "low byte", "lag-1 correlation"
    double statistic{0};        ///< chi-square, T, z, or a count, by method
    double degreesOfFreedom{0}; ///< 0 where it means nothing
    double pValue{std::numeric_limits<double>::quiet_NaN()}; ///< NaN: not tested
    double pHolm{std::numeric_limits<double>::quiet_NaN()};  ///< corrected for the whole battery
    /// Size of the defect, independent of the number of draws. Groupings and tables: Cohen's w, the
    /// root of sum (q - p)^2/p with its expected noise taken out. Parity: share of even ports less
    /// the expected share. Correlation: r. Repeats and steps: observed / expected.
    double effectSize{0};
    PValueMethod method{PValueMethod::NO_DATA};
};

} // namespace bindstorm

#endif // BINDSTORM_UNIFORMITY_TEST_H
