/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-clock.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

class EachPacketClock final : public NatClock
{
  public:
    NatTime
    OnPacket(NatTimeSource& source, PacketWork& work) override
    {
        ++work.clockReads;
        m_now = std::max(m_now, source.Precise());
        return m_now;
    }

  private:
    NatTime m_now{0};
};

} // namespace

NatClockInfo
DescribeEachPacketClock()
{
    return {"each-packet",
            "Reads the clock with every packet.",
            {},
            [](const ComponentSpec& /* spec */) { return std::make_unique<EachPacketClock>(); }};
}

} // namespace bindstorm
