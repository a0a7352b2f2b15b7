/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "check-on-use.h"
#include "nat-housekeeping.h"

#include <algorithm>
#include <cmath>

namespace bindstorm
{

namespace
{

/**
 * Goes round the places of the pool, a stated part of them for each whole second that has begun.
 * Seconds that the bound left no room for are not made up for.
 */
class Sweep final : public NatHousekeeping
{
  public:
    Sweep(const ComponentSpec& spec, NatLinkPool& pool)
        : m_pool(pool),
          m_share(static_cast<uint64_t>(
              std::llround(spec.GetNumber("fraction", 1e-6, 1).value() * double{WHOLE}))),
          m_most(spec.GetInteger("most", 0, UINT32_MAX).value()),
          m_checksOnUse(ReadCheckParameter(spec))
    {
    }

    void
    OnInsert(LinkId /* id */) override
    {
    }

    void
    OnErase(LinkId /* id */) override
    {
    }

    void
    OnNearer(LinkId /* id */) override
    {
    }

    void
    OnPacket(NatTime now, PacketWork& work, const std::function<void(LinkId)>& expire) override
    {
        const int64_t second = now / std::chrono::seconds{1};
        if (second <= m_second)
        {
            return;
        }
        // More than a whole turn is never needed, and is reached in WHOLE seconds at the latest.
        const uint64_t elapsed = std::min(static_cast<uint64_t>(second - m_second), WHOLE);
        m_second = second;
        uint64_t left = Budget(elapsed);
        if (left > 0)
        {
            ++work.chainScans;
        }
        for (; left > 0; --left)
        {
            const LinkId id = m_next < m_pool.Capacity() ? m_next : 0;
            m_next = id + 1;
            ++work.nodeVisits;
            if (!m_pool.IsLive(id))
            {
                continue;
            }
            ++work.expiryChecks;
            if (m_pool[id].Deadline() <= now)
            {
                expire(id);
            }
        }
    }

    bool
    ChecksOnUse() const override
    {
        return m_checksOnUse;
    }

  private:
    static constexpr uint64_t WHOLE = 1U << 20; ///< shares are counted in parts of this

    /// @return places to look at; what is left of one is kept for the next time
    uint64_t
    Budget(uint64_t elapsed)
    {
        const uint64_t places = m_pool.Capacity();
        const uint64_t share = std::min(m_share * elapsed, WHOLE);
        m_rest += places * share;
        uint64_t budget = std::min(m_rest / WHOLE, places);
        m_rest %= WHOLE;
        if (m_most != 0 && budget > m_most)
        {
            budget = m_most;
        }
        return budget;
    }

    const NatLinkPool& m_pool;
    uint64_t m_share;
    uint64_t m_most;
    bool m_checksOnUse;
    int64_t m_second{0};
    uint64_t m_rest{0};
    LinkId m_next{0};
};

} // namespace

NatHousekeepingInfo
DescribeSweepHousekeeping()
{
    return {"sweep",
            "With the first packet of each second, the next part of all places where links lie.",
            "libalias as of FreeBSD 13.0, which went by chains of its hash table",
            {{.name = "fraction",
              .defaultValue = "0.015625",
              .help = "part of the places looked at for each second"},
             {.name = "most",
              .defaultValue = "800",
              .help = "places looked at with a packet at most; 0: no bound"},
             CheckParameter()},
            [](const ComponentSpec& spec, NatLinkPool& pool)
            { return std::make_unique<Sweep>(spec, pool); }};
}

} // namespace bindstorm
