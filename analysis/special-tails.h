/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SPECIAL_TAILS_H
#define BINDSTORM_SPECIAL_TAILS_H

#include <cstdint>

namespace bindstorm
{

/// @name Tails of distributions, all by Boost.Math
/// A tail too small for a double is 0.
/// @ingroup analysis
/// @{

/// @param degreesOfFreedom above 0, need not be whole. @return P(X >= x)
double ChiSquareUpperTail(double x, double degreesOfFreedom);

/// @return P(X <= x)
double ChiSquareLowerTail(double x, double degreesOfFreedom);

/// @return P(Z >= z), Z standard normal
double NormalUpperTail(double z);

/// @return P(|Z| >= |z|)
double NormalTwoSided(double z);

/// @return P(X >= k) for X binomial(trials, chance)
double BinomialUpperTail(uint64_t k, uint64_t trials, double chance);

/// @return P(X <= k)
double BinomialLowerTail(uint64_t k, uint64_t trials, double chance);

/// @return twice the smaller tail that includes k, at most 1
double BinomialTwoSided(uint64_t k, uint64_t trials, double chance);

/// @return E|X - trials * chance|, exact (De Moivre). O(1)
double BinomialMeanDeviation(uint64_t trials, double chance);

/**
 * Upper tail of the Pearson type III law (a shifted gamma) with mean 0, variance 1 and a skewness;
 * with skewness sqrt(8/k) that of a standardised chi-square of k degrees of freedom.
 * @param skewness 0 (normal) or more
 * @return P(Y >= y)
 */
double PearsonThreeUpperTail(double y, double skewness);

/// @return P(Y <= y)
double PearsonThreeLowerTail(double y, double skewness);

/// @}

} // namespace bindstorm

#endif // BINDSTORM_SPECIAL_TAILS_H
