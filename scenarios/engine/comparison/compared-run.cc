/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "compared-run.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace bindstorm
{

namespace
{

/// @return "experiment a", "experiments a, b", or their number where they are many
std::string
DescribeSet(const std::string& what, const std::set<std::string>& names)
{
    constexpr std::size_t FEW = 3;
    if (names.size() > FEW)
    {
        return fmt::format("{} {}s", names.size(), what);
    }
    return fmt::format("{}{} {}", what, names.size() == 1 ? "" : "s", fmt::join(names, ", "));
}

} // namespace

std::vector<ComparedRun>
LoadRuns(const ResultStore& store, const std::vector<StoredExperiment>& experiments)
{
    std::vector<ComparedRun> runs;
    std::set<RunId> seen;
    for (const StoredExperiment& experiment : experiments)
    {
        for (const ExperimentRun& planned : store.GetRuns(experiment.id))
        {
            if (!planned.run || !seen.insert(*planned.run).second)
            {
                continue;
            }
            const StoredRun stored = store.GetRun(*planned.run);
            ComparedRun run{.id = stored.id,
                            .experiment = experiment.name,
                            .parameters = planned.parameters,
                            .identity = stored.identity,
                            .specHash = stored.specHash,
                            .digest = stored.digest,
                            .build = stored.provenance.build,
                            .metrics = {}};
            for (const Metric& metric : planned.metrics)
            {
                run.metrics.emplace(metric.name, metric.value);
            }
            runs.push_back(std::move(run));
        }
    }
    return runs;
}

std::vector<StoredExperiment>
NewestOfEachName(const ResultStore& store)
{
    std::vector<StoredExperiment> newest;
    for (StoredExperiment& experiment : store.ListExperiments())
    {
        const auto hasRuns = [&](const auto& older)
        { return older.name == experiment.name && older.done > 0; };
        if (experiment.done == 0 && std::ranges::any_of(newest, hasRuns))
        {
            continue; // one that failed does not hide what was there before
        }
        std::erase_if(newest, [&](const auto& older) { return older.name == experiment.name; });
        newest.push_back(std::move(experiment));
    }
    return newest;
}

std::string
DescribeRuns(const std::vector<ComparedRun>& runs)
{
    if (runs.empty())
    {
        return "no runs";
    }
    std::set<std::string> experiments;
    std::set<std::string> builds;
    for (const ComparedRun& run : runs)
    {
        experiments.insert(run.experiment);
        builds.insert(run.build.ShortIdentity());
    }
    return fmt::format("{} run{}, {}, {}",
                       runs.size(),
                       runs.size() == 1 ? "" : "s",
                       DescribeSet("experiment", experiments),
                       DescribeSet("build", builds));
}

} // namespace bindstorm
