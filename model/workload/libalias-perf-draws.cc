/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-perf-draws.h"

namespace bindstorm
{

namespace
{

constexpr uint32_t INTERNAL_NET = 10U << 24;
constexpr uint32_t SERVER_NET = 172U << 24 | 16U << 16;
constexpr uint32_t REMOTE_NET = 18U << 24 | 52U << 16;
constexpr uint32_t STRANGER_NET = 18U << 24 | 48U << 16;

/// The original's ranges leave their upper end out.
constexpr uint32_t LAST_OF_16_BITS = 0xFFFE;

uint16_t
DrawPort(DrawSource& draws, uint32_t first, uint32_t last)
{
    return static_cast<uint16_t>(DrawPerfNumber(draws, first, last));
}

} // namespace

uint32_t
DrawPerfNumber(DrawSource& draws, uint32_t first, uint32_t last)
{
    return first + draws.DrawBelow(last - first + 1);
}

NatRedirect
DrawPerfRedirect(DrawSource& draws, uint32_t external)
{
    NatRedirect redirect;
    redirect.external = {external, DrawPort(draws, 1000, 1999)};
    const uint16_t port = DrawPort(draws, 1000, 1999);
    const uint32_t bits = DrawPerfNumber(draws, 0, LAST_OF_16_BITS);
    const uint32_t swapped = (bits & 0xFF) << 24 | (bits & 0xFF00) << 8;
    redirect.internal = {SERVER_NET | swapped, port};
    return redirect;
}

NatFlow
DrawPerfFlow(DrawSource& draws)
{
    NatFlow flow;
    flow.internal.address = INTERNAL_NET | DrawPerfNumber(draws, 0, LAST_OF_16_BITS);
    flow.remote.address = REMOTE_NET | DrawPerfNumber(draws, 0, LAST_OF_16_BITS);
    flow.internal.port = DrawPort(draws, 1000, 59999);
    flow.remote.port = DrawPort(draws, 1000, 59999);
    return flow;
}

NatArrival
DrawPerfStranger(DrawSource& draws, uint32_t external)
{
    NatArrival arrival;
    arrival.remote.address = STRANGER_NET | DrawPerfNumber(draws, 0, LAST_OF_16_BITS);
    arrival.remote.port = DrawPort(draws, 1, 65534);
    arrival.external = {external, DrawPort(draws, 1, 65534)};
    return arrival;
}

uint32_t
DrawPerfConversation(DrawSource& draws)
{
    return DrawPerfNumber(draws, 1, 149);
}

bool
DrawPerfIsInbound(DrawSource& draws)
{
    return draws.DrawBelow(100) > 10;
}

} // namespace bindstorm
