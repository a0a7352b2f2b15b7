/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "uniformity-battery.h"

#include "churn-statistic.h"
#include "holm.h"
#include "serial-tests.h"
#include "special-tails.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace bindstorm
{

namespace
{

/// From here on the steps of a statistic are small beside its spread, so its lower tail is smooth.
constexpr uint64_t LEAST_PORTS_FOR_EVENNESS = 31;

UniformityTest
ToTest(const std::string& name, const ChiSquareResult& result, uint64_t samples)
{
    UniformityTest test;
    test.name = name;
    test.statistic = result.statistic;
    test.degreesOfFreedom = result.degreesOfFreedom;
    test.pValue = result.pValue;
    test.method = result.method;
    if (samples > 0)
    {
        const double excess = std::max(0.0, result.statistic - result.degreesOfFreedom);
        test.effectSize = std::sqrt(excess / static_cast<double>(samples));
    }
    return test;
}

UniformityTest
ToTest(const std::string& name, const ChurnResult& result, std::span<const double> expected)
{
    UniformityTest test;
    test.name = name;
    test.statistic = result.statistic;
    test.degreesOfFreedom = result.degreesOfFreedom;
    test.pValue = result.pValue;
    test.method = result.method;
    // T over sum E^2 is (1/N) sum (O - E)^2 / E without noise when the E are alike.
    const double squares =
        std::inner_product(expected.begin(), expected.end(), expected.begin(), 0.0);
    test.effectSize = squares > 0 ? std::sqrt(std::max(0.0, result.statistic) / squares) : 0;
    return test;
}

} // namespace

UniformityBattery::UniformityBattery(const UniformityInput& input)
    : m_input(input),
      m_samples(std::accumulate(input.observed.begin(), input.observed.end(), uint64_t{0})),
      m_widths(input.expected.size())
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (size_t i = 0; i < m_widths.size(); ++i)
    {
        if (input.expected[i] > 0)
        {
            m_widths[i] = 1;
            ++m_exposed;
            least = std::min(least, input.expected[i]);
            most = std::max(most, input.expected[i]);
        }
    }
    m_isEqual = most - least <= 1e-9 * most;
}

std::vector<UniformityTest>
UniformityBattery::Run() const
{
    std::vector<UniformityTest> tests;
    if (m_input.outside > 0)
    {
        UniformityTest& test = tests.emplace_back();
        test.name = "free ports of the range only";
        test.statistic = static_cast<double>(m_input.outside);
        test.pValue = 0;
        test.effectSize = test.statistic / static_cast<double>(m_input.outside + m_samples);
        test.method = PValueMethod::IMPOSSIBLE;
    }
    AddGroupings(tests);
    AddWhole(tests);
    if (m_input.serial != nullptr && m_input.isStatic)
    {
        std::ranges::move(TestSerial(*m_input.serial, m_input.expected), std::back_inserter(tests));
    }
    std::vector<double> pValues;
    pValues.reserve(tests.size());
    for (const UniformityTest& test : tests)
    {
        pValues.push_back(test.pValue);
    }
    const std::vector<double> corrected = Holm(pValues);
    for (size_t i = 0; i < tests.size(); ++i)
    {
        tests[i].pHolm = corrected[i];
    }
    return tests;
}

void
UniformityBattery::AddGroupings(std::vector<UniformityTest>& tests) const
{
    const std::vector<Grouping> standard = Grouping::Standard(m_input.low, m_input.high);
    for (const Grouping& grouping : standard)
    {
        const std::vector<uint64_t> widths = grouping.Sum(m_widths);
        const auto exposed = widths.size() - static_cast<size_t>(std::ranges::count(widths, 0U));
        if (exposed < 2 || exposed >= m_exposed)
        {
            continue;
        }
        if (m_input.isStatic)
        {
            tests.push_back(TestStaticGrouping(grouping));
            continue;
        }
        for (const GroupTotals& totals : m_input.groups)
        {
            if (totals.grouping.GetName() == grouping.GetName())
            {
                const ChurnResult result = ChurnStatistic(grouping.Sum(m_input.observed),
                                                          totals.expected,
                                                          totals.variance);
                tests.push_back(ToTest(grouping.GetName(), result, totals.expected));
            }
        }
    }
}

void
UniformityBattery::AddWhole(std::vector<UniformityTest>& tests) const
{
    UniformityTest whole;
    double pTooEven = 0;
    if (m_input.isStatic)
    {
        const ChiSquareResult result =
            TestStaticCells(m_input.observed, m_widths, m_input.expected);
        whole = ToTest("whole range", result, m_samples);
        pTooEven = result.pTooEven;
    }
    else
    {
        const ChurnResult result =
            ChurnStatistic(m_input.observed, m_input.expected, m_input.variance);
        whole = ToTest("whole range", result, m_input.expected);
        pTooEven = result.pTooEven;
    }
    tests.push_back(whole);
    if (m_exposed >= LEAST_PORTS_FOR_EVENNESS)
    {
        whole.name = "too even";
        whole.pValue = pTooEven;
        tests.push_back(whole);
    }
}

ChiSquareResult
UniformityBattery::TestStaticCells(std::span<const uint64_t> observed,
                                   std::span<const uint64_t> widths,
                                   std::span<const double> expected) const
{
    return m_isEqual ? ChiSquareOfWidths(observed, widths) : ChiSquare(observed, expected);
}

UniformityTest
UniformityBattery::TestStaticGrouping(const Grouping& grouping) const
{
    const std::vector<uint64_t> observed = grouping.Sum(m_input.observed);
    const std::vector<uint64_t> widths = grouping.Sum(m_widths);
    const std::vector<double> expected = grouping.Sum(m_input.expected);
    UniformityTest test =
        ToTest(grouping.GetName(), TestStaticCells(observed, widths, expected), m_samples);
    const bool hasLaw =
        test.method == PValueMethod::CHI_SQUARE || test.method == PValueMethod::EXACT_MOMENTS;
    if (hasLaw && test.degreesOfFreedom == 1)
    {
        // Two cells: the exact law is at hand and keeps its level far out.
        const auto first = static_cast<size_t>(
            std::ranges::find_if(widths, [](uint64_t width) { return width > 0; }) -
            widths.begin());
        const double chance =
            m_isEqual ? static_cast<double>(widths[first]) / static_cast<double>(m_exposed)
                      : expected[first] / static_cast<double>(m_samples);
        test.statistic = static_cast<double>(observed[first]);
        test.degreesOfFreedom = 0;
        test.effectSize = test.statistic / static_cast<double>(m_samples) - chance;
        test.pValue = BinomialTwoSided(observed[first], m_samples, chance);
        test.method = PValueMethod::EXACT_BINOMIAL;
    }
    return test;
}

} // namespace bindstorm
