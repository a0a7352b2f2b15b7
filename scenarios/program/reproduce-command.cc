/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "model/base/component-spec.h"
#include "results/result-store.h"
#include "scenarios/engine/record/find-experiment.h"
#include "scenarios/engine/record/reference-digests.h"
#include "scenarios/engine/record/reproduction.h"
#include "scenarios/engine/runner/experiment.h"

#include <fmt/core.h>
#include <memory>
#include <string>

namespace bindstorm
{

namespace
{

struct ReproduceOptions
{
    std::string store;
    RunId run{0};
    std::string experiment;
};

std::string
DescribeBuild(const BuildInfo& build)
{
    return fmt::format("bindstorm {} {}, {}, {}",
                       build.version,
                       build.Identity(),
                       build.compiler,
                       build.buildType);
}

/**
 * @return the parameters of the run in an experiment: the one asked for, else the first that has it
 * @throws ConfigError when the one asked for does not have it
 */
std::string
FindParameters(const ResultStore& store, const ReproduceOptions& options)
{
    const bool isAsked = !options.experiment.empty();
    const auto experiments =
        isAsked ? std::vector{FindExperiment(store, options.experiment)} : store.ListExperiments();
    for (const StoredExperiment& experiment : experiments)
    {
        for (const ExperimentRun& run : store.GetRuns(experiment.id))
        {
            if (run.run == options.run)
            {
                return experiment.name + ": " + ParametersText(run.parameters);
            }
        }
    }
    if (isAsked)
    {
        throw ConfigError(
            fmt::format("{}: experiment '{}' has no run {}; show {} {} --runs lists those it has",
                        store.GetPath().string(),
                        options.experiment,
                        options.run,
                        store.GetPath().string(),
                        options.experiment));
    }
    return "of no experiment";
}

void
PrintBuilds(const Provenance& stored, const Provenance& now)
{
    if (stored.build.Identity() == now.build.Identity())
    {
        fmt::print("the build is the same: {}\n", DescribeBuild(now.build));
    }
    else
    {
        fmt::print("the builds differ:\n  stored  {}\n  now     {}\n",
                   DescribeBuild(stored.build),
                   DescribeBuild(now.build));
    }
    for (const auto& [name, version] : stored.libraries)
    {
        if (name.starts_with("plug-in "))
        {
            continue; // a file by its path, which may be another one now; the hash below tells
        }
        const auto here = now.libraries.find(name);
        const std::string other = here == now.libraries.end() ? "none" : here->second;
        if (other != version)
        {
            fmt::print("  {} {} then, {} now\n", name, version, other);
        }
    }
    if (stored.plugins != now.plugins)
    {
        const auto text = [](const std::string& hashes)
        { return hashes.empty() ? "none" : hashes; };
        fmt::print("the plug-ins differ, SHA-256:\n  stored  {}\n  now     {}\n",
                   text(stored.plugins),
                   text(now.plugins));
    }
}

ExitCode
PrintReproduction(const Reproduction& reproduction)
{
    const StoredRun& stored = reproduction.stored;
    if (!reproduction.error.empty())
    {
        fmt::print("failed: {}\n", reproduction.error);
        return ExitCode::COULD_NOT_RUN;
    }
    if (!reproduction.isSameText)
    {
        fmt::print("note: this build writes the specification in another way; settings that the "
                   "store does not know have their defaults\n");
    }
    const bool isSameDigest = reproduction.digest == stored.digest;
    if (isSameDigest)
    {
        fmt::print("digest   equal      {}\n", stored.digest);
    }
    else
    {
        fmt::print("digest   DIFFERENT  {} stored\n                    {} now\n",
                   stored.digest,
                   reproduction.digest);
    }
    const std::size_t different = reproduction.differences.size();
    if (different == 0)
    {
        fmt::print("numbers  equal      {} metrics, {} tables\n",
                   reproduction.metrics,
                   reproduction.tables);
    }
    else
    {
        fmt::print("numbers  DIFFERENT  {} metrics or columns{}\n",
                   different,
                   isSameDigest ? ": what happened is the same, what was computed from it is not"
                                : "");
        constexpr std::size_t MOST = 40;
        for (std::size_t i = 0; i < different && i < MOST; ++i)
        {
            fmt::print("  {}\n", reproduction.differences[i]);
        }
        if (different > MOST)
        {
            fmt::print("  and {} more\n", different - MOST);
        }
    }
    PrintBuilds(stored.provenance, reproduction.now);
    return reproduction.IsEqual() ? ExitCode::PASS : ExitCode::EXPECTATION_FAILED;
}

ExitCode
Reproduce(const ReproduceOptions& options)
{
    const ResultStore store = ResultStore::OpenForReading(options.store);
    const std::string parameters = FindParameters(store, options);
    const Reproduction reproduction = ReproduceRun(store, options.run);
    fmt::print("run {} of {} ({})\n", options.run, options.store, parameters);
    return PrintReproduction(reproduction);
}

} // namespace

void
AddReproduceCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "reproduce",
        "Runs one stored run again, from what the store alone says, and compares");
    const auto options = std::make_shared<ReproduceOptions>();
    command->add_option("store", options->store, "Result store")->required();
    command
        ->add_option("run",
                     options->run,
                     "Number of the run in the store: the index of results.runs() in Python, or "
                     "listed by show STORE EXPERIMENT --runs")
        ->required();
    command->add_option("--experiment",
                        options->experiment,
                        "Name or number of the experiment that the run must belong to");
    command->callback([options, &action]()
                      { action = [options]() { return Reproduce(*options); }; });
}

} // namespace bindstorm
