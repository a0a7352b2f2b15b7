/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARED_RUNS_H
#define BINDSTORM_COMPARED_RUNS_H

#include "scenarios/engine/comparison/compared-sides.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bindstorm
{

/// A run to be compared, made up for a test.
struct MadeUpRun
{
    RunParameters parameters;
    std::vector<Metric> metrics;
    std::string spec{};   ///< empty: one of its own, made of the parameters
    std::string digest{}; ///< empty: one of its own
};

/// @return the run as it comes from a store
ComparedRun MakeComparedRun(RunId id, const MadeUpRun& run, const std::string& experiment = "e");

/// Stores the runs as an experiment of a build.
void StoreExperiment(const std::filesystem::path& store,
                     const std::string& name,
                     const BuildInfo& build,
                     const std::vector<MadeUpRun>& runs);

} // namespace bindstorm

#endif // BINDSTORM_COMPARED_RUNS_H
