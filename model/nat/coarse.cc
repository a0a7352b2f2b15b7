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

/// A clock that the system updates with its own tick, cheaper to ask than the exact one.
class CoarseClock final : public NatClock
{
  public:
    explicit CoarseClock(const ComponentSpec& spec)
        : m_resolution(std::llround(spec.GetNumber("resolution", 1e-9, 3600).value() * 1e9))
    {
    }

    NatTime
    OnPacket(NatTimeSource& source, PacketWork& work) override
    {
        ++work.clockReads;
        m_now = std::max(m_now, source.Coarse(m_resolution));
        return m_now;
    }

  private:
    NatTime m_resolution;
    NatTime m_now{0};
};

} // namespace

NatClockInfo
DescribeCoarseClock()
{
    return {"coarse",
            "Reads a clock of low resolution with every packet.",
            {{.name = "resolution",
              .defaultValue = "0.004",
              .help = "seconds of which the time is a multiple"}},
            [](const ComponentSpec& spec) { return std::make_unique<CoarseClock>(spec); },
            true};
}

} // namespace bindstorm
