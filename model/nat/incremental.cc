/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "check-on-use.h"
#include "link-queues.h"
#include "nat-housekeeping.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/// Looks at the link that was looked at longest ago, a few with every packet.
class Incremental final : public NatHousekeeping
{
  public:
    Incremental(const ComponentSpec& spec, NatLinkPool& pool)
        : m_pool(pool),
          m_each(spec.GetInteger("each", 1, UINT32_MAX).value()),
          m_checksOnUse(ReadCheckParameter(spec)),
          m_queues(1, pool)
    {
    }

    void
    OnInsert(LinkId id) override
    {
        m_queues.PushBack(0, id);
        ++m_size;
    }

    void
    OnErase(LinkId id) override
    {
        m_size -= m_queues.Has(id) ? 1 : 0;
        m_queues.Erase(id);
    }

    void
    OnNearer(LinkId /* id */) override
    {
    }

    void
    OnPacket(NatTime now, PacketWork& work, const std::function<void(LinkId)>& expire) override
    {
        // Once around at most, however few there are.
        for (uint64_t left = std::min(m_each, m_size); left > 0; --left)
        {
            const LinkId id = m_queues.First(0);
            if (id == NO_LINK)
            {
                return;
            }
            ++work.nodeVisits;
            ++work.expiryChecks;
            m_queues.Erase(id);
            m_queues.PushBack(0, id);
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
    const NatLinkPool& m_pool;
    uint64_t m_each;
    bool m_checksOnUse;
    LinkQueues m_queues;
    uint64_t m_size{0};
};

} // namespace

NatHousekeepingInfo
DescribeIncrementalHousekeeping()
{
    return {"incremental",
            "A few links with every packet, the one that was looked at longest ago first.",
            "review D30277, FreeBSD 14",
            {{.name = "each", .defaultValue = "1", .help = "links looked at with a packet"},
             CheckParameter()},
            [](const ComponentSpec& spec, NatLinkPool& pool)
            { return std::make_unique<Incremental>(spec, pool); }};
}

} // namespace bindstorm
