/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "special-tails.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>

namespace bindstorm
{

namespace
{

using boost::math::complement;

/// Doubles throughout: the default evaluates in long double at several times the cost.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using Binomial = boost::math::binomial_distribution<double, Policy>;
using ChiSquared = boost::math::chi_squared_distribution<double, Policy>;
using Normal = boost::math::normal_distribution<double, Policy>;

/// Below this skewness the gamma law has a shape above 4e10, where it is normal to 1e-5 relative.
constexpr double LEAST_SKEWNESS = 1e-5;

} // namespace

double
ChiSquareUpperTail(double x, double degreesOfFreedom)
{
    if (x <= 0)
    {
        return 1;
    }
    return std::isinf(x) ? 0 : cdf(complement(ChiSquared(degreesOfFreedom), x));
}

double
ChiSquareLowerTail(double x, double degreesOfFreedom)
{
    if (x <= 0)
    {
        return 0;
    }
    return std::isinf(x) ? 1 : cdf(ChiSquared(degreesOfFreedom), x);
}

double
NormalUpperTail(double z)
{
    return cdf(complement(Normal(), z));
}

double
NormalTwoSided(double z)
{
    return std::min(1.0, 2 * NormalUpperTail(std::abs(z)));
}

double
BinomialUpperTail(uint64_t k, uint64_t trials, double chance)
{
    if (k == 0)
    {
        return 1;
    }
    if (k > trials)
    {
        return 0;
    }
    return cdf(
        complement(Binomial(static_cast<double>(trials), chance), static_cast<double>(k - 1)));
}

double
BinomialLowerTail(uint64_t k, uint64_t trials, double chance)
{
    if (k >= trials)
    {
        return 1;
    }
    return cdf(Binomial(static_cast<double>(trials), chance), static_cast<double>(k));
}

double
BinomialTwoSided(uint64_t k, uint64_t trials, double chance)
{
    const double smaller =
        std::min(BinomialUpperTail(k, trials, chance), BinomialLowerTail(k, trials, chance));
    return std::min(1.0, 2 * smaller);
}

double
BinomialMeanDeviation(uint64_t trials, double chance)
{
    if (trials == 0 || chance <= 0 || chance >= 1)
    {
        return 0;
    }
    const auto count = static_cast<double>(trials);
    const double next = std::floor(count * chance) + 1;
    return 2 * next * (1 - chance) * pdf(Binomial(count, chance), next);
}

double
PearsonThreeUpperTail(double y, double skewness)
{
    if (skewness < LEAST_SKEWNESS)
    {
        return NormalUpperTail(y);
    }
    const double shape = 4 / (skewness * skewness);
    const double x = shape + y * std::sqrt(shape);
    return x <= 0 ? 1 : boost::math::gamma_q(shape, x, Policy());
}

double
PearsonThreeLowerTail(double y, double skewness)
{
    if (skewness < LEAST_SKEWNESS)
    {
        return NormalUpperTail(-y);
    }
    const double shape = 4 / (skewness * skewness);
    const double x = shape + y * std::sqrt(shape);
    return x <= 0 ? 0 : boost::math::gamma_p(shape, x, Policy());
}

} // namespace bindstorm
