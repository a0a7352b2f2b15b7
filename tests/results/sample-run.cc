/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "sample-run.h"

#include "results/content-hash.h"
#include "results/sha256.h"
#include "results/utc-time.h"

#include <cstdlib>
#include <limits>
#include <set>
#include <stdexcept>

namespace bindstorm
{

TemporaryFolder::TemporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "bindstorm-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
    {
        throw std::runtime_error("cannot make a folder like " + name);
    }
    m_path = name;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string
TemporaryFolder::List() const
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_path))
    {
        names.insert(entry.path().filename().string());
    }
    std::string text;
    for (const std::string& name : names)
    {
        text += name + " ";
    }
    return text;
}

NewRun
SampleRun(uint64_t number, std::size_t rows)
{
    NewRun run;
    run.spec = "{\"number\":" + std::to_string(number) + "}";
    run.seed = number;
    run.run = 7;
    run.provenance.build = {"0.1.0", "c0ffee", true, "d1ff", "GNU 12.2.0", "Release"};
    run.provenance.libraries = {{"sqlite", "3.40.1"}};
    run.provenance.machine = {{"cpu", "one"}};
    run.startedAt = UtcNow();
    run.result.digest = Sha256("digest of " + run.spec);
    run.result.wallSeconds = 0.25;
    run.result.metrics = {{"server.bind.mean_ns", static_cast<double>(number) + 0.1},
                          {"a.metric", 1.0},
                          {"server.infinite", std::numeric_limits<double>::infinity()}};
    ResultTable table{"server.ports", {{"observed", {}, {}}, {"expected", {}, {}}}};
    uint64_t state = number;
    for (std::size_t row = 0; row < rows; ++row)
    {
        state = state * 6364136223846793005U + 1442695040888963407U;
        table.columns[0].integers.push_back(static_cast<int64_t>(state));
        table.columns[1].reals.push_back(static_cast<double>(state >> 40) / 3.0);
    }
    run.result.tables = {table, {"empty", {}}};
    return run;
}

ExperimentPlan
SamplePlan(uint64_t runs)
{
    ExperimentPlan plan{"sample", "scenarios/sample.toml", "title = 'x'\n", "A title", "Why?", {}};
    for (uint64_t number = 0; number < runs; ++number)
    {
        plan.runs.push_back({SampleRun(number, 0).Identity(),
                             {{"z.first", std::to_string(number)}, {"a.second", "linux-2.6.28"}}});
    }
    return plan;
}

std::string
ReproducibleContent(const ResultStore& store)
{
    std::string text;
    for (const StoredExperiment& experiment : store.ListExperiments())
    {
        text += experiment.identity + " " + experiment.name + " " + experiment.scenarioText + " " +
                std::to_string(experiment.planned) + " " + std::to_string(experiment.done) +
                (experiment.finishedAt ? " finished\n" : "\n");
        for (const ExperimentRun& run : store.GetRuns(experiment.id))
        {
            text += std::to_string(run.ordinal) + " " + run.identity + " " + run.digest;
            for (const auto& [name, value] : run.parameters)
            {
                text.append(" ").append(name).append("=").append(value);
            }
            if (run.run)
            {
                const StoredRun stored = store.GetRun(*run.run);
                text += " " + stored.spec + " " + std::to_string(stored.seed) + " " +
                        stored.provenance.build.Identity() + " " +
                        ContentHash(store.GetResult(*run.run));
            }
            text += "\n";
        }
    }
    return text;
}

} // namespace bindstorm
