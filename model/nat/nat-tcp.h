/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_TCP_H
#define BINDSTORM_NAT_TCP_H

#include "nat-config.h"
#include "nat-link.h"
#include "nat-types.h"

namespace bindstorm
{

/// @ingroup nat
/// @param track what was seen of the session so far; the packet is added
/// @param isOutbound direction of the packet
/// @param resetIsFin a RST counts as the FIN of its side, as in libalias
void TrackTcp(TcpTrack& track, const TcpFlags& flags, bool isOutbound, bool resetIsFin);

/**
 * @ingroup nat
 * @return how long a session may be idle: RFC 5382 REQ-5 and RFC 7857, section 2. A side that
 * closes before the other was up ends the session as both would.
 */
NatTime TcpLifetime(const TcpTrack& track, const NatTimers& timers);

/// @ingroup nat
/// @return how long a session of any protocol may be idle in its present state
inline NatTime
LifetimeOf(const NatLink& link, const NatTimers& timers)
{
    switch (link.protocol)
    {
    case IP_TCP:
        return TcpLifetime(link.tcp, timers);
    case IP_UDP:
        return link.isAssured || timers.udpUnreplied == NatTime{0} ? timers.udp
                                                                   : timers.udpUnreplied;
    case IP_ICMP:
        return timers.icmp;
    default:
        return timers.other;
    }
}

} // namespace bindstorm

#endif // BINDSTORM_NAT_TCP_H
