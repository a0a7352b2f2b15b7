/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CALIBRATION_H
#define BINDSTORM_CALIBRATION_H

#include "batch-timer.h"

#include "model/base/cost-table.h"

#include <chrono>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Costs of this machine, and how they were found.
 */
struct Calibration
{
    struct Line
    {
        std::string what; ///< "rng_draws: taus88 through DrawSource"
        BatchTimes times;
    };

    CostTable table;
    std::vector<Line> lines;        ///< every measurement
    std::vector<std::string> notes; ///< what could not be measured, or differs from the plan
};

/**
 * @ingroup engine
 * Measures what an operation and each unit of work cost on this machine, with the modules that a
 * simulation runs. Of each the least of many batches counts: what disturbs only adds. To be called
 * where no one else is at work, and never from within a simulation.
 * @param duration time to take in all, about; each measurement has an equal part
 */
Calibration Calibrate(std::chrono::nanoseconds duration);

} // namespace bindstorm

#endif // BINDSTORM_CALIBRATION_H
