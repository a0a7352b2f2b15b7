/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RESULT_VIEW_H
#define BINDSTORM_RESULT_VIEW_H

#include "expectation.h"
#include "quantity-text.h"
#include "scenarios/engine/scenario.h"
#include "text-table.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * One column of a table of results, with a cell for each line.
 */
struct ViewColumn
{
    std::string heading;
    std::string metric;   ///< empty for a parameter and for the number of runs
    std::string unit;     ///< "ns" where the numbers are times and the heading names no unit
    bool isNumber{false}; ///< stands to the right
    std::vector<std::string> cells;
    NumberColumn numbers; ///< of a metric: what the cells say, unrounded
};

/// @ingroup engine
/// @return the columns of a table, parameters first; none where no run is selected
std::vector<ViewColumn> FillView(const ResultView& view, const std::vector<FinishedRun>& runs);

/**
 * @ingroup engine
 * A table with a line a run, or a line for each combination of the group's parameters with the mean
 * over its runs and their number. Metrics that end in "_ns" are written as times, each with its
 * unit, unless the heading has a unit as a word ("mean, us"): then all of the column are in it.
 * What a run does not have is "-", and so is a mean where one run of the line lacks the metric.
 * @param view what to show
 * @param runs all runs of the experiment that are done
 * @param unfinished those that are not, for a table without lines
 * @return title, note and table, ending with a line feed
 */
std::string FormatView(const ResultView& view,
                       const std::vector<FinishedRun>& runs,
                       const std::vector<UnfinishedRun>& unfinished,
                       const TextPage& page = {});

} // namespace bindstorm

#endif // BINDSTORM_RESULT_VIEW_H
