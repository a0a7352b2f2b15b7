/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"
#include "terminal-page.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"
#include "results/result-store.h"
#include "scenarios/engine/record/find-experiment.h"
#include "scenarios/engine/record/libalias-style.h"
#include "scenarios/engine/record/reference-digests.h"
#include "scenarios/engine/verdict/expectation.h"
#include "scenarios/engine/verdict/result-view.h"

#include <fmt/core.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

struct ShowOptions
{
    std::string store;
    std::string experiment;
    std::vector<std::string> metrics;
    bool isListingRuns{false};
    bool isMarkdown{false};
    std::string style{"table"};
};

void
PrintExperiments(const ResultStore& store)
{
    for (const StoredExperiment& experiment : store.ListExperiments())
    {
        fmt::print("{:>4}  {:<28} {} of {}  {}  {}\n",
                   experiment.id,
                   experiment.name,
                   experiment.done,
                   FormatCount(experiment.planned, "run"),
                   experiment.createdAt,
                   experiment.title);
    }
}

/// @return metrics, and how many runs have them
std::map<std::string, std::size_t>
CountMetrics(const std::vector<FinishedRun>& runs)
{
    std::map<std::string, std::size_t> counts;
    for (const FinishedRun& run : runs)
    {
        for (const auto& [name, value] : run.metrics)
        {
            ++counts[name];
        }
    }
    return counts;
}

void
CheckMetric(const std::string& metric, const std::map<std::string, std::size_t>& counts)
{
    if (counts.count(metric) > 0)
    {
        return;
    }
    std::vector<std::string> known;
    known.reserve(counts.size());
    for (const auto& [name, count] : counts)
    {
        known.push_back(name);
    }
    if (known.empty())
    {
        throw ConfigError("there is no metric '" + metric + "': no run of the experiment is done");
    }
    auto nearest = NearestName(metric, known);
    nearest = nearest ? nearest : NearestNameByPart(metric, known);
    throw ConfigError("no run has a metric '" + metric + "'" +
                      (nearest ? ", did you mean '" + *nearest + "'?"
                               : std::string("; show without --metric lists them")));
}

/// @return a table with these metrics
/// @throws ConfigError when no run has one of them
ResultView
MakeView(const StoredExperiment& experiment,
         const std::vector<FinishedRun>& runs,
         const std::vector<std::string>& metrics)
{
    ResultView view;
    view.title = experiment.name;
    const auto counts = CountMetrics(runs);
    for (const std::string& metric : metrics)
    {
        CheckMetric(metric, counts);
        view.columns.push_back({metric, metric});
    }
    return view;
}

void
PrintMetricNames(const std::vector<FinishedRun>& runs)
{
    const auto counts = CountMetrics(runs);
    fmt::print("Metrics (choose with --metric):\n");
    for (const auto& [name, count] : counts)
    {
        fmt::print("  {:<60} {} of {}\n", name, count, FormatCount(runs.size(), "run"));
    }
}

void
PrintRuns(const std::vector<ExperimentRun>& runs)
{
    fmt::print("Runs (reproduce STORE RUN does one again):\n");
    for (const ExperimentRun& run : runs)
    {
        if (run.run)
        {
            fmt::print("  {:>6}  {:.12}  {}\n",
                       *run.run,
                       run.digest,
                       ParametersText(run.parameters));
        }
    }
}

/// Of one experiment, or of all that have a run of that kind.
ExitCode
ShowLibaliasStyle(const ResultStore& store, const std::string& wanted)
{
    const std::vector<StoredExperiment> experiments =
        wanted.empty() ? store.ListExperiments() : std::vector{FindExperiment(store, wanted)};
    std::string text;
    for (const StoredExperiment& experiment : experiments)
    {
        const std::string part = FormatLibaliasStyle(store, store.GetRuns(experiment.id));
        if (!part.empty())
        {
            text += fmt::format("{}{}\n\n{}", text.empty() ? "" : "\n\n", experiment.title, part);
        }
    }
    if (text.empty())
    {
        throw ConfigError(
            "--style libalias is for runs of the workload libalias-perf, and " +
            (wanted.empty() ? "the store has none" : "the experiment '" + wanted + "' has none"));
    }
    fmt::print("{}", text);
    return ExitCode::PASS;
}

ExitCode
Show(const ShowOptions& options)
{
    const ResultStore store = ResultStore::OpenForReading(options.store);
    if (options.style == "libalias")
    {
        return ShowLibaliasStyle(store, options.experiment);
    }
    if (options.experiment.empty())
    {
        PrintExperiments(store);
        return ExitCode::PASS;
    }
    const StoredExperiment experiment = FindExperiment(store, options.experiment);
    const auto stored = store.GetRuns(experiment.id);
    const auto runs = GetFinishedRuns(stored);
    // Before anything is printed: an error leaves standard output as it was.
    const ResultView view = MakeView(experiment, runs, options.metrics);
    fmt::print("{}\nstored: {} of {}\n\n",
               experiment.title,
               experiment.done,
               FormatCount(experiment.planned, "run"));
    if (options.isListingRuns)
    {
        PrintRuns(stored);
        return ExitCode::PASS;
    }
    if (options.metrics.empty())
    {
        PrintMetricNames(runs);
        return ExitCode::PASS;
    }
    fmt::print("{}", FormatView(view, runs, {}, GetTerminalPage(options.isMarkdown)));
    return ExitCode::PASS;
}

} // namespace

void
AddShowCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand("show", "What a result store holds");
    const auto options = std::make_shared<ShowOptions>();
    command->add_option("store", options->store, "Result store")->required();
    command->add_option("experiment",
                        options->experiment,
                        "Name or number of an experiment; without, all are listed");
    command
        ->add_option("--metric",
                     options->metrics,
                     "A column of the table; may be repeated. Without, their names are listed")
        ->allow_extra_args(false);
    command->add_flag("--runs",
                      options->isListingRuns,
                      "Lists the runs with their numbers, digests and parameters instead");
    auto* markdown = command->add_flag("--markdown", options->isMarkdown, "A Markdown table");
    command
        ->add_option("--style",
                     options->style,
                     "libalias: each run of libalias-perf as the program of the libalias reviews "
                     "prints it")
        ->check(CLI::IsMember({"table", "libalias"}))
        ->excludes(markdown);
    command->callback([options, &action]() { action = [options]() { return Show(*options); }; });
}

} // namespace bindstorm
