/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/power.h"

#include "analysis/chi-square.h"
#include "analysis/grouping.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

/// p-value of 10,000 ports of 1024-65535 in 63 bins of 1024 ports.
template <class Draw>
double
TestBinsOf1024(Draw draw)
{
    const Grouping bins = Grouping::EqualBins(1024, 65535, 63);
    std::vector<uint64_t> counts(63);
    for (int i = 0; i < 10000; ++i)
    {
        ++counts[bins.GroupOf(static_cast<uint16_t>(draw()))];
    }
    return ChiSquareOfWidths(counts, std::vector<uint64_t>(63, 1024)).pValue;
}

} // namespace

TEST(Power, AgreesWithScipy)
{
    // Case E01: ncx2.sf(chi2.isf(1e-6, 62), 62, 151.4) -> 0.9997487300333715
    EXPECT_NEAR(PowerOfChiSquare(151.4, 62, 1e-6), 0.9997487300333715, 1e-9);
}

TEST(Power, IsTheLevelWithoutADefect)
{
    EXPECT_EQ(PowerOfChiSquare(0, 62, 1e-6), 1e-6);
    EXPECT_NEAR(PowerOfChiSquare(1e-9, 62, 1e-3), 1e-3, 1e-8);
}

TEST(Power, ChoosesTheLeastSufficientNumberOfDraws)
{
    // brentq on ncx2.sf: 8004.27 and 2207.5002
    EXPECT_EQ(DrawsForPower(0.0151367, 62, 1e-6, 0.99), 8005U);
    EXPECT_EQ(DrawsForPower(0.0308, 15, 1e-3, 0.999), 2208U);
    EXPECT_EQ(DrawsForPower(1000, 1, 0.01, 0.5), 1U);
}

TEST(Power, RefusesTestsThatCannotBe)
{
    EXPECT_THROW(PowerOfChiSquare(-1, 3, 0.01), ConfigError);
    EXPECT_THROW(PowerOfChiSquare(1, 0, 0.01), ConfigError);
    EXPECT_THROW(PowerOfChiSquare(1, 3, 1), ConfigError);
    EXPECT_THROW(DrawsForPower(0, 3, 0.01, 0.9), ConfigError);
    EXPECT_THROW(DrawsForPower(1e-300, 3, 0.01, 0.9), ConfigError);
}

TEST(Power, IsReachedByARemainderFoldedOntoTheRange)
{
    // Public report HenrikBengtsson/port4me#7. Misses are binomial(200, 0.00025).
    UniformDraws draws(1);
    int caught = 0;
    for (int seed = 0; seed < 200; ++seed)
    {
        caught += TestBinsOf1024([&] { return 1024 + draws.Below(65536) % 64512; }) <= 1e-6 ? 1 : 0;
    }
    EXPECT_GE(caught, 198);
}

TEST(Power, IsNotBoughtWithFalseAlarms)
{
    UniformDraws draws(2);
    for (int seed = 0; seed < 200; ++seed)
    {
        EXPECT_GT(TestBinsOf1024([&] { return 1024 + draws.Below(64512); }), 1e-6) << seed;
    }
}

} // namespace bindstorm
