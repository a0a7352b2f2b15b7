/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPECTATION_H
#define BINDSTORM_EXPECTATION_H

#include "unfinished-run.h"

#include "results/stored-run.h"
#include "scenarios/engine/scenario.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A run that is done, as far as expectations and tables look at it.
 */
struct FinishedRun
{
    RunParameters parameters; ///< in the order of the file
    std::map<std::string, double> metrics;

    /// @return the value of a parameter, or nothing
    const std::string* FindParameter(const std::string& name) const;

    /// @return whether every selected parameter has the selected value
    bool Matches(const Selection& selection) const;
};

/// @ingroup engine
/// @return those runs of a stored experiment that are done
std::vector<FinishedRun> GetFinishedRuns(const std::vector<ExperimentRun>& runs);

/// @ingroup engine
/// @return the runs that a selection selects, in their order; pointers into the argument
std::vector<const FinishedRun*> SelectRuns(const std::vector<FinishedRun>& runs,
                                           const Selection& where);

/**
 * @ingroup engine
 * What became of an expectation.
 */
struct ExpectationResult
{
    std::size_t index; ///< of the expectation
    bool passed{false};
    std::string observed; ///< the numbers compared, or why there are none
    /// Runs outside the limits or without the number; empty where mean or sum of all failed.
    std::vector<RunParameters> failing;
    std::size_t runs{0}; ///< number of runs compared
};

/**
 * @ingroup engine
 * Holds expectations against runs. Where nothing can be compared the expectation has failed and
 * `observed` says why: no run is selected or none of those is done, a selected run lacks the metric
 * (except for COUNT, which counts those that have it), or the divisor of a ratio is missing,
 * ambiguous or zero.
 *
 * The divisor of a ratio is the metric of the run that has the values of ratio_to (`part` may be
 * among them) and otherwise the very same parameters. A run that has these values itself is a
 * divisor and not compared.
 *
 * @param expectations as read
 * @param runs all runs of the experiment that are done
 * @param unfinished those that are not, to tell what failed from what there never was
 * @return a result for each expectation, in their order. Takes time in expectations * runs.
 */
std::vector<ExpectationResult> EvaluateExpectations(const std::vector<Expectation>& expectations,
                                                    const std::vector<FinishedRun>& runs,
                                                    const std::vector<UnfinishedRun>& unfinished);

} // namespace bindstorm

#endif // BINDSTORM_EXPECTATION_H
