/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NODE_VISIT_COST_H
#define BINDSTORM_NODE_VISIT_COST_H

#include "batch-timer.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup engine
 * A node visit on the chains of SocketChains, as linux-2.6.28 pays it: whole walks along chains in
 * random order, over nodes that lie in memory in random order.
 * @param sockets in the table, at least 1
 * @param chainScan cost of the start of a walk in picoseconds, which is subtracted
 */
BatchTimes MeasureNodeVisit(const BatchTimer& timer, uint32_t sockets, double chainScan);

} // namespace bindstorm

#endif // BINDSTORM_NODE_VISIT_COST_H
