/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_RECORDER_H
#define BINDSTORM_RUN_RECORDER_H

#include "scenarios/engine/scenario.h"

#include "results/run-result.h"

namespace bindstorm
{

/**
 * @ingroup engine
 * Runs one simulation in this process and turns what is observed into a result. Memory does not
 * grow with the number of operations.
 */
RunResult ExecuteRun(const RunSpec& spec);

/**
 * @ingroup engine
 * To be called before a run is begun, so that nothing is written for one that cannot be held.
 * @throws ConfigError when the port counts of its hosts would take too much memory
 */
void CheckRunMemory(const RunSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_RUN_RECORDER_H
