/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/paired-difference.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

using Pairs = std::vector<std::pair<double, double>>;

// W. S. Gosset, "The probable error of a mean", Biometrika 6 (1908), p. 20: additional hours of
// sleep of ten patients with two drugs. Mean difference 1.58, t = 4.06 with 9 degrees of freedom;
// scipy.stats.ttest_rel(b, a).confidence_interval() is (0.7001142, 2.4598858).
const Pairs SLEEP{{0.7, 1.9},
                  {-1.6, 0.8},
                  {-0.2, 1.1},
                  {-1.2, 0.1},
                  {-0.1, -0.1},
                  {3.4, 4.4},
                  {3.7, 5.5},
                  {0.8, 1.6},
                  {0.0, 4.6},
                  {2.0, 3.4}};

} // namespace

TEST(PairedDifference, GivesTheIntervalOfStudentsOwnExample)
{
    const PairedDifference sleep = ComparePairs(SLEEP);
    EXPECT_EQ(sleep.pairs, 10U);
    EXPECT_NEAR(sleep.meanBefore, 0.75, 1e-12);
    EXPECT_NEAR(sleep.meanAfter, 2.33, 1e-12);
    EXPECT_NEAR(sleep.meanDifference, 1.58, 1e-12);
    EXPECT_NEAR(sleep.meanDifference - sleep.halfWidth.value(), 0.7001142, 1e-6);
    EXPECT_NEAR(sleep.meanDifference + sleep.halfWidth.value(), 2.4598858, 1e-6);
    EXPECT_NEAR(sleep.relativeChange.value(), 1.58 / 0.75, 1e-12);
    EXPECT_EQ(sleep.risen, 9U);
    EXPECT_EQ(sleep.fallen, 0U);
    EXPECT_EQ(sleep.equal, 1U);
}

TEST(PairedDifference, TwoPairsHaveAWideInterval)
{
    // Differences 1 and 3: mean 2, standard error 1, and t(0.975) of one degree is tan(0.475 pi).
    const PairedDifference two = ComparePairs({{0, 1}, {0, 3}});
    EXPECT_DOUBLE_EQ(two.meanDifference, 2);
    EXPECT_NEAR(two.halfWidth.value(), std::tan(0.475 * std::acos(-1.0)), 1e-9);
    EXPECT_FALSE(two.relativeChange.has_value());
}

TEST(PairedDifference, OnePairAndNoneHaveNoInterval)
{
    const PairedDifference one = ComparePairs({{4, 3}});
    EXPECT_EQ(one.pairs, 1U);
    EXPECT_DOUBLE_EQ(one.meanDifference, -1);
    EXPECT_DOUBLE_EQ(one.relativeChange.value(), -0.25);
    EXPECT_FALSE(one.halfWidth.has_value());
    EXPECT_EQ(one.fallen, 1U);
    const PairedDifference none = ComparePairs({});
    EXPECT_EQ(none.pairs, 0U);
    EXPECT_FALSE(none.halfWidth.has_value());
    EXPECT_FALSE(none.relativeChange.has_value());
}

TEST(PairedDifference, EqualNumbersDifferByExactlyNothing)
{
    const PairedDifference same = ComparePairs(Pairs(7, {0.1, 0.1}));
    EXPECT_EQ(same.meanBefore, 0.1);
    EXPECT_EQ(same.meanDifference, 0);
    EXPECT_EQ(same.halfWidth.value(), 0);
    EXPECT_EQ(same.equal, 7U);
}

TEST(PairedDifference, WhatIsNotFiniteIsLeftOutAndCounted)
{
    const double inf = std::numeric_limits<double>::infinity();
    const PairedDifference some = ComparePairs({{1, 2}, {inf, inf}, {1, inf}, {NAN, 1}, {2, 3}});
    EXPECT_EQ(some.pairs, 2U);
    EXPECT_EQ(some.leftOut, 3U);
    EXPECT_DOUBLE_EQ(some.meanDifference, 1);
}

RC_GTEST_PROP(PairedDifference,
              TurnsRoundWithItsSides,
              (const std::vector<std::pair<int, int>>& all))
{
    Pairs there;
    Pairs back;
    for (const auto& [a, b] : all)
    {
        there.emplace_back(a, b);
        back.emplace_back(b, a);
    }
    const PairedDifference one = ComparePairs(there);
    const PairedDifference other = ComparePairs(back);
    RC_ASSERT(one.meanDifference == -other.meanDifference);
    RC_ASSERT(one.halfWidth == other.halfWidth);
    RC_ASSERT(one.risen == other.fallen);
    RC_ASSERT(one.equal == other.equal);
    RC_ASSERT(one.risen + one.fallen + one.equal == all.size());
}

} // namespace bindstorm
