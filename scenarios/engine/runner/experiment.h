/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPERIMENT_H
#define BINDSTORM_EXPERIMENT_H

#include "scenarios/engine/scenario.h"

#include "results/result-store.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * How an experiment is to be executed. Nothing here changes a result.
 */
struct ExperimentOptions
{
    unsigned jobs{1};       ///< processes at a time
    bool isReversed{false}; ///< the last run first
    /// Told before the first run and after each one: runs stored, runs in all. May be empty.
    std::function<void(std::size_t done, std::size_t all)> onProgress;
    /// Asked now and then; true ends the experiment early. May be empty.
    std::function<bool()> isStopped;
};

/**
 * @ingroup engine
 * How it went.
 */
struct ExperimentSummary
{
    struct Failure
    {
        std::size_t ordinal; ///< of the run in the scenario
        std::string error;
    };

    ExperimentId id{0};
    std::size_t executed{0};
    std::size_t reused{0}; ///< stored before, by the same build from the same specification
    std::vector<Failure> failures;
    bool wasStopped{false};
};

/**
 * @ingroup engine
 * Executes the runs of a scenario that a store does not have yet, each in a process of its own, and
 * stores each as it ends.
 * @throws StoreError when the store cannot be written; what was stored before stays
 */
ExperimentSummary RunExperiment(const Scenario& scenario,
                                ResultStore& store,
                                const ExperimentOptions& options);

/// @return builds, versions and machine, as stored with each run of this program
Provenance GetProvenance();

/// @return the same with the plug-ins that a run uses: their hashes, and which file each was
Provenance GetProvenance(const RunSpec& run);

} // namespace bindstorm

#endif // BINDSTORM_EXPERIMENT_H
