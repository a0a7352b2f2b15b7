/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/forged-answer.h"

#include "analysis/uniformity-text.h"
#include "analysis/uniformity.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

/// Case E15: an attacker forges 200 answers inside each of 100 windows.
constexpr uint64_t FORGERIES = 200;
constexpr uint64_t WINDOWS = 100;
constexpr uint16_t LOW = 1024;
constexpr uint16_t HIGH = 65535;
constexpr uint32_t PORTS = 64512;

/// What the ports of 1,000 queries show, in a range of 64,512.
template <class Draw>
UniformityReport
MeasureQueries(Draw draw)
{
    std::vector<uint64_t> observed(PORTS);
    for (int i = 0; i < 1000; ++i)
    {
        ++observed[draw()];
    }
    UniformityInput input;
    input.low = LOW;
    input.high = HIGH;
    input.observed = observed;
    return MeasureUniformity(input);
}

double
ForgeryProbabilityOf(const UniformityReport& report)
{
    return ForgeryProbability(std::exp2(-report.entropy.minCorrected), FORGERIES, WINDOWS);
}

} // namespace

TEST(ForgedAnswer, HasTheChanceOfTheFormula)
{
    EXPECT_NEAR(ForgeryProbability(1, FORGERIES, WINDOWS), 0.26335, 5e-6);
    EXPECT_NEAR(ForgeryProbability(1.0 / PORTS, FORGERIES, WINDOWS), 4.73e-6, 5e-9);
}

TEST(ForgedAnswer, IsAcceptedAsOftenAsTheFormulaSays)
{
    // 2,000 seeds: 435 and 622 are binomial bounds of 0.26335 with 1e-6 a side.
    int accepted = 0;
    for (uint64_t seed = 1; seed <= 2000; ++seed)
    {
        UniformDraws draws(seed);
        bool isAccepted = false;
        for (uint64_t window = 0; window < WINDOWS; ++window)
        {
            // One fixed port: only the query id is left, and the forged ids are a run of 200.
            const uint32_t id = draws.Below(65536);
            const uint32_t firstForged = draws.Below(65536);
            isAccepted |= ((id - firstForged) & 0xffffU) < FORGERIES;
        }
        accepted += isAccepted ? 1 : 0;
    }
    EXPECT_GE(accepted, 435);
    EXPECT_LE(accepted, 622);
}

TEST(ForgedAnswer, IsFoundFromTheMeasuredPortsToo)
{
    const UniformityReport fixed = MeasureQueries([] { return 4321U; });
    EXPECT_EQ(fixed.entropy.corrected, 0);
    // Shrinking the share of the only port takes a thousandth of it away.
    EXPECT_NEAR(ForgeryProbabilityOf(fixed), 0.26335, 0.0005);
    UniformDraws draws(1);
    const UniformityReport fresh = MeasureQueries([&] { return draws.Below(PORTS); });
    EXPECT_NEAR(ForgeryProbabilityOf(fresh), 4.73e-6, 5e-9);
}

TEST(ForgedAnswer, ComesWithAWarningThatAThousandDrawsCannotMeasureSixteenBits)
{
    UniformDraws draws(1);
    const UniformityReport report = MeasureQueries([&] { return draws.Below(PORTS); });
    EXPECT_FALSE(report.entropy.isReliable);
    EXPECT_LT(report.entropy.plugIn, 10);
    EXPECT_LT(report.entropy.minLowerBound, 10);
    EXPECT_THAT(Format(report), testing::HasSubstr("too small with so few samples a port"));
}

TEST(ForgedAnswer, IsNeverAndAlwaysAcceptedAtTheEnds)
{
    EXPECT_EQ(ForgeryProbability(1, 0, 100), 0);
    EXPECT_EQ(ForgeryProbability(0, 200, 100), 0);
    EXPECT_EQ(ForgeryProbability(1, 65536, 1), 1);
    EXPECT_EQ(ForgeryProbability(1, 1U << 20, 0), 0);
    EXPECT_EQ(ForgeryProbability(0.5, 3 * 65536, 7), 1);
    EXPECT_THROW(ForgeryProbability(-0.1, 1, 1), ConfigError);
    EXPECT_THROW(ForgeryProbability(1.1, 1, 1), ConfigError);
    EXPECT_THROW(ForgeryProbability(NAN, 1, 1), ConfigError);
}

} // namespace bindstorm
