/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "verification.h"

#include "scenarios/engine/runner/experiment.h"
#include "scenarios/engine/runner/run-recorder.h"
#include "scenarios/engine/runner/worker-pool.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace bindstorm
{

namespace
{

/// Digests by ordinal, and why those that are missing are.
struct FoundDigests
{
    std::vector<std::string> digests;
    std::map<std::size_t, std::string> errors;
};

FoundDigests
DigestsFromStore(const Scenario& scenario, const VerificationOptions& options)
{
    const ExperimentSummary summary =
        RunExperiment(scenario,
                      *options.store,
                      {.jobs = options.jobs, .onProgress = options.onProgress, .isStopped = {}});
    FoundDigests found;
    for (const ExperimentRun& run : options.store->GetRuns(summary.id))
    {
        found.digests.push_back(run.digest);
    }
    for (const ExperimentSummary::Failure& failure : summary.failures)
    {
        found.errors.emplace(failure.ordinal, failure.error);
    }
    return found;
}

FoundDigests
DigestsOfRuns(const Scenario& scenario, const VerificationOptions& options)
{
    FoundDigests found;
    found.digests.resize(scenario.runs.size());
    std::vector<std::size_t> jobs(scenario.runs.size());
    std::iota(jobs.begin(), jobs.end(), std::size_t{0});
    std::size_t ended = 0;
    WorkerPool(options.jobs)
        .Run(
            jobs,
            [&](std::size_t job) { return ExecuteRun(scenario.runs[job]).digest; },
            [&](const WorkerPool::Outcome& outcome)
            {
                found.digests[outcome.job] = outcome.bytes;
                if (!outcome.error.empty())
                {
                    found.errors.emplace(outcome.job, outcome.error);
                }
                if (options.onProgress)
                {
                    options.onProgress(++ended, jobs.size());
                }
            },
            []() { return false; });
    return found;
}

} // namespace

bool
Verification::HasFailed() const
{
    return std::ranges::any_of(differences,
                               [](const DigestDifference& difference)
                               { return !difference.error.empty(); });
}

Verification
VerifyScenario(const Scenario& scenario,
               const ReferenceScenario& reference,
               const VerificationOptions& options)
{
    const FoundDigests found = options.store == nullptr ? DigestsOfRuns(scenario, options)
                                                        : DigestsFromStore(scenario, options);
    std::map<std::string, std::string> expected;
    for (const ReferenceScenario::Run& run : reference.runs)
    {
        expected.emplace(run.parameters, run.digest);
    }
    Verification result;
    for (std::size_t i = 0; i < scenario.runs.size(); ++i)
    {
        std::string parameters = ParametersText(scenario.runs[i].parameters);
        const auto known = expected.find(parameters);
        const std::string digest = known == expected.end() ? "" : known->second;
        if (known != expected.end())
        {
            expected.erase(known);
        }
        const auto error = found.errors.find(i);
        if (error == found.errors.end() && !digest.empty() && found.digests[i] == digest)
        {
            ++result.equal;
        }
        else
        {
            result.differences.push_back({parameters,
                                          i,
                                          digest,
                                          found.digests[i],
                                          error == found.errors.end() ? "" : error->second});
        }
        result.runs.push_back({std::move(parameters), found.digests[i]});
    }
    for (const ReferenceScenario::Run& run : reference.runs)
    {
        if (expected.contains(run.parameters))
        {
            result.differences.push_back({run.parameters, std::nullopt, run.digest, "", ""});
        }
    }
    return result;
}

} // namespace bindstorm
