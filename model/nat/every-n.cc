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

/**
 * Reads the clock with the first packet and with every n-th. As libalias adapted n, it becomes a
 * third of the packets since the second changed last, each time that a reading shows another
 * second; a burst that ends leaves the time stale for as long as n packets then take.
 */
class EveryNClock final : public NatClock
{
  public:
    explicit EveryNClock(const ComponentSpec& spec)
        : m_limit(spec.GetInteger("n", 1, UINT32_MAX).value()),
          m_adapts(spec.Get("adapt") == "libalias")
    {
    }

    NatTime
    OnPacket(NatTimeSource& source, PacketWork& work) override
    {
        ++m_packets;
        if (m_isFirst)
        {
            m_isFirst = false;
            Read(source, work);
        }
        else if (m_packets % m_limit == 0)
        {
            const NatTime before = m_now;
            Read(source, work);
            if (m_adapts && SecondOf(m_now) != SecondOf(before))
            {
                // Below 1 it once divided by zero (FreeBSD 25392fac9488).
                m_limit = std::max<uint64_t>(m_packets / 3, 1);
                m_packets = 0;
            }
        }
        return m_now;
    }

  private:
    static int64_t
    SecondOf(NatTime time)
    {
        return time / std::chrono::seconds{1};
    }

    void
    Read(NatTimeSource& source, PacketWork& work)
    {
        ++work.clockReads;
        m_now = std::max(m_now, source.Precise());
    }

    uint64_t m_limit;
    bool m_adapts;
    bool m_isFirst{true};
    uint64_t m_packets{0};
    NatTime m_now{0};
};

} // namespace

NatClockInfo
DescribeEveryNClock()
{
    return {"every-n",
            "Reads the clock with the first packet and every n-th; in between, time stands still.",
            {{.name = "n", .defaultValue = "1000", .help = "packets from one reading to the next"},
             {.name = "adapt",
              .defaultValue = "never",
              .choices = {"never", "libalias"},
              .help = "libalias: n becomes a third of the packets since the second changed last"}},
            [](const ComponentSpec& spec) { return std::make_unique<EveryNClock>(spec); }};
}

} // namespace bindstorm
