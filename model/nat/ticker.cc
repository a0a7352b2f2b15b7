/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-clock.h"

#include <algorithm>
#include <cmath>

namespace bindstorm
{

namespace
{

/// Asks no clock: something else writes the time down, and a packet reads that.
class TickerClock final : public NatClock
{
  public:
    explicit TickerClock(const ComponentSpec& spec)
        : m_interval(std::llround(spec.GetNumber("interval", 1e-9, 3600).value() * 1e9))
    {
    }

    NatTime
    OnPacket(NatTimeSource& source, PacketWork& /* work */) override
    {
        m_now = std::max(m_now, source.Ticker(m_interval));
        return m_now;
    }

  private:
    NatTime m_interval;
    NatTime m_now{0};
};

} // namespace

NatClockInfo
DescribeTickerClock()
{
    return {"ticker",
            "Takes the time that something else wrote down last; no clock is read.",
            {{.name = "interval",
              .defaultValue = "0.001",
              .help = "seconds from one time written to the next"}},
            [](const ComponentSpec& spec) { return std::make_unique<TickerClock>(spec); }};
}

} // namespace bindstorm
