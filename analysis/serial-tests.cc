/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "serial-tests.h"

#include "special-tails.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace bindstorm
{

namespace
{

/// Chance that two independent draws are equal.
double
ChanceOfRepeat(std::span<const double> chances)
{
    return std::inner_product(chances.begin(), chances.end(), chances.begin(), 0.0);
}

/// Chance that two independent draws lie 1 to SerialCounts::STEPS apart mod the range, which must
/// be longer than twice that. A window slides over the ports ahead of each one; a step back over a
/// pair is the step ahead of the pair in the other order.
double
ChanceOfSmallStep(std::span<const double> chances)
{
    const size_t ports = chances.size();
    double window = 0;
    for (size_t i = 1; i <= SerialCounts::STEPS; ++i)
    {
        window += chances[i];
    }
    double sum = 0;
    for (size_t i = 0; i < ports; ++i)
    {
        sum += chances[i] * window;
        window += chances[(i + SerialCounts::STEPS + 1) % ports] - chances[(i + 1) % ports];
    }
    return 2 * sum;
}

UniformityTest
TestTable(std::string name, std::span<const uint64_t> table, size_t side, uint64_t leastPairs)
{
    UniformityTest test;
    test.name = std::move(name);
    std::vector<double> rows(side);
    std::vector<double> columns(side);
    double pairs = 0;
    for (size_t i = 0; i < table.size(); ++i)
    {
        const auto count = static_cast<double>(table[i]);
        rows[i / side] += count;
        columns[i % side] += count;
        pairs += count;
    }
    const auto isFilled = [](double value) { return value > 0; };
    const auto filledRows = std::count_if(rows.begin(), rows.end(), isFilled);
    const auto filledColumns = std::count_if(columns.begin(), columns.end(), isFilled);
    test.degreesOfFreedom = static_cast<double>((filledRows - 1) * (filledColumns - 1));
    if (pairs < static_cast<double>(leastPairs) || test.degreesOfFreedom <= 0)
    {
        test.degreesOfFreedom = 0;
        test.method = pairs > 0 ? PValueMethod::NOT_TESTED : PValueMethod::NO_DATA;
        return test;
    }
    for (size_t i = 0; i < table.size(); ++i)
    {
        const double expected = rows[i / side] * columns[i % side] / pairs;
        if (expected > 0)
        {
            const double difference = static_cast<double>(table[i]) - expected;
            test.statistic += difference * difference / expected;
        }
    }
    test.pValue = ChiSquareUpperTail(test.statistic, test.degreesOfFreedom);
    test.effectSize = std::sqrt(std::max(0.0, test.statistic - test.degreesOfFreedom) / pairs);
    test.method = PValueMethod::CHI_SQUARE;
    return test;
}

UniformityTest
TestCorrelation(const SerialCounts& counts)
{
    constexpr uint64_t LEAST_PAIRS = 100;
    UniformityTest test;
    test.name = "lag-1 correlation";
    const bool isVaried = counts.GetRepeats() < counts.GetPairs();
    if (counts.GetPairs() < LEAST_PAIRS || !isVaried)
    {
        test.method = counts.GetPairs() > 0 ? PValueMethod::NOT_TESTED : PValueMethod::NO_DATA;
        return test;
    }
    test.effectSize = counts.GetLagOneCorrelation();
    test.statistic = test.effectSize * std::sqrt(static_cast<double>(counts.GetPairs()));
    test.pValue = NormalTwoSided(test.statistic);
    test.method = PValueMethod::NORMAL;
    return test;
}

UniformityTest
TestCount(std::string name, uint64_t count, uint64_t pairs, double chance)
{
    UniformityTest test;
    test.name = std::move(name);
    test.statistic = static_cast<double>(count);
    if (pairs == 0 || !(chance > 0 && chance < 1))
    {
        test.method = pairs > 0 ? PValueMethod::NOT_TESTED : PValueMethod::NO_DATA;
        return test;
    }
    test.pValue = BinomialTwoSided(count, pairs, chance);
    test.effectSize = test.statistic / (static_cast<double>(pairs) * chance);
    test.method = PValueMethod::EXACT_BINOMIAL;
    return test;
}

} // namespace

std::vector<UniformityTest>
TestSerial(const SerialCounts& counts, std::span<const double> expected)
{
    constexpr uint32_t GROUPS = SerialCounts::GROUPS;
    constexpr size_t LEAST_PORTS = 128;
    if (expected.size() != size_t{counts.GetHigh()} - counts.GetLow() + 1)
    {
        throw ConfigError(fmt::format("{} expected counts for the successive ports of {}-{}",
                                      expected.size(),
                                      counts.GetLow(),
                                      counts.GetHigh()));
    }
    std::vector<uint64_t> groupPairs;
    for (uint32_t i = 0; i < GROUPS * GROUPS; ++i)
    {
        groupPairs.push_back(counts.GetGroupPairs(i / GROUPS, i % GROUPS));
    }
    std::vector<uint64_t> parityPairs;
    for (uint32_t i = 0; i < 4; ++i)
    {
        parityPairs.push_back(counts.GetParityPairs(i / 2, i % 2));
    }
    const double total = std::accumulate(expected.begin(), expected.end(), 0.0);
    std::vector<double> chances(expected.begin(), expected.end());
    for (double& chance : chances)
    {
        chance = total > 0 ? chance / total : 0;
    }
    const double small = chances.size() >= LEAST_PORTS ? ChanceOfSmallStep(chances) : 0;
    const uint64_t pairs = counts.GetPairs();
    std::vector<UniformityTest> tests;
    tests.push_back(
        TestTable("successive sixteenths", groupPairs, GROUPS, uint64_t{5} * GROUPS * GROUPS));
    tests.push_back(TestTable("successive parities", parityPairs, 2, 40));
    tests.push_back(TestCorrelation(counts));
    tests.push_back(TestCount("repeats", counts.GetRepeats(), pairs, ChanceOfRepeat(chances)));
    tests.push_back(TestCount("small steps", counts.GetSmallSteps(), pairs, small));
    return tests;
}

} // namespace bindstorm
