/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "result-difference.h"

#include "results/content-hash.h"

#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <set>

namespace bindstorm
{

namespace
{

/// Every number by name, so that both sides are walked in one order.
template <class Value>
std::set<std::string>
NamesOf(const std::map<std::string, Value>& a, const std::map<std::string, Value>& b)
{
    std::set<std::string> names;
    for (const auto* side : {&a, &b})
    {
        for (const auto& [name, value] : *side)
        {
            names.insert(name);
        }
    }
    return names;
}

std::map<std::string, double>
MetricsByName(const RunResult& result)
{
    std::map<std::string, double> metrics;
    for (const Metric& metric : result.metrics)
    {
        metrics.emplace(metric.name, metric.value);
    }
    return metrics;
}

std::map<std::string, const ResultTable::Column*>
ColumnsByName(const RunResult& result)
{
    std::map<std::string, const ResultTable::Column*> columns;
    for (const ResultTable& table : result.tables)
    {
        for (const ResultTable::Column& column : table.columns)
        {
            columns.emplace(table.name + ", column " + column.name, &column);
        }
    }
    return columns;
}

uint64_t
BitsOf(int64_t number)
{
    return static_cast<uint64_t>(number);
}

uint64_t
BitsOf(double number)
{
    return std::bit_cast<uint64_t>(number);
}

/// @return how two columns of one type differ; nothing where they do not
template <class Number>
std::string
CompareRows(const std::vector<Number>& before, const std::vector<Number>& after)
{
    if (before.size() != after.size())
    {
        return fmt::format("{} rows stored, {} now", before.size(), after.size());
    }
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = before.size(); i-- > 0;)
    {
        if (BitsOf(before[i]) != BitsOf(after[i]))
        {
            ++count;
            first = i;
        }
    }
    return count == 0 ? ""
                      : fmt::format("{} of {} rows differ, the first in row {}: {} stored, {} now",
                                    count,
                                    before.size(),
                                    first + 1,
                                    before[first],
                                    after[first]);
}

std::string
CompareColumns(const ResultTable::Column& before, const ResultTable::Column& after)
{
    if (before.integers.empty() != after.integers.empty() && !before.reals.empty())
    {
        return "real numbers stored, whole ones now";
    }
    const std::string integers = CompareRows(before.integers, after.integers);
    return integers.empty() ? CompareRows(before.reals, after.reals) : integers;
}

void
AddMetrics(const RunResult& before, const RunResult& after, std::vector<std::string>& sentences)
{
    const auto metrics = MetricsByName(before);
    // What a store cannot hold, it did not hold: no difference.
    const auto metricsNow = MetricsByName(Normalized(after));
    const auto text = [](const auto& at, const auto& all)
    { return at == all.end() ? std::string("none") : fmt::format("{}", at->second); };
    for (const std::string& name : NamesOf(metrics, metricsNow))
    {
        const auto a = metrics.find(name);
        const auto b = metricsNow.find(name);
        const bool isMissing = a == metrics.end() || b == metricsNow.end();
        if (isMissing || BitsOf(a->second) != BitsOf(b->second))
        {
            sentences.push_back(fmt::format("metric {}: {} stored, {} now",
                                            name,
                                            text(a, metrics),
                                            text(b, metricsNow)));
        }
    }
}

void
AddColumns(const RunResult& before, const RunResult& after, std::vector<std::string>& sentences)
{
    const auto columns = ColumnsByName(before);
    const auto columnsNow = ColumnsByName(after);
    for (const std::string& name : NamesOf(columns, columnsNow))
    {
        const auto a = columns.find(name);
        const auto b = columnsNow.find(name);
        std::string difference;
        if (a == columns.end())
        {
            difference = "not stored, there now";
        }
        else if (b == columnsNow.end())
        {
            difference = "stored, missing now";
        }
        else
        {
            difference = CompareColumns(*a->second, *b->second);
        }
        if (!difference.empty())
        {
            sentences.push_back("table " + name + ": " + difference);
        }
    }
}

} // namespace

std::vector<std::string>
DescribeDifferences(const RunResult& before, const RunResult& after)
{
    std::vector<std::string> sentences;
    AddColumns(before, after, sentences);
    AddMetrics(before, after, sentences);
    return sentences;
}

} // namespace bindstorm
