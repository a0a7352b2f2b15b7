/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_KEEP_PORT_H
#define BINDSTORM_KEEP_PORT_H

#include "nat-port-choice.h"

namespace bindstorm
{

/// @ingroup nat
/// @return whether the candidate is eligible and free. Counts a step, and what the view counts.
inline bool
IsUsable(PortView& view, uint32_t port)
{
    ++view.Work().steps;
    return view.IsEligible(port) && view.IsFree(static_cast<uint16_t>(port));
}

/// @ingroup nat
/// @return whether the internal port is to be kept and can be (RFC 7857, section 9: it is random
///         only when it must change)
inline bool
IsKept(PortView& view, const NatPortRequest& request)
{
    return request.preserve && IsUsable(view, request.flow.internal.port);
}

/// @ingroup nat
/// @return whether a port is free and not reserved, be it in range or not. Port 0 is none, unless
///         the range has it. Counts a step, and what the view counts.
inline bool
IsUsableAnywhere(PortView& view, uint16_t port)
{
    ++view.Work().steps;
    return (port != 0 || view.Range().Contains(0)) && !view.Reserved().Contains(port) &&
           view.IsFree(port);
}

} // namespace bindstorm

#endif // BINDSTORM_KEEP_PORT_H
