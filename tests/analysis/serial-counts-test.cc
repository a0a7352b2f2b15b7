/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/serial-counts.h"

#include "analysis/serial-tests.h"
#include "level-check.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace bindstorm
{

namespace
{

SerialCounts
CountAll(uint16_t low, uint16_t high, const std::vector<uint16_t>& ports)
{
    SerialCounts counts(low, high);
    for (const uint16_t port : ports)
    {
        counts.Add(port);
    }
    return counts;
}

const UniformityTest&
Find(const std::vector<UniformityTest>& tests, const std::string& name)
{
    for (const UniformityTest& test : tests)
    {
        if (test.name == name)
        {
            return test;
        }
    }
    throw std::out_of_range(name);
}

} // namespace

TEST(SerialCounts, KeepsTheSignOfDifferences)
{
    const SerialCounts counts = CountAll(60000, 60999, {60001, 60000, 60999, 60003, 60003});
    EXPECT_EQ(counts.GetPairs(), 4U);
    EXPECT_EQ(counts.GetSteps(-1), 2U); // 60001 -> 60000, and 60000 -> 60999 around the end
    EXPECT_EQ(counts.GetSteps(4), 1U);  // 60999 -> 60003 around the end
    EXPECT_EQ(counts.GetRepeats(), 1U);
    EXPECT_EQ(counts.GetSmallSteps(), 3U);
    EXPECT_EQ(counts.GetRises(), 1U);
    EXPECT_FALSE(counts.IsMonotone());
    EXPECT_EQ(counts.GetParityPairs(1, 0), 1U);
    EXPECT_EQ(counts.GetParityPairs(0, 1), 1U);
    EXPECT_EQ(counts.GetParityPairs(1, 1), 2U);
}

RC_GTEST_PROP(SerialCounts, AgreesWithTheDefinition, ())
{
    const auto low = *rc::gen::inRange<uint16_t>(1, 60000);
    const auto size = *rc::gen::inRange<int>(1, 5000);
    const auto places = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, size));
    std::vector<uint16_t> ports;
    ports.reserve(places.size());
    for (const int place : places)
    {
        ports.push_back(static_cast<uint16_t>(low + place));
    }
    const SerialCounts counts = CountAll(low, static_cast<uint16_t>(low + size - 1), ports);
    std::vector<uint64_t> groups(256);
    std::vector<uint64_t> steps(33);
    int64_t product = 0;
    int64_t square = 0;
    const int middle = (size - 1) / 2;
    for (size_t i = 1; i < places.size(); ++i)
    {
        const int x = places[i - 1];
        const int y = places[i];
        const int group = x * 16 / size * 16 + y * 16 / size;
        ++groups[static_cast<size_t>(group)];
        product += int64_t{x - middle} * (y - middle);
        square += int64_t{x - middle} * (x - middle);
        const int forward = ((y - x) % size + size) % size;
        const int backward = size - forward;
        const int bin = forward <= 16 ? 16 + forward : 16 - backward;
        if (bin >= 0)
        {
            ++steps[static_cast<size_t>(bin)];
        }
    }
    for (uint32_t i = 0; i < 256; ++i)
    {
        RC_ASSERT(counts.GetGroupPairs(i / 16, i % 16) == groups[i]);
    }
    for (int step = -16; step <= 16; ++step)
    {
        const int bin = step + 16;
        RC_ASSERT(counts.GetSteps(step) == steps[static_cast<size_t>(bin)]);
    }
    RC_ASSERT(counts.GetMoments().xy == Int128{product});
    RC_ASSERT(counts.GetMoments().xx == Int128{square});
}

TEST(SerialCounts, MakesNoPairAcrossABreakOrAPortOutside)
{
    SerialCounts counts(100, 199);
    counts.Add(100);
    counts.Break();
    counts.Add(101);
    counts.Add(200);
    counts.Add(102);
    EXPECT_EQ(counts.GetPairs(), 0U);
    EXPECT_EQ(counts.GetOutside(), 1U);
    EXPECT_EQ(counts.GetLagOneCorrelation(), 0);
}

TEST(SerialCounts, MergesTheSourcesOfOneRange)
{
    SerialCounts first = CountAll(100, 199, {100, 150, 151});
    const SerialCounts second = CountAll(100, 199, {199, 198});
    first.Merge(second);
    EXPECT_EQ(first.GetPairs(), 3U);
    EXPECT_EQ(first.GetSteps(1), 1U);
    EXPECT_EQ(first.GetSteps(-1), 1U);
    EXPECT_THROW(first.Merge(SerialCounts(100, 200)), ConfigError);
}

TEST(SerialCounts, RefusesQuestionsItCannotAnswer)
{
    const SerialCounts counts(100, 199);
    EXPECT_THROW(counts.GetSteps(17), std::out_of_range);
    EXPECT_THROW(counts.GetGroupPairs(16, 0), std::out_of_range);
    EXPECT_THROW(counts.GetParityPairs(0, 2), std::out_of_range);
}

