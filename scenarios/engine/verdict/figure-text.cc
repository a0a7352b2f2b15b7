/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "figure-text.h"

#include "quantity-text.h"
#include "scenarios/engine/reader/number-text.h"

#include <fmt/format.h>
#include <utility>

namespace bindstorm
{

namespace
{

/// @return our figure in the unit of the published one
std::string
FormatOurs(const PublishedFigure& figure, const FigureComparison& comparison)
{
    if (!comparison.ours)
    {
        return "-";
    }
    const double unit = comparison.isTime ? NanosecondsIn(figure.unit).value_or(1.0) : 1.0;
    return FormatNumber(*comparison.ours / unit) + " " + figure.unit;
}

} // namespace

std::string_view
GetText(FigureComparison::Kind kind)
{
    using Kind = FigureComparison::Kind;
    switch (kind)
    {
    case Kind::SIMULATED:
        return "simulated";
    case Kind::FITTED:
        return "fitted";
    case Kind::PREDICTED:
        return "predicted";
    }
    return {};
}

std::string
DescribeOrigin(const FigureComparison& comparison)
{
    using Kind = FigureComparison::Kind;
    if (!comparison.problem.empty())
    {
        return comparison.problem;
    }
    const std::string runs =
        comparison.runs > 1 ? fmt::format(", mean of {} runs", comparison.runs) : "";
    if (comparison.kind == Kind::SIMULATED)
    {
        return "simulated" + runs;
    }
    return fmt::format("{}: {} {} at {}{}",
                       GetText(comparison.kind),
                       FormatNumber(comparison.work.value()),
                       comparison.counter,
                       FormatTime(comparison.cost.value()),
                       runs);
}

std::string
FormatFigures(const std::vector<PublishedFigure>& figures,
              const std::vector<FigureComparison>& comparisons,
              const TextPage& page)
{
    if (comparisons.empty())
    {
        return {};
    }
    std::vector<std::string> labels;
    std::vector<std::string> published;
    std::vector<std::string> ours;
    std::vector<std::string> differences;
    std::vector<std::string> origins;
    std::string sources;
    const bool isPlain = page.format == TextFormat::PLAIN;
    for (const FigureComparison& comparison : comparisons)
    {
        const PublishedFigure& figure = figures.at(comparison.index);
        labels.push_back(figure.label);
        published.push_back(NumberText(figure.value) + " " + figure.unit);
        ours.push_back(FormatOurs(figure, comparison));
        differences.push_back(
            comparison.relative ? fmt::format("{:+.1f} %", 100 * *comparison.relative) : "-");
        origins.push_back(DescribeOrigin(comparison));
        const std::string source = figure.label + ": " + figure.source;
        sources += isPlain ? Paragraph(source, 2, page.width) : "- " + source + "\n";
    }
    TextTable table;
    table.AddColumn("figure", false, std::move(labels));
    table.RepeatColumns(1);
    table.AddColumn("published", true, std::move(published));
    table.AddColumn("ours", true, std::move(ours));
    table.AddColumn("difference", true, std::move(differences));
    table.AddColumn("how ours came about", false, std::move(origins));
    return std::string(isPlain ? "" : "### ") + "Published figures and ours\n\n" +
           table.Render(page) + "\n" + sources;
}

} // namespace bindstorm
