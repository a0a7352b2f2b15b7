/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/uniformity.h"

#include "analysis/power.h"
#include "analysis/uniformity-text.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace bindstorm
{

namespace
{

/// Opens and closes one socket at a time, so that occupancy is static.
UniformityReport
MeasureOpenClose(uint16_t low,
                 uint16_t high,
                 uint64_t samples,
                 const std::function<uint32_t()>& draw,
                 double level = 0.001)
{
    PortExposure exposure(low, high);
    SerialCounts serial(low, high);
    for (uint64_t i = 0; i < samples; ++i)
    {
        const auto port = static_cast<uint16_t>(draw());
        exposure.OnAllocate(port, exposure.GetFreeCount());
        serial.Add(port);
    }
    return MeasureUniformity(exposure, nullptr, &serial, level);
}

const UniformityTest&
Find(const UniformityReport& report, const std::string& name)
{
    for (const UniformityTest& test : report.tests)
    {
        if (test.name == name)
        {
            return test;
        }
    }
    throw std::out_of_range(name);
}

/// Noncentrality per draw, in sixteenths, of a 16-bit number folded onto 1024-65535 by remainder.
double
FoldNoncentrality()
{
    // The first sixteenth has 4,032 ports of which 1,024 come twice; u is the fair share.
    const double u = 1.0 / 16;
    const double first = (4032 + 1024) / 65536.0;
    const double other = 4032 / 65536.0;
    return (first - u) * (first - u) / u + 15 * (other - u) * (other - u) / u;
}

} // namespace

// Case T04, with the next test.
TEST(Uniformity, GateFailsASoundAllocatorAsSeldomAsItSays)
{
    // 2,000 seeds. Level 0.001: more than 12 failures have chance 1e-6. Level 0.01: 3 to 44, 1e-6 a
    // side; fewer would mean that the correction wastes what it was given.
    int failures = 0;
    int failuresAtOnePerCent = 0;
    for (uint64_t seed = 1; seed <= 2000; ++seed)
    {
        UniformDraws draws(seed);
        const UniformityReport report =
            MeasureOpenClose(32768, 36863, 10000, [&] { return 32768 + draws.Below(4096); });
        failures += report.isRejected ? 1 : 0;
        failuresAtOnePerCent += report.pOverall <= 0.01 ? 1 : 0;
    }
    EXPECT_LE(failures, 12);
    EXPECT_GE(failuresAtOnePerCent, 3);
    EXPECT_LE(failuresAtOnePerCent, 44);
}

TEST(Uniformity, GateCatchesEveryPlantedDefectWithTheSampleSizeItChose)
{
    // Fifteen tests at most share the level, so this is enough for the sixteenths on their own.
    const uint64_t samples = DrawsForPower(FoldNoncentrality(), 15, 0.001 / 15, 0.999);
    EXPECT_LT(samples, 25000U);
    const auto expectCaught = [&](const char* defect, auto makeDraw)
    {
        int caught = 0;
        for (uint64_t seed = 1; seed <= 100; ++seed)
        {
            UniformDraws draws(seed);
            caught += MeasureOpenClose(1024, 65535, samples, makeDraw(draws)).isRejected ? 1 : 0;
        }
        EXPECT_GE(caught, 99) << defect;
    };
    expectCaught("fold",
                 [](UniformDraws& draws)
                 { return [&] { return 1024 + draws.Below(65536) % 64512; }; });
    expectCaught("parity",
                 [](UniformDraws& draws) { return [&] { return 1024 + 2 * draws.Below(32256); }; });
    expectCaught("low four bits stuck",
                 [](UniformDraws& draws)
                 { return [&] { return (1024 + draws.Below(64512)) | 15U; }; });
    expectCaught("counter from a random start",
                 [](UniformDraws& draws) {
                     return [next = draws.Below(64512)]() mutable { return 1024 + next++ % 64512; };
                 });
}

TEST(Uniformity, NamesParityAfterFortyEvenPorts)
{
    UniformDraws draws(1);
    const UniformityReport report =
        MeasureOpenClose(32768, 60999, 40, [&] { return 32768 + 2 * draws.Below(14116); });
    EXPECT_TRUE(report.isRejected);
    EXPECT_EQ(report.worst, "parity");
    EXPECT_DOUBLE_EQ(Find(report, "parity").pValue, 0x1p-39);
    EXPECT_EQ(report.evenShare, 1);
    EXPECT_EQ(report.evenShareExpected, 0.5);
}

TEST(Uniformity, NamesParityAlsoWhenAllFinerGroupingsFailToo)
{
    UniformDraws draws(2);
    const UniformityReport report =
        MeasureOpenClose(32768, 60999, 200000, [&] { return 32768 + 2 * draws.Below(14116); });
    EXPECT_EQ(report.worst, "parity");
    EXPECT_EQ(report.pOverall, 0);
    EXPECT_NEAR(report.entropy.corrected, 13.785, 0.002);
    EXPECT_NEAR(report.entropy.possible, 14.785, 0.001);
    EXPECT_NEAR(Find(report, "parity").effectSize, 0.5, 1e-12);
    EXPECT_NEAR(Find(report, "low byte").effectSize, 1, 0.01);
}

TEST(Uniformity, SeesEveryPortOfAnOddRange)
{
    UniformDraws draws(3);
    const UniformityReport report =
        MeasureOpenClose(32768, 61000, 1'000'000, [&] { return 32768 + draws.Below(28233); });
    EXPECT_FALSE(report.isRejected);
    EXPECT_GT(report.ports.least, 0);
    EXPECT_NEAR(report.evenShareExpected, 14117.0 / 28233, 1e-12);
    EXPECT_EQ(report.ports.greatestCorrected, 1);
    EXPECT_EQ(report.ports.leastCorrected, 1);
    EXPECT_NEAR(report.entropy.minCorrected, std::log2(28233), 1e-9);
    EXPECT_LT(report.entropy.minPlugIn, 14);
    EXPECT_LT(report.entropy.minLowerBound, report.entropy.minPlugIn);
    // De Moivre's mean against the draws; five deviations.
    EXPECT_LT(std::abs(report.totalVariation.distance - report.totalVariation.expected),
              5 * report.totalVariation.deviation);
}

TEST(Uniformity, MeasuresASkewWithoutItsNoise)
{
    // The upper half of the range comes 1.5 times as often as the lower: 1.2 and 0.8.
    UniformDraws draws(4);
    const UniformityReport report = MeasureOpenClose(
        10000,
        10999,
        500000,
        [&]
        {
            const uint32_t place = draws.Below(1250);
            return 10000 + (place < 1000 ? place : place - 500 + draws.Below(2) * 250);
        });
    EXPECT_TRUE(report.isRejected);
    EXPECT_NEAR(report.sixteenths.greatestCorrected / report.sixteenths.leastCorrected, 1.5, 0.02);
    // Single ports have 500 draws, whose noise of 4.5 % shrinking only lessens.
    EXPECT_GT(report.ports.greatestCorrected / report.ports.leastCorrected, 1.5);
    EXPECT_LT(report.ports.greatestCorrected, report.ports.greatest);
    EXPECT_GT(report.ports.leastCorrected, report.ports.least);
    EXPECT_NEAR(report.sixteenths.trueDeviation, 0.2, 0.01);
    EXPECT_NEAR(report.totalVariation.distance, 0.1, 0.005);
    EXPECT_NEAR(Find(report, "sixteenths").effectSize, 0.2, 0.01);
}

TEST(Uniformity, DoesNotRejectAPerfectAllocatorUnderChurn)
{
    // 200 seeds at 1 %: more than 12 rejections have chance 3e-7.
    int rejected = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed)
    {
        UniformDraws draws(seed);
        PerfectRange range(2000, 4999);
        PortExposure exposure(2000, 4999);
        GroupedExposure groups(2000, 4999);
        SerialCounts serial(2000, 4999);
        for (int i = 0; i < 22000; ++i)
        {
            const uint32_t free = range.CountFree();
            const uint16_t port = range.Open(draws);
            if (free <= 300)
            {
                exposure.OnAllocate(port, free);
                groups.OnAllocate(port, free);
                serial.Add(port);
            }
            exposure.OnBusy(port);
            groups.OnBusy(port);
            if (free <= 300)
            {
                const uint16_t closed = range.Close(draws);
                exposure.OnFree(closed);
                groups.OnFree(closed);
            }
        }
        const UniformityReport report = MeasureUniformity(exposure, &groups, &serial, 0.01);
        EXPECT_FALSE(report.isStatic);
        EXPECT_EQ(report.tests.size(), 9U);
        rejected += report.isRejected ? 1 : 0;
    }
    EXPECT_LE(rejected, 12);
}

