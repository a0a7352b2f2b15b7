/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DEFAULT_VIEW_H
#define BINDSTORM_DEFAULT_VIEW_H

#include "expectation.h"
#include "scenarios/engine/scenario.h"

#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What is shown of an experiment whose scenario names no tables.
 * @param runs all runs of the experiment that are done
 * @return a line a run with what nearly every run has: p-values, binds and their work and time,
 *         frames. Headings name host and workload where several have the same metric. Without
 *         columns where nothing of these was measured.
 */
ResultView DefaultView(const std::vector<FinishedRun>& runs);

} // namespace bindstorm

#endif // BINDSTORM_DEFAULT_VIEW_H
