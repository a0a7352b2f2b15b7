/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "experiment-report.h"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <set>

namespace bindstorm
{

namespace
{

nlohmann::ordered_json
ToJsonObject(const std::vector<std::pair<std::string, std::string>>& parameters)
{
    auto object = nlohmann::ordered_json::object();
    for (const auto& [key, value] : parameters)
    {
        object[key] = value;
    }
    return object;
}

std::set<uint64_t>
FailedPlaces(const ExperimentSummary& summary)
{
    std::set<uint64_t> places;
    for (const ExperimentSummary::Failure& failure : summary.failures)
    {
        places.insert(failure.ordinal);
    }
    return places;
}

} // namespace

ExperimentReport::ExperimentReport(const Scenario& scenario,
                                   const ResultStore& store,
                                   const ExperimentSummary& summary)
    : m_scenario(scenario),
      m_store(store),
      m_summary(summary),
      m_stored(store.GetRuns(summary.id)),
      m_runs(GetFinishedRuns(m_stored)),
      m_unfinished(GetUnfinishedRuns(m_stored, FailedPlaces(summary))),
      m_expectations(EvaluateExpectations(scenario.expectations, m_runs, m_unfinished)),
      m_figures(CompareFigures(scenario.published, m_runs, m_unfinished))
{
}

std::vector<std::string>
ExperimentReport::FindWarnings() const
{
    std::vector<std::string> warnings;
    std::set<std::string> digests;
    for (const ExperimentRun& run : m_stored)
    {
        digests.insert(run.digest);
    }
    if (m_runs.size() == m_stored.size() && m_stored.size() > 1 && digests.size() == 1)
    {
        warnings.push_back(
            fmt::format("all {} runs are the same: what varies has no effect on them",
                        m_stored.size()));
    }
    constexpr std::size_t ENOUGH = 10;
    for (const FinishedRun& run : m_runs)
    {
        for (const auto& [name, value] : run.metrics)
        {
            if (name.ends_with(".set_up_failures") && warnings.size() < ENOUGH)
            {
                warnings.push_back(
                    fmt::format("{} = {}: the occupancy asked for was not reached", name, value));
            }
            if (name.ends_with(".wrong_choices") && warnings.size() < ENOUGH)
            {
                warnings.push_back(fmt::format("{} = {}: the allocator chose ports that were not "
                                               "free, or not in range; they were refused",
                                               name,
                                               value));
            }
        }
    }
    return warnings;
}

std::string
ExperimentReport::Footer() const
{
    std::string text;
    for (const ExperimentSummary::Failure& failure : m_summary.failures)
    {
        text += fmt::format("run {} failed: {}\n", failure.ordinal + 1, failure.error);
    }
    for (const std::string& warning : FindWarnings())
    {
        text += "warning: " + warning + "\n";
    }
    if (m_summary.wasStopped)
    {
        text += fmt::format("stopped: {} of {} are stored; the same command goes on from there\n",
                            m_runs.size(),
                            FormatCount(m_stored.size(), "run"));
    }
    std::set<std::pair<uint64_t, uint64_t>> seeds;
    for (const RunSpec& run : m_scenario.runs)
    {
        seeds.insert({run.simulation.seed, run.simulation.run});
    }
    text += fmt::format("{} of {}: {} executed, {} taken from the store {}\n",
                        FormatCount(m_stored.size(), "run"),
                        FormatCount(seeds.size(), "(seed, run) pair"),
                        m_summary.executed,
                        m_summary.reused,
                        std::filesystem::absolute(m_store.GetPath()).lexically_normal().string());
    return text;
}

std::string
ExperimentReport::ToText(const TextPage& page) const
{
    const bool isMarkdown = page.format == TextFormat::MARKDOWN;
    std::string text = fmt::format("{}{}\n\n", isMarkdown ? "# " : "", m_scenario.title);
    std::vector<ResultView> views = m_scenario.views;
    if (views.empty())
    {
        views.push_back(DefaultView(m_runs));
    }
    for (const ResultView& view : views)
    {
        if (view.columns.empty() && !m_runs.empty())
        {
            text += "Nothing was measured.\n\n";
            continue;
        }
        text += FormatView(view, m_runs, m_unfinished, page) + "\n";
    }
    for (const std::string& part :
         {FormatFigures(m_scenario.published, m_figures, page),
          FormatExpectations(m_scenario.expectations, m_expectations, page)})
    {
        text += part.empty() ? "" : part + "\n";
    }
    return text + Footer();
}

std::string
ExperimentReport::ToJson() const
{
    nlohmann::ordered_json object;
    object["title"] = m_scenario.title;
    object["store"] = std::filesystem::absolute(m_store.GetPath()).lexically_normal().string();
    object["experiment"] = m_summary.id;
    object["executed"] = m_summary.executed;
    object["reused"] = m_summary.reused;
    object["stopped"] = m_summary.wasStopped;
    object["runs"] = nlohmann::ordered_json::array();
    for (const ExperimentRun& run : m_stored)
    {
        if (run.run)
        {
            nlohmann::ordered_json line{{"run", *run.run},
                                        {"parameters", ToJsonObject(run.parameters)},
                                        {"digest", run.digest}};
            auto& metrics = line["metrics"] = nlohmann::ordered_json::object();
            for (const Metric& metric : run.metrics)
            {
                metrics[metric.name] = metric.value;
            }
            object["runs"].push_back(std::move(line));
        }
    }
    object["expectations"] = nlohmann::ordered_json::array();
    for (const ExpectationResult& result : m_expectations)
    {
        const Expectation& expectation = m_scenario.expectations[result.index];
        object["expectations"].push_back({{"metric", expectation.metric},
                                          {"line", expectation.line},
                                          {"reason", expectation.reason},
                                          {"passed", result.passed},
                                          {"observed", result.observed}});
    }
    object["published"] = nlohmann::ordered_json::array();
    for (const FigureComparison& figure : m_figures)
    {
        nlohmann::ordered_json line{{"label", m_scenario.published[figure.index].label},
                                    {"source", m_scenario.published[figure.index].source},
                                    {"published", figure.published}};
        line["ours"] = figure.ours ? nlohmann::ordered_json(*figure.ours) : nullptr;
        line["relative_error"] =
            figure.relative ? nlohmann::ordered_json(*figure.relative) : nullptr;
        object["published"].push_back(std::move(line));
    }
    object["failures"] = nlohmann::ordered_json::array();
    for (const ExperimentSummary::Failure& failure : m_summary.failures)
    {
        object["failures"].push_back({{"run", failure.ordinal + 1}, {"error", failure.error}});
    }
    object["warnings"] = FindWarnings();
    return object.dump(2);
}

ExitCode
ExperimentReport::GetExitCode() const
{
    if (m_summary.wasStopped || !m_summary.failures.empty())
    {
        return ExitCode::COULD_NOT_RUN;
    }
    const bool hasPassed =
        std::all_of(m_expectations.begin(),
                    m_expectations.end(),
                    [](const ExpectationResult& result) { return result.passed; });
    return hasPassed ? ExitCode::PASS : ExitCode::EXPECTATION_FAILED;
}

} // namespace bindstorm
