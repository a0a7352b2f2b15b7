/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "power.h"

#include "model/base/component-spec.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_chi_squared.hpp>
#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

namespace
{

void
CheckTest(double degreesOfFreedom, double alpha)
{
    if (!(degreesOfFreedom > 0) || !(alpha > 0 && alpha < 1))
    {
        throw ConfigError(fmt::format("a chi-square test cannot have {} degrees of freedom and "
                                      "level {}",
                                      degreesOfFreedom,
                                      alpha));
    }
}

} // namespace

double
PowerOfChiSquare(double noncentrality, double degreesOfFreedom, double alpha)
{
    CheckTest(degreesOfFreedom, alpha);
    if (!(noncentrality >= 0) || std::isinf(noncentrality))
    {
        throw ConfigError(fmt::format("noncentrality {} is not 0 or more", noncentrality));
    }
    if (noncentrality == 0)
    {
        return alpha;
    }
    const double critical = quantile(complement(boost::math::chi_squared(degreesOfFreedom), alpha));
    return cdf(complement(boost::math::non_central_chi_squared(degreesOfFreedom, noncentrality),
                          critical));
}

uint64_t
DrawsForPower(double noncentralityPerDraw, double degreesOfFreedom, double alpha, double power)
{
    CheckTest(degreesOfFreedom, alpha);
    if (!(noncentralityPerDraw > 0) || std::isinf(noncentralityPerDraw) ||
        !(power >= alpha && power < 1))
    {
        throw ConfigError(
            fmt::format("no number of draws gives power {} at noncentrality {} a draw",
                        power,
                        noncentralityPerDraw));
    }
    const auto reaches = [&](uint64_t draws)
    {
        return PowerOfChiSquare(noncentralityPerDraw * static_cast<double>(draws),
                                degreesOfFreedom,
                                alpha) >= power;
    };
    constexpr uint64_t MOST = 1'000'000'000'000'000'000;
    uint64_t high = 1;
    while (!reaches(high))
    {
        if (high >= MOST)
        {
            throw ConfigError(fmt::format("power {} needs more than {} draws", power, MOST));
        }
        high *= 2;
    }
    uint64_t low = high / 2;
    while (high - low > 1)
    {
        const uint64_t middle = low + (high - low) / 2;
        (reaches(middle) ? high : low) = middle;
    }
    return high;
}

} // namespace bindstorm