TEST(Uniformity, IsCertainAboutPortsThatWereNotFree)
{
    PortExposure exposure(100, 199);
    exposure.OnBusy(150);
    for (uint16_t port = 100; port < 200; ++port)
    {
        exposure.OnAllocate(port, 99);
    }
    const UniformityReport report = MeasureUniformity(exposure, nullptr, nullptr);
    EXPECT_TRUE(report.isRejected);
    EXPECT_EQ(report.worst, "free ports of the range only");
    EXPECT_EQ(report.outside, 1U);
    EXPECT_EQ(report.samples, 99U);
}

TEST(Uniformity, FindsCountsThatAreTooEven)
{
    uint32_t next = 0;
    const UniformityReport report =
        MeasureOpenClose(100, 199, 1000, [&] { return 100 + next++ * 37 % 100; });
    EXPECT_TRUE(report.isRejected);
    EXPECT_LT(Find(report, "too even").pHolm, 1e-9);
    EXPECT_EQ(Find(report, "whole range").pValue, 1);
}

TEST(Uniformity, SaysNoDataWithoutDraws)
{
    const PortExposure exposure(100, 199);
    const SerialCounts serial(100, 199);
    const UniformityReport report = MeasureUniformity(exposure, nullptr, &serial);
    EXPECT_TRUE(std::isnan(report.pOverall));
    EXPECT_FALSE(report.isRejected);
    for (const UniformityTest& test : report.tests)
    {
        EXPECT_EQ(test.method, PValueMethod::NO_DATA) << test.name;
    }
    EXPECT_THAT(Format(report), testing::HasSubstr("no data"));
}

