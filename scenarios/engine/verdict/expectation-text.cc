/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "expectation-text.h"

#include "scenarios/engine/reader/number-text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

namespace
{

constexpr std::size_t RUNS_SHOWN = 3;

template <class Pairs>
std::string
ListPairs(const Pairs& pairs)
{
    std::string text;
    for (const auto& [name, value] : pairs)
    {
        text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
    }
    return text;
}

std::string
DescribeLimits(const Expectation& expectation)
{
    const std::string low = NumberText(expectation.atLeast);
    const std::string high = NumberText(expectation.atMost);
    if (expectation.atLeast == expectation.atMost)
    {
        return "= " + low;
    }
    if (std::isinf(expectation.atMost))
    {
        return ">= " + low;
    }
    return std::isinf(expectation.atLeast) ? "<= " + high : "in [" + low + ", " + high + "]";
}

std::string
DescribeObserved(const ExpectationResult& result)
{
    return result.runs > 1 ? fmt::format("{} in {} runs", result.observed, result.runs)
                           : result.observed;
}

/// @return the first runs at fault, and how many more there are; empty without any
std::string
DescribeFailing(const ExpectationResult& result)
{
    std::string text;
    const std::size_t shown = std::min(result.failing.size(), RUNS_SHOWN);
    for (std::size_t i = 0; i < shown; ++i)
    {
        text += (i == 0 ? "" : "; ") + ListPairs(result.failing[i]);
    }
    if (shown < result.failing.size())
    {
        text += fmt::format("; and {} more", result.failing.size() - shown);
    }
    return text;
}

std::string
FormatOne(const Expectation& expectation, const ExpectationResult& result, std::size_t width)
{
    std::string text = Paragraph(expectation.reason, 8, width);
    text.replace(2, 4, result.passed ? "ok  " : "FAIL");
    std::string condition = DescribeCondition(expectation) + ": " + DescribeObserved(result);
    if (!expectation.where.empty())
    {
        condition += " (" + ListPairs(expectation.where) + ")";
    }
    text += Paragraph(condition, 8, width);
    if (!result.passed)
    {
        const std::string failing = DescribeFailing(result);
        text += Paragraph(fmt::format("line {} of the scenario{}{}",
                                      expectation.line,
                                      failing.empty() ? "" : "; at fault: ",
                                      failing),
                          8,
                          width);
    }
    return text;
}

std::string
FormatTable(const std::vector<Expectation>& expectations,
            const std::vector<ExpectationResult>& results)
{
    std::vector<std::string> verdicts;
    std::vector<std::string> conditions;
    std::vector<std::string> observed;
    std::vector<std::string> reasons;
    for (const ExpectationResult& result : results)
    {
        const Expectation& expectation = expectations.at(result.index);
        const std::string where = ListPairs(expectation.where);
        const std::string failing = DescribeFailing(result);
        verdicts.emplace_back(result.passed ? "ok" : "**FAIL**");
        conditions.push_back(DescribeCondition(expectation) +
                             (where.empty() ? "" : " (" + where + ")"));
        observed.push_back(DescribeObserved(result) +
                           (failing.empty() ? "" : "; at fault: " + failing));
        reasons.push_back(expectation.reason);
    }
    TextTable table;
    table.AddColumn("", false, std::move(verdicts));
    table.AddColumn("expected", false, std::move(conditions));
    table.AddColumn("observed", false, std::move(observed));
    table.AddColumn("reason", false, std::move(reasons));
    return table.Render(TextFormat::MARKDOWN);
}

} // namespace

std::string
DescribeCondition(const Expectation& expectation)
{
    std::string text;
    switch (expectation.aggregate)
    {
    case Expectation::Aggregate::EACH:
        break;
    case Expectation::Aggregate::MEAN:
        text = "mean of ";
        break;
    case Expectation::Aggregate::MIN:
        text = "least ";
        break;
    case Expectation::Aggregate::MAX:
        text = "greatest ";
        break;
    case Expectation::Aggregate::SUM:
        text = "sum of ";
        break;
    case Expectation::Aggregate::COUNT:
        text = "number of runs with ";
        break;
    }
    text += expectation.metric;
    if (expectation.ratioTo)
    {
        text += " / that of " + ListPairs(*expectation.ratioTo);
    }
    return text + " " + DescribeLimits(expectation);
}

std::string
FormatExpectations(const std::vector<Expectation>& expectations,
                   const std::vector<ExpectationResult>& results,
                   const TextPage& page)
{
    if (results.empty())
    {
        return {};
    }
    const auto passed = std::count_if(results.begin(),
                                      results.end(),
                                      [](const auto& result) { return result.passed; });
    const std::string head = fmt::format("Expectations: {} of {} hold", passed, results.size());
    if (page.format == TextFormat::MARKDOWN)
    {
        return "### " + head + "\n\n" + FormatTable(expectations, results);
    }
    std::string text = head + "\n\n";
    for (const ExpectationResult& result : results)
    {
        text += FormatOne(expectations.at(result.index), result, page.width);
    }
    return text;
}

} // namespace bindstorm