TEST(SerialCounts, HasCorrelationOneOnALineAndMinusOneOnASeesaw)
{
    EXPECT_NEAR(CountAll(1, 1000, {10, 20, 30, 40, 50}).GetLagOneCorrelation(), 1, 1e-12);
    EXPECT_NEAR(CountAll(1, 1000, {10, 20, 10, 20, 10}).GetLagOneCorrelation(), -1, 1e-12);
    EXPECT_TRUE(CountAll(1, 1000, {10, 20, 30}).IsMonotone());
    EXPECT_TRUE(CountAll(1, 1000, {30, 20, 20}).IsMonotone());
    EXPECT_TRUE(CountAll(1, 1000, {30, 30, 40}).IsMonotone());
}

TEST(SerialTests, KeepTheirLevelWithIndependentPortsOfARangeWithHoles)
{
    // Every third port is busy for good. Counts come in steps, so levels are upper bounds.
    std::vector<double> expected;
    std::vector<uint16_t> open;
    for (uint16_t port = 1000; port < 2000; ++port)
    {
        expected.push_back(port % 3 == 0 ? 0 : 1);
        if (port % 3 != 0)
        {
            open.push_back(port);
        }
    }
    std::map<std::string, LevelCheck> checks;
    UniformDraws draws(1);
    for (int run = 0; run < 4000; ++run)
    {
        SerialCounts counts(1000, 1999);
        for (int i = 0; i < 3000; ++i)
        {
            counts.Add(open[draws.Below(static_cast<uint32_t>(open.size()))]);
        }
        for (const UniformityTest& test : TestSerial(counts, expected))
        {
            checks[test.name].Add(test.pValue);
        }
    }
    EXPECT_EQ(checks.size(), 5U);
    for (const auto& [name, check] : checks)
    {
        SCOPED_TRACE(name);
        check.ExpectAtMost();
        EXPECT_GT(check.ShareAt(0.05), 0.02);
    }
}

TEST(SerialTests, AgreeWithScipyOnATwoByTwoTable)
{
    // chi2_contingency([[30, 14], [10, 26]], correction=False) -> 12.9293, 0.000323480
    std::vector<uint16_t> ports;
    SerialCounts counts(100, 299);
    const auto addPairs = [&](uint16_t previous, uint16_t next, int times)
    {
        for (int i = 0; i < times; ++i)
        {
            counts.Add(previous);
            counts.Add(next);
            counts.Break();
        }
    };
    addPairs(100, 202, 30);
    addPairs(100, 203, 14);
    addPairs(101, 202, 10);
    addPairs(101, 203, 26);
    const std::vector<UniformityTest> tests = TestSerial(counts, std::vector<double>(200, 1));
    const UniformityTest& test = Find(tests, "successive parities");
    EXPECT_NEAR(test.statistic, 12.929292929292929, 1e-12);
    EXPECT_NEAR(test.pValue, 0.0003234799467258457, 1e-14);
}

TEST(SerialTests, CatchACounterByItsSteps)
{
    SerialCounts counts(32768, 60999);
    for (int i = 0; i < 100; ++i)
    {
        counts.Add(static_cast<uint16_t>(40000 + i));
    }
    const std::vector<UniformityTest> tests = TestSerial(counts, std::vector<double>(28232, 1));
    EXPECT_LT(Find(tests, "small steps").pValue, 1e-200);
}

TEST(SerialTests, CatchPortsThatAlternateBetweenTheHalves)
{
    UniformDraws draws(1);
    SerialCounts counts(32768, 60999);
    for (uint32_t i = 0; i < 2000; ++i)
    {
        counts.Add(static_cast<uint16_t>(32768 + i % 2 * 14116 + draws.Below(14116)));
    }
    const std::vector<UniformityTest> tests = TestSerial(counts, std::vector<double>(28232, 1));
    EXPECT_LT(Find(tests, "lag-1 correlation").pValue, 1e-100);
    EXPECT_LT(Find(tests, "successive sixteenths").pValue, 1e-100);
}

TEST(SerialTests, DoNotTestWhatIsTooLittle)
{
    const SerialCounts empty(100, 299);
    for (const UniformityTest& test : TestSerial(empty, std::vector<double>(200, 1)))
    {
        EXPECT_EQ(test.method, PValueMethod::NO_DATA) << test.name;
        EXPECT_TRUE(std::isnan(test.pValue));
    }
    const SerialCounts few = CountAll(100, 299, {100, 200});
    const std::vector<UniformityTest> tests = TestSerial(few, std::vector<double>(200, 1));
    EXPECT_EQ(Find(tests, "successive sixteenths").method, PValueMethod::NOT_TESTED);
    EXPECT_EQ(Find(tests, "lag-1 correlation").method, PValueMethod::NOT_TESTED);
    EXPECT_THROW(TestSerial(few, std::vector<double>(199, 1)), ConfigError);
}

} // namespace bindstorm
