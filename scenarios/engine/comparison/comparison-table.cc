/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "comparison-table.h"

#include "scenarios/engine/verdict/quantity-text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

namespace
{

bool
IsTime(const std::string& metric)
{
    return metric.ends_with("_ns");
}

std::string
FormatValue(const std::string& metric, double value)
{
    return IsTime(metric) ? FormatTime(value) : FormatNumber(value);
}

std::string
FormatDifference(const std::string& metric, double value)
{
    return (value > 0 ? "+" : "") + FormatValue(metric, value);
}

/// "+12.3 %", "-0.01 %", "x 118": from tenfold on a factor says more than per cent
std::string
FormatChange(const PairedDifference& difference)
{
    if (!difference.relativeChange)
    {
        return "-";
    }
    const double change = *difference.relativeChange;
    constexpr double TENFOLD = 9;
    constexpr double VISIBLE = 0.0005;
    if (change == 0)
    {
        return "0 %";
    }
    if (change >= TENFOLD)
    {
        return fmt::format("x {:.0f}", change + 1);
    }
    if (std::abs(change) < VISIBLE)
    {
        return fmt::format("{:+.1g} %", change * 100);
    }
    return fmt::format("{:+.{}f} %", change * 100, std::abs(change) < 1 ? 1 : 0);
}

/// Cells of one row, without the metric's name.
struct MetricCells
{
    std::string before;
    std::string after;
    std::string difference;
    std::string halfWidth;
    std::string change;
    std::string directions;
};

MetricCells
CellsOf(const ComparedMetric& metric)
{
    const PairedDifference& found = metric.difference;
    if (found.pairs == 0)
    {
        return {"-", "-", "-", "-", "-", "-"};
    }
    return {FormatValue(metric.name, found.meanBefore),
            FormatValue(metric.name, found.meanAfter),
            FormatDifference(metric.name, found.meanDifference),
            found.halfWidth ? "+-" + FormatValue(metric.name, *found.halfWidth) : "-",
            FormatChange(found),
            fmt::format("{}/{}/{}", found.risen, found.fallen, found.equal)};
}

/// @return the metrics that are not equal in every pair
std::vector<ComparedMetric>
ChangedMetrics(const ComparisonSection& section)
{
    std::vector<ComparedMetric> changed = section.metrics;
    std::erase_if(changed,
                  [](const ComparedMetric& metric)
                  {
                      const PairedDifference& found = metric.difference;
                      return found.pairs > 0 && found.equal == found.pairs;
                  });
    return changed;
}

/// @return "Equal in every pair: a=1, b=2.5 ms"; nothing where all have changed
std::string
UnchangedText(const ComparisonSection& section, const MetricLabels& labels)
{
    std::string text;
    for (const ComparedMetric& metric : section.metrics)
    {
        const PairedDifference& found = metric.difference;
        if (found.pairs > 0 && found.equal == found.pairs)
        {
            text += (text.empty() ? "Equal in every pair: " : ", ") + labels.Of(metric.name) + "=" +
                    FormatValue(metric.name, found.meanBefore);
        }
    }
    return text;
}

TextTable
MakeMetricsTable(const ComparisonSection& section, const MetricLabels* labels)
{
    std::vector<std::string> names;
    std::vector<std::vector<std::string>> columns(6);
    for (const ComparedMetric& metric : section.metrics)
    {
        names.push_back(labels == nullptr ? "" : labels->Of(metric.name));
        const MetricCells cells = CellsOf(metric);
        columns[0].push_back(cells.before);
        columns[1].push_back(cells.after);
        columns[2].push_back(cells.difference);
        columns[3].push_back(cells.halfWidth);
        columns[4].push_back(cells.change);
        columns[5].push_back(cells.directions);
    }
    TextTable table;
    if (labels != nullptr)
    {
        table.AddColumn("metric", false, std::move(names));
    }
    constexpr std::size_t INTERVAL = 3;
    const std::vector<std::string> headings{"A", "B", "B - A", "95 %", "change", "+/-/="};
    for (std::size_t i = 0; i < columns.size(); ++i)
    {
        if (i != INTERVAL || section.pairs > 1)
        {
            table.AddColumn(headings[i], true, std::move(columns[i]));
        }
    }
    return table;
}

std::vector<std::string>
LinesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();)
    {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// Every name stands above its numbers.
std::string
FormatStacked(const ComparisonSection& section, const MetricLabels& labels)
{
    const auto lines = LinesOf(MakeMetricsTable(section, nullptr).Render(TextFormat::PLAIN));
    const std::size_t head = lines.size() - section.metrics.size();
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        if (i >= head)
        {
            text += "  " + labels.Of(section.metrics[i - head].name) + "\n";
        }
        text += "  " + lines[i] + "\n";
    }
    return text;
}

} // namespace

std::string
FormatMetrics(const ComparisonSection& section,
              const MetricLabels& labels,
              TextFormat format,
              std::size_t width)
{
    const bool isMarkdown = format == TextFormat::MARKDOWN;
    ComparisonSection changed = section;
    changed.metrics = ChangedMetrics(section);
    std::string text;
    if (!changed.metrics.empty())
    {
        text = MakeMetricsTable(changed, &labels).Render(format);
        const auto lines = LinesOf(text);
        const auto fits = [&](const auto& line) { return line.size() <= width; };
        if (!isMarkdown && !std::ranges::all_of(lines, fits))
        {
            text = FormatStacked(changed, labels);
        }
    }
    const std::string unchanged = UnchangedText(section, labels);
    if (unchanged.empty())
    {
        return text;
    }
    text += isMarkdown && !text.empty() ? "\n" : "";
    if (isMarkdown)
    {
        return text + unchanged + "\n";
    }
    constexpr std::size_t INDENT = 2;
    for (const std::string& line : Wrap(unchanged, width - INDENT))
    {
        text += std::string(INDENT, ' ') + line + "\n";
    }
    return text;
}

} // namespace bindstorm
