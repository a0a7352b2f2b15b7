/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-tcp.h"

namespace bindstorm
{

void
TrackTcp(TcpTrack& track, const TcpFlags& flags, bool isOutbound, bool resetIsFin)
{
    if (flags.syn && !flags.ack && (track.reset || (track.finOut && track.finIn)))
    {
        // The ports are used again for another connection.
        track = {};
    }
    bool& syn = isOutbound ? track.synOut : track.synIn;
    bool& fin = isOutbound ? track.finOut : track.finIn;
    syn = syn || flags.syn;
    fin = fin || flags.fin || (flags.rst && resetIsFin);
    track.reset = flags.rst && !resetIsFin;
}

NatTime
TcpLifetime(const TcpTrack& track, const NatTimers& timers)
{
    if (track.reset)
    {
        return timers.tcpReset;
    }
    const bool isUp = track.synOut && track.synIn;
    if (track.finOut || track.finIn)
    {
        const bool isOver = (track.finOut && track.finIn) || !isUp;
        return isOver ? timers.tcpClosed : timers.tcpHalfClosed;
    }
    return isUp ? timers.tcpEstablished : timers.tcpOpening;
}

NatTime
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
