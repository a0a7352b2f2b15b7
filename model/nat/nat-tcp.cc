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
    const bool hasFin = flags.fin || (flags.rst && resetIsFin);
    if (isOutbound)
    {
        track.synOut = track.synOut || flags.syn;
        track.finOut = track.finOut || hasFin;
    }
    else
    {
        track.synIn = track.synIn || flags.syn;
        track.finIn = track.finIn || hasFin;
    }
    track.reset = flags.rst && !resetIsFin;
}

NatTime
TcpLifetime(const TcpTrack& track, const NatTimers& timers)
{
    if (track.reset)
    {
        // Seen when resets had a timer of their own; without any a link would never be over.
        return timers.tcpReset != NatTime{0} ? timers.tcpReset : timers.tcpClosed;
    }
    const bool isUp = track.synOut && track.synIn;
    if (track.finOut || track.finIn)
    {
        const bool isOver = (track.finOut && track.finIn) || !isUp;
        return isOver ? timers.tcpClosed : timers.tcpHalfClosed;
    }
    return isUp ? timers.tcpEstablished : timers.tcpOpening;
}

} // namespace bindstorm
