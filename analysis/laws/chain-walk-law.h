/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHAIN_WALK_LAW_H
#define BINDSTORM_CHAIN_WALK_LAW_H

#include "draw-interval.h"
#include "port-law.h"
#include "remembered-view.h"

#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * The law of an allocator that calls FindFreeInChains() with a start and a step from one draw.
 *
 * For one of the steps that differ, a chain's slots are one cycle: all draws that start between two
 * free slots end at the second, so that one pass round the cycle serves all starts. Draws that
 * start in a chain without a free slot go on in the next chain.
 * @param starts the draws that start at each port, all 2^32 of them in all
 */
PortLaw ChainWalkLaw(RememberedView& view, const std::vector<DrawInterval>& starts);

} // namespace bindstorm

#endif // BINDSTORM_CHAIN_WALK_LAW_H
