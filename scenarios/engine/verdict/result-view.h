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
#include "scenarios/engine/scenario.h"
#include "text-table.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A table with a line a run, or a line for each combination of the group's parameters with the mean
 * over its runs and their number. Metrics that end in "_ns" are written as times, each with its
 * unit, unless the heading has a unit as a word ("mean, us"): then all of the column are in it.
 * What a run does not have is "-", and so is a mean where one run of the line lacks the metric.
 * @param view what to show
 * @param runs all runs of the experiment that are done
 * @return title, note and table, ending with a line feed
 */
std::string FormatView(const ResultView& view,
                       const std::vector<FinishedRun>& runs,
                       TextFormat format = TextFormat::PLAIN);

} // namespace bindstorm

#endif // BINDSTORM_RESULT_VIEW_H
