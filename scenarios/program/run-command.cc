/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"
#include "experiment-report.h"
#include "override-option.h"
#include "progress-bar.h"
#include "scenario-folder.h"
#include "terminal-page.h"

#include "scenarios/engine/runner/experiment.h"
#include "scenarios/engine/runner/run-recorder.h"

#include <algorithm>
#include <csignal>
#include <fmt/core.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace bindstorm
{

namespace
{

struct RunOptions
{
    std::string scenario;
    std::vector<std::string> sets;
    unsigned jobs{std::max(1U, std::thread::hardware_concurrency())};
    std::string results;
    bool isJson{false};
    bool isReversed{false};
    bool isMarkdown{false};
};

// A signal handler can reach nothing else.
volatile std::sig_atomic_t g_isStopped = 0;

void
Stop(int /* signal */)
{
    g_isStopped = 1;
}

/// @return the store to write: as asked for, else named after the scenario, in this folder
std::string
StorePath(const RunOptions& options, const Scenario& scenario)
{
    return options.results.empty() ? scenario.path.stem().string() + ".sqlite" : options.results;
}

ExitCode
Run(const RunOptions& options)
{
    const Scenario scenario =
        ReadScenario(FindScenario(options.scenario), ParseOverrides(options.sets));
    for (const RunSpec& run : scenario.runs)
    {
        CheckRunMemory(run);
    }
    ResultStore store = ResultStore::OpenForWriting(StorePath(options, scenario));
    std::signal(SIGINT, Stop);
    std::signal(SIGTERM, Stop);
    ProgressBar bar;
    const ExperimentSummary summary = RunExperiment(
        scenario,
        store,
        {.jobs = options.jobs,
         .isReversed = options.isReversed,
         .onProgress = [&](std::size_t done, std::size_t all) { bar.Update(done, all); },
         .isStopped = []() { return g_isStopped != 0; }});
    bar.Clear();
    const ExperimentReport report(scenario, store, summary);
    if (options.isJson)
    {
        fmt::print("{}\n", report.ToJson());
    }
    else
    {
        fmt::print("{}", report.ToText(GetTerminalPage(options.isMarkdown)));
    }
    return report.GetExitCode();
}

} // namespace

void
AddRunCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "run",
        "Executes what a store does not have yet of a scenario, and judges the results");
    const auto options = std::make_shared<RunOptions>();
    command->add_option("scenario", options->scenario, "Scenario file, or name of a shipped one")
        ->required();
    command->add_option("--set", options->sets, "key=value, as in the file; may be repeated")
        ->allow_extra_args(false);
    command->add_option("--jobs", options->jobs, "Processes at a time")
        ->check(CLI::Range(1U, 1024U))
        ->capture_default_str();
    command->add_option("--results",
                        options->results,
                        "Store to write or to go on with; default: NAME.sqlite in this folder");
    CLI::Option* const json = command->add_flag("--json",
                                                options->isJson,
                                                "Results as one JSON object on standard output");
    command->add_flag("--markdown", options->isMarkdown, "Tables as Markdown")->excludes(json);
    command->add_flag("--reverse",
                      options->isReversed,
                      "Executes the last run first; same results");
    command->callback([options, &action]() { action = [options]() { return Run(*options); }; });
}

} // namespace bindstorm
