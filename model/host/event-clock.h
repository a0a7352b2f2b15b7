/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EVENT_CLOCK_H
#define BINDSTORM_EVENT_CLOCK_H

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <chrono>

namespace bindstorm
{

/**
 * @ingroup host
 * The instant of a host's event. Asking ns-3 costs a good part of what an event costs, so it is
 * asked once, when the event begins.
 */
class EventClock
{
  public:
    /// To be called first in every event that runs code of the host.
    void
    OnEvent()
    {
        OnEvent(std::chrono::nanoseconds{ns3::Simulator::Now().GetTimeStep()});
    }

    /// The same for an event that knows its instant.
    void
    OnEvent(std::chrono::nanoseconds now)
    {
        m_now = now;
    }

    std::chrono::nanoseconds
    Now() const
    {
        return m_now;
    }

  private:
    std::chrono::nanoseconds m_now{0};
};

} // namespace bindstorm

#endif // BINDSTORM_EVENT_CLOCK_H
