/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_MODULE_COSTS_H
#define BINDSTORM_MODULE_COSTS_H

#include "batch-timer.h"

namespace bindstorm
{

// Each measures the module that runs in a simulation, not a copy of it.

/// @ingroup engine
/// @return a 32-bit number of taus88 through DrawSource
BatchTimes MeasureDraw(const BatchTimer& timer);

/// @ingroup engine
/// @return locking and unlocking a mutex that no one else wants, in a process of two threads: in
///         one of a single thread the C library leaves the atomic instruction out
BatchTimes MeasureLock(const BatchTimer& timer);

/// @ingroup engine
/// @return a walk along an empty chain of a table with 128 chains
BatchTimes MeasureChainScan(const BatchTimer& timer);

/// @ingroup engine
/// @return a 64-bit word of the search for a free port by rank, FreePortMap::SelectFree()
BatchTimes MeasureBitmapWord(const BatchTimer& timer);

/// @ingroup engine
/// @return a candidate of the walk that linux-2.6.29 does, with no port in range
BatchTimes MeasureStep(const BatchTimer& timer);

/// @ingroup engine
/// @return the same with every port in range and busy: a step and a probe
BatchTimes MeasureStepAndProbe(const BatchTimer& timer);

} // namespace bindstorm

#endif // BINDSTORM_MODULE_COSTS_H
