/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "prediction.h"

#include "quantity-text.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace bindstorm
{

namespace
{

constexpr std::string_view MEAN_TIME = ".mean_ns";

/// @return the mean of a metric over runs; nothing when one of them lacks it
std::optional<double>
MeanOf(const std::vector<const FinishedRun*>& runs, const std::string& metric)
{
    double sum = 0;
    for (const FinishedRun* run : runs)
    {
        const auto found = run->metrics.find(metric);
        if (found == run->metrics.end())
        {
            return std::nullopt;
        }
        sum += found->second;
    }
    return runs.empty() ? std::nullopt : std::optional(sum / static_cast<double>(runs.size()));
}

/// Sets the comparison's own figure, or its problem.
void
Simulate(const PublishedFigure& figure,
         const std::vector<const FinishedRun*>& runs,
         const std::vector<FinishedRun>& all,
         const std::vector<UnfinishedRun>& unfinished,
         FigureComparison& comparison)
{
    comparison.ours = MeanOf(runs, figure.metric);
    if (comparison.ours && figure.ratioTo)
    {
        Selection divisor = figure.where;
        for (const auto& [axis, value] : *figure.ratioTo)
        {
            divisor[axis] = value;
        }
        const auto divisors = SelectRuns(all, divisor);
        const std::optional<double> to = MeanOf(divisors, figure.metric);
        if (divisors.empty() || to == 0.0)
        {
            comparison.ours.reset();
            comparison.problem = divisors.empty() ? "ratio: " + DescribeNoRun(unfinished, divisor)
                                                  : "ratio: it would be divided by 0";
            return;
        }
        comparison.ours = to ? std::optional(*comparison.ours / *to) : std::nullopt;
    }
    comparison.problem = comparison.ours ? "" : "a selected run has no metric " + figure.metric;
}

/// Sets the comparison's work, or its problem.
void
CountWork(const PublishedFigure& figure,
          const std::vector<const FinishedRun*>& runs,
          FigureComparison& comparison)
{
    if (!figure.metric.ends_with(MEAN_TIME))
    {
        comparison.problem = "a cost concerns a mean time: the metric must be HOST.KIND.mean_ns";
        return;
    }
    const std::string metric = figure.metric.substr(0, figure.metric.size() - MEAN_TIME.size()) +
                               "." + comparison.counter + "_per_op";
    comparison.work = MeanOf(runs, metric);
    if (!comparison.work)
    {
        comparison.problem = "a selected run has no metric " + metric;
    }
}

/// What does not depend on other figures, with the cost of those that fit one.
FigureComparison
Begin(const PublishedFigure& figure,
      const std::vector<const FinishedRun*>& runs,
      const std::vector<FinishedRun>& all,
      const std::vector<UnfinishedRun>& unfinished)
{
    using Kind = FigureComparison::Kind;
    FigureComparison comparison;
    comparison.kind = figure.fit           ? Kind::FITTED
                      : figure.predictFrom ? Kind::PREDICTED
                                           : Kind::SIMULATED;
    comparison.runs = runs.size();
    comparison.published = figure.value;
    comparison.counter = figure.fit.value_or("");
    comparison.isTime = figure.metric.ends_with("_ns") && !figure.ratioTo;
    if (comparison.isTime)
    {
        const std::optional<double> unit = NanosecondsIn(figure.unit);
        if (!unit)
        {
            comparison.problem = "the unit of a time must be ns, us, ms or s, is " + figure.unit;
            return comparison;
        }
        comparison.published *= *unit;
    }
    if (runs.empty())
    {
        comparison.problem = DescribeNoRun(unfinished, figure.where);
    }
    else if (comparison.kind == Kind::SIMULATED)
    {
        Simulate(figure, runs, all, unfinished, comparison);
    }
    else if (comparison.kind == Kind::FITTED)
    {
        CountWork(figure, runs, comparison);
        if (comparison.work == 0.0)
        {
            comparison.problem = "there is no such work, so no cost can be fitted";
        }
        else if (comparison.work)
        {
            comparison.cost = comparison.published / *comparison.work;
        }
    }
    return comparison;
}

void
Predict(const PublishedFigure& figure,
        const std::vector<const FinishedRun*>& runs,
        const FigureComparison* source,
        FigureComparison& comparison)
{
    if (source == nullptr || !source->cost)
    {
        comparison.problem = "no cost was fitted to \"" + *figure.predictFrom + "\"";
        return;
    }
    comparison.counter = source->counter;
    comparison.cost = source->cost;
    CountWork(figure, runs, comparison);
    if (comparison.work)
    {
        comparison.ours = *comparison.work * *comparison.cost;
    }
}

} // namespace

std::vector<FigureComparison>
CompareFigures(const std::vector<PublishedFigure>& figures,
               const std::vector<FinishedRun>& runs,
               const std::vector<UnfinishedRun>& unfinished)
{
    std::vector<FigureComparison> comparisons;
    for (const PublishedFigure& figure : figures)
    {
        comparisons.push_back(Begin(figure, SelectRuns(runs, figure.where), runs, unfinished));
        comparisons.back().index = comparisons.size() - 1;
    }
    for (FigureComparison& comparison : comparisons)
    {
        const PublishedFigure& figure = figures[comparison.index];
        if (figure.predictFrom && comparison.problem.empty())
        {
            const auto source = std::find_if(figures.begin(),
                                             figures.end(),
                                             [&](const auto& f)
                                             { return f.label == *figure.predictFrom && f.fit; });
            Predict(figure,
                    SelectRuns(runs, figure.where),
                    source == figures.end()
                        ? nullptr
                        : &comparisons[static_cast<std::size_t>(source - figures.begin())],
                    comparison);
        }
        if (comparison.ours && comparison.published != 0.0)
        {
            comparison.relative = (*comparison.ours - comparison.published) / comparison.published;
        }
    }
    return comparisons;
}

} // namespace bindstorm
