/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_PERF_DRAWS_H
#define BINDSTORM_LIBALIAS_PERF_DRAWS_H

#include "model/base/draw-source.h"
#include "model/nat/nat-table.h"

#include <cstdint>

namespace bindstorm
{

// What is random in the performance test of the libalias reviews, with its quirks. Only the
// distributions are those of the original, not the numbers.

/// @ingroup workload
/// @return a number from first to last
uint32_t DrawPerfNumber(DrawSource& draws, uint32_t first, uint32_t last);

/**
 * @ingroup workload
 * A redirect of one external port of 1000-1999 for UDP, for whoever sends. The original ORs 16
 * random bits into 172.16.0.0 without swapping their bytes, so that they land in the upper half:
 * internal addresses are (172 | a).(16 | b).0.0.
 */
NatRedirect DrawPerfRedirect(DrawSource& draws, uint32_t external);

/// @ingroup workload
/// @return a flow of UDP from 10.0.x.y to 18.52.x.y, ports 1000-59999
NatFlow DrawPerfFlow(DrawSource& draws);

/// @ingroup workload
/// @return a packet of UDP from 18.48.x.y, where nobody has been asked, ports 1-65534
NatArrival DrawPerfStranger(DrawSource& draws, uint32_t external);

/// @ingroup workload
/// @return how many packets a flow in use is good for: 1 to 149
uint32_t DrawPerfConversation(DrawSource& draws);

/// @ingroup workload
/// @return whether the next packet of a flow in use comes from outside: 89 of 100 do
bool DrawPerfIsInbound(DrawSource& draws);

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_PERF_DRAWS_H
