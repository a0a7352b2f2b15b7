/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/special-tails.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace bindstorm
{

// Expected numbers are from scipy 1.17.1, by the expression in the comment.

TEST(SpecialTails, ChiSquareAgreesWithScipy)
{
    EXPECT_NEAR(ChiSquareUpperTail(62, 62), 0.4761119798121258, 1e-13);      // chi2.sf(62, 62)
    EXPECT_NEAR(ChiSquareUpperTail(37.7, 15), 0.0009990843015883135, 1e-15); // chi2.sf(37.7, 15)
    EXPECT_NEAR(ChiSquareLowerTail(3.5, 7), 0.16477451738965782, 1e-13);     // chi2.cdf(3.5, 7)
}

TEST(SpecialTails, ChiSquareHasItsEnds)
{
    EXPECT_EQ(ChiSquareUpperTail(0, 3), 1);
    EXPECT_EQ(ChiSquareLowerTail(0, 3), 0);
    EXPECT_EQ(ChiSquareUpperTail(std::numeric_limits<double>::infinity(), 3), 0);
    EXPECT_EQ(ChiSquareLowerTail(std::numeric_limits<double>::infinity(), 3), 1);
}

TEST(SpecialTails, NormalAgreesWithScipy)
{
    EXPECT_NEAR(NormalUpperTail(6), 9.865876450376946e-10, 1e-22); // norm.sf(6)
    EXPECT_NEAR(NormalTwoSided(-6), 2 * 9.865876450376946e-10, 1e-22);
    EXPECT_EQ(NormalTwoSided(0), 1);
}

TEST(SpecialTails, BinomialAgreesWithScipy)
{
    EXPECT_NEAR(BinomialUpperTail(30, 100, 0.2),
                0.011248978720991648,
                1e-14); // binom.sf(29,100,.2)
    EXPECT_NEAR(BinomialLowerTail(11, 100, 0.2),
                0.012574876348121796,
                1e-14); // binom.cdf(11,100,.2)
    EXPECT_EQ(BinomialUpperTail(0, 100, 0.2), 1);
    EXPECT_EQ(BinomialUpperTail(101, 100, 0.2), 0);
    EXPECT_EQ(BinomialLowerTail(100, 100, 0.2), 1);
}

TEST(SpecialTails, FortyEvenPortsInARowHaveTwoChancesInTwoToTheForty)
{
    EXPECT_DOUBLE_EQ(BinomialTwoSided(40, 40, 0.5), 0x1p-39);
    EXPECT_DOUBLE_EQ(BinomialTwoSided(0, 40, 0.5), 0x1p-39);
    EXPECT_EQ(BinomialTwoSided(20, 40, 0.5), 1);
}

TEST(SpecialTails, MeanDeviationOfABinomialIsExact)
{
    // k = arange(101); (abs(k - 13) * binom.pmf(k, 100, .13)).sum()
    EXPECT_NEAR(BinomialMeanDeviation(100, 0.13), 2.6658388634117793, 1e-12);
    // One draw: (1 - p) p + p (1 - p).
    EXPECT_NEAR(BinomialMeanDeviation(1, 0.25), 0.375, 1e-15);
    EXPECT_EQ(BinomialMeanDeviation(100, 0), 0);
    EXPECT_EQ(BinomialMeanDeviation(100, 1), 0);
}

TEST(SpecialTails, PearsonThreeAgreesWithScipyAndEndsInTheNormalLaw)
{
    EXPECT_NEAR(PearsonThreeUpperTail(3.2, 0.24), 0.0018539589159900513, 1e-14); // pearson3.sf
    EXPECT_NEAR(PearsonThreeLowerTail(-2, 0.24), 0.015932350766185294, 1e-13);   // pearson3.cdf
    EXPECT_NEAR(PearsonThreeUpperTail(3.2, 1.01e-5), NormalUpperTail(3.2), 5e-8);
    EXPECT_EQ(PearsonThreeUpperTail(3.2, 0), NormalUpperTail(3.2));
    EXPECT_EQ(PearsonThreeUpperTail(-100, 1), 1);
    EXPECT_EQ(PearsonThreeLowerTail(-100, 1), 0);
}

TEST(SpecialTails, PearsonThreeOfAChiSquareIsTheChiSquare)
{
    const double k = 15;
    const double y = (37.7 - k) / std::sqrt(2 * k);
    EXPECT_NEAR(PearsonThreeUpperTail(y, std::sqrt(8 / k)), ChiSquareUpperTail(37.7, k), 1e-15);
}

} // namespace bindstorm
