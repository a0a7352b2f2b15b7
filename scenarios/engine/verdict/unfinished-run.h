/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNFINISHED_RUN_H
#define BINDSTORM_UNFINISHED_RUN_H

#include "results/stored-run.h"
#include "scenarios/engine/scenario.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A run of an experiment that has no results: it failed, or nobody knows more than that.
 */
struct UnfinishedRun
{
    RunParameters parameters;
    bool hasFailed{false};
};

/// @ingroup engine
/// @return whether every selected parameter has the selected value
bool MatchesSelection(const RunParameters& parameters, const Selection& selection);

/// @ingroup engine
/// @param runs of a stored experiment
/// @param failed their ordinals
/// @return those runs that are not done
std::vector<UnfinishedRun> GetUnfinishedRuns(const std::vector<ExperimentRun>& runs,
                                             const std::set<uint64_t>& failed);

/**
 * @ingroup engine
 * Says why a selection has no run that is done: "no run is selected", "all 4 selected runs failed",
 * "none of the 4 selected runs is done".
 * @param unfinished all runs of the experiment that are not done
 * @param where those that are meant
 */
std::string DescribeNoRun(const std::vector<UnfinishedRun>& unfinished, const Selection& where);

} // namespace bindstorm

#endif // BINDSTORM_UNFINISHED_RUN_H