TEST(Uniformity, CopesWithRangesOfOneToThreePorts)
{
    for (const uint16_t high : std::vector<uint16_t>{100, 101, 102})
    {
        UniformDraws draws(high);
        const UniformityReport report =
            MeasureOpenClose(100,
                             high,
                             1000,
                             [&] { return 100 + draws.Below(uint32_t{high} - 99); });
        EXPECT_FALSE(report.isRejected) << Format(report);
        EXPECT_EQ(std::isnan(report.pOverall), high == 100);
    }
}

TEST(Uniformity, TestsAgainstAnyGivenLaw)
{
    UniformityInput input;
    input.low = 10;
    input.high = 13;
    const std::vector<uint64_t> observed{400, 300, 200, 100};
    const std::vector<double> expected{400, 300, 200, 100};
    input.observed = observed;
    input.expected = expected;
    EXPECT_FALSE(MeasureUniformity(input).isRejected);
    input.expected = {};
    EXPECT_TRUE(MeasureUniformity(input).isRejected);
}

TEST(Uniformity, RefusesInputThatDoesNotBelongTogether)
{
    const std::vector<uint64_t> observed{214598, 241153};
    const std::vector<double> wrong{227877, 227877};
    UniformityInput input;
    input.low = 10;
    input.high = 11;
    input.observed = observed;
    input.expected = wrong;
    try
    {
        MeasureUniformity(input);
        FAIL() << "accepted totals that differ";
    }
    catch (const ConfigError& error)
    {
        EXPECT_THAT(error.what(), testing::HasSubstr("455751"));
        EXPECT_THAT(error.what(), testing::HasSubstr("455754"));
    }
    input.expected = {};
    EXPECT_THROW(MeasureUniformity(input, 0), ConfigError);
    input.isStatic = false;
    EXPECT_THROW(MeasureUniformity(input), ConfigError);
    input.isStatic = true;
    input.high = 12;
    EXPECT_THROW(MeasureUniformity(input), ConfigError);
    input.high = 9;
    EXPECT_THROW(MeasureUniformity(input), ConfigError);
}

TEST(Uniformity, ReadsAsATable)
{
    UniformDraws draws(1);
    const std::string text = Format(
        MeasureOpenClose(32768, 60999, 2000, [&] { return 32768 + 2 * draws.Below(14116); }));
    EXPECT_THAT(text, testing::HasSubstr("NOT uniform; clearest defect: parity"));
    EXPECT_THAT(text, testing::HasSubstr("exact binomial"));
    // Case T04: the level, the correction and the number of tests are in the report.
    EXPECT_THAT(text,
                testing::ContainsRegex("at family-wise level 0.001 \\(Holm, 1[0-9] tests\\)"));
    EXPECT_THAT(text, testing::HasSubstr("total variation"));
    EXPECT_THAT(text, testing::HasSubstr("even ports 1.0000 (expected 0.5000)"));
    size_t longest = 0;
    SCOPED_TRACE(text);
    for (size_t begin = 0; begin < text.size();)
    {
        const size_t end = text.find('\n', begin);
        longest = std::max(longest, end - begin);
        begin = end + 1;
    }
    EXPECT_LE(longest, 100U);
}

} // namespace bindstorm
