/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "experiment.h"

#include "run-recorder.h"
#include "worker-pool.h"

#include "results/machine-info.h"
#include "results/result-codec.h"
#include "results/utc-time.h"
#include "scenarios/engine/plugin/plugin-files.h"

#include <algorithm>
#include <boost/version.hpp>
#include <set>
#include <sodium.h>
#include <xxhash.h>

namespace bindstorm
{

namespace
{

ExperimentPlan
MakePlan(const Scenario& scenario)
{
    ExperimentPlan plan{.name = scenario.path.stem().string(),
                        .scenarioPath = scenario.path.string(),
                        .scenarioText = scenario.text,
                        .title = scenario.title,
                        .question = scenario.question,
                        .runs = {}};
    for (const RunSpec& run : scenario.runs)
    {
        plan.runs.push_back(
            {RunIdentity(RunKind::SIM, run.canonical, GetBuildInfo(), PluginHash(run)),
             run.parameters});
    }
    return plan;
}

/// @return ordinals of the runs to execute: not stored, and of equal runs the first
std::vector<std::size_t>
FindMissing(const ExperimentPlan& plan, const ResultStore& store)
{
    std::vector<std::size_t> missing;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < plan.runs.size(); ++i)
    {
        const std::string& identity = plan.runs[i].identity;
        if (seen.insert(identity).second && !store.FindRun(identity))
        {
            missing.push_back(i);
        }
    }
    return missing;
}

std::string
BoostVersion()
{
    return std::to_string(BOOST_VERSION / 100000) + "." +
           std::to_string(BOOST_VERSION / 100 % 1000) + "." + std::to_string(BOOST_VERSION % 100);
}

} // namespace

Provenance
GetProvenance()
{
    return {.build = GetBuildInfo(),
            .plugins = {},
            .libraries = {{"ns-3", GetNs3Version()},
                          {"boost", BoostVersion()},
                          {"libsodium", sodium_version_string()},
                          {"xxhash", std::to_string(XXH_versionNumber())}},
            .machine = DescribeMachine()};
}

Provenance
GetProvenance(const RunSpec& run)
{
    static const Provenance common = GetProvenance();
    Provenance provenance = common;
    provenance.plugins = PluginHash(run);
    for (const auto& [hash, path] : PluginsOf(run))
    {
        provenance.libraries.emplace("plug-in " + path, hash);
    }
    return provenance;
}

ExperimentSummary
RunExperiment(const Scenario& scenario, ResultStore& store, const ExperimentOptions& options)
{
    const ExperimentPlan plan = MakePlan(scenario);
    ExperimentSummary summary;
    summary.id = store.BeginExperiment(plan);
    std::vector<std::size_t> missing = FindMissing(plan, store);
    summary.reused = plan.runs.size() - missing.size();
    if (options.isReversed)
    {
        std::reverse(missing.begin(), missing.end());
    }
    const std::string startedAt = UtcNow();
    std::size_t ended = summary.reused;
    auto tellProgress = [&]()
    {
        if (options.onProgress)
        {
            options.onProgress(ended, plan.runs.size());
        }
    };
    tellProgress();
    WorkerPool pool(options.jobs);
    pool.Run(
        missing,
        [&](std::size_t job) { return EncodeResult(ExecuteRun(scenario.runs[job])); },
        [&](const WorkerPool::Outcome& outcome)
        {
            ++ended;
            if (!outcome.error.empty())
            {
                summary.failures.push_back({outcome.job, outcome.error});
            }
            else
            {
                const RunSpec& spec = scenario.runs[outcome.job];
                store.AddRun({.kind = RunKind::SIM,
                              .spec = spec.canonical,
                              .seed = spec.simulation.seed,
                              .run = spec.simulation.run,
                              .provenance = GetProvenance(spec),
                              .startedAt = startedAt,
                              .result = DecodeResult(outcome.bytes)});
                ++summary.executed;
            }
            tellProgress();
        },
        [&]() { return options.isStopped && options.isStopped(); });
    summary.wasStopped = options.isStopped && options.isStopped();
    if (summary.failures.empty() && !summary.wasStopped)
    {
        store.FinishExperiment(summary.id);
    }
    std::sort(summary.failures.begin(),
              summary.failures.end(),
              [](const auto& a, const auto& b) { return a.ordinal < b.ordinal; });
    return summary;
}

} // namespace bindstorm
