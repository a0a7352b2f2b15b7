/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PREDICTION_H
#define BINDSTORM_PREDICTION_H

#include "expectation.h"
#include "scenarios/engine/scenario.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A figure that others published beside ours. Times are in nanoseconds, whatever the unit of the
 * figure; everything else is in the figure's unit.
 */
struct FigureComparison
{
    enum class Kind : uint8_t
    {
        SIMULATED, ///< ours is the mean of the metric over the selected runs, or a ratio of means
        FITTED,    ///< the cost of a counter was fitted to the figure: nothing of ours to compare
        PREDICTED  ///< ours is counted work times a cost fitted to another figure
    };

    std::size_t index{0}; ///< of the figure
    Kind kind{Kind::SIMULATED};
    bool isTime{false};  ///< a ratio of times is none
    std::size_t runs{0}; ///< number of runs selected
    double published{0};
    std::optional<double> ours;
    std::optional<double> relative; ///< (ours - published) / published
    std::string counter;            ///< of WorkCounters::NAMES; FITTED and PREDICTED
    std::optional<double> work;     ///< mean of that counter an operation
    std::optional<double> cost;     ///< of one unit of it, nanoseconds
    std::string problem;            ///< why there is nothing to compare; else empty
};

/**
 * @ingroup engine
 * Puts our figures beside those that others published. A figure with `fit` gives the cost of that
 * counter: published time / mean of HOST.KIND.COUNTER_per_op, where the metric is
 * HOST.KIND.mean_ns. One with `predictFrom` takes the cost from there, in whatever order they
 * stand.
 * @return a comparison for each figure, in their order
 */
std::vector<FigureComparison> CompareFigures(const std::vector<PublishedFigure>& figures,
                                             const std::vector<FinishedRun>& runs,
                                             const std::vector<UnfinishedRun>& unfinished);

} // namespace bindstorm

#endif // BINDSTORM_PREDICTION_H
