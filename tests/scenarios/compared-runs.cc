/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "compared-runs.h"

#include "results/utc-time.h"
#include "scenarios/engine/record/reference-digests.h"

namespace bindstorm
{

namespace
{

std::string
SpecOf(const MadeUpRun& run)
{
    return run.spec.empty() ? "{\"of\":\"" + ParametersText(run.parameters) + "\"}" : run.spec;
}

} // namespace

ComparedRun
MakeComparedRun(RunId id, const MadeUpRun& run, const std::string& experiment)
{
    ComparedRun compared{.id = id,
                         .experiment = experiment,
                         .parameters = run.parameters,
                         .identity = "identity " + std::to_string(id),
                         .specHash = SpecOf(run),
                         .digest = run.digest.empty() ? "digest " + std::to_string(id) : run.digest,
                         .build = {},
                         .metrics = {}};
    for (const Metric& metric : run.metrics)
    {
        compared.metrics.emplace(metric.name, metric.value);
    }
    return compared;
}

void
StoreExperiment(const std::filesystem::path& store,
                const std::string& name,
                const BuildInfo& build,
                const std::vector<MadeUpRun>& runs)
{
    ResultStore open = ResultStore::OpenForWriting(store);
    ExperimentPlan plan{name, name + ".toml", "text of " + name, "title", "question", {}};
    std::vector<NewRun> all;
    for (const MadeUpRun& run : runs)
    {
        NewRun stored{
            .kind = RunKind::SIM,
            .spec = SpecOf(run),
            .seed = 1,
            .run = 0,
            .provenance = {.build = build, .plugins = {}, .libraries = {}, .machine = {}},
            .startedAt = UtcNow(),
            .result = {.digest = run.digest.empty() ? build.Identity() + SpecOf(run) : run.digest,
                       .metrics = run.metrics,
                       .tables = {}}};
        plan.runs.push_back({stored.Identity(), run.parameters});
        all.push_back(std::move(stored));
    }
    open.BeginExperiment(plan);
    for (const NewRun& run : all)
    {
        open.AddRun(run);
    }
}

} // namespace bindstorm
