/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SYSTEM_CALL_COSTS_H
#define BINDSTORM_SYSTEM_CALL_COSTS_H

#include "batch-timer.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * What this machine's own kernel takes for the operations.
 */
struct SystemCallCosts
{
    BatchTimes bind;   ///< bind() of a UDP socket to port 0 of 127.0.0.1
    BatchTimes bindTo; ///< bind() to a port that is free
    BatchTimes close;  ///< close() of a bound socket
    /// Why sockets could not be used; then all three are the cost of getppid(), which does nothing.
    std::string refusal;
};

/// @ingroup engine
/// Uses 64 sockets of the loopback interface at a time; sends nothing.
SystemCallCosts MeasureSystemCalls(const BatchTimer& timer);

} // namespace bindstorm

#endif // BINDSTORM_SYSTEM_CALL_COSTS_H
