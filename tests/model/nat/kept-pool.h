/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_KEPT_POOL_H
#define BINDSTORM_KEPT_POOL_H

#include "model/nat/nat-housekeeping.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

/// A pool that is kept in order, and what a table does when a link's time is over: nothing else.
class KeptPool
{
  public:
    explicit KeptPool(const std::string& text)
        : m_keeper(CreateNatHousekeeping(ComponentSpec::Parse(text), m_pool))
    {
    }

    LinkId
    Add(NatTime now, NatTime lifetime)
    {
        NatLink link;
        link.lastUse = now;
        link.lifetime = lifetime;
        const LinkId id = m_pool.Add(link);
        if (lifetime != NatTime{0})
        {
            m_keeper->OnInsert(id);
        }
        return id;
    }

    void
    Use(LinkId id, NatTime now, NatTime lifetime)
    {
        const NatTime before = m_pool[id].Deadline();
        m_pool[id].lastUse = now;
        m_pool[id].lifetime = lifetime;
        if (m_pool[id].Deadline() < before)
        {
            m_keeper->OnNearer(id);
        }
    }

    void
    Remove(LinkId id)
    {
        if (m_pool[id].lifetime != NatTime{0})
        {
            m_keeper->OnErase(id);
        }
        m_pool.Remove(id);
    }

    /// @return the work of the packet; `expired` has what was handed back since it was cleared
    PacketWork
    Packet(NatTime now)
    {
        PacketWork work;
        m_keeper->OnPacket(now,
                           work,
                           [&](LinkId id)
                           {
                               expired.push_back(id);
                               isEarly = isEarly || m_pool[id].Deadline() > now;
                               const auto other = endWith.find(id);
                               Remove(id);
                               if (other != endWith.end() && m_pool.IsLive(other->second))
                               {
                                   Remove(other->second);
                               }
                           });
        return work;
    }

    std::vector<LinkId>
    Live() const
    {
        std::vector<LinkId> live;
        for (LinkId id = 0; id < m_pool.Capacity(); ++id)
        {
            if (m_pool.IsLive(id))
            {
                live.push_back(id);
            }
        }
        return live;
    }

    /// @return what a lookup that checks deadlines finds
    std::vector<LinkId>
    Found(NatTime now) const
    {
        std::vector<LinkId> found = Live();
        std::erase_if(found, [&](LinkId id) { return m_pool[id].Deadline() <= now; });
        return found;
    }

    std::size_t
    CountOver(NatTime now) const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(Live(), [&](LinkId id) { return m_pool[id].Deadline() <= now; }));
    }

    std::vector<LinkId> expired;
    std::map<LinkId, LinkId> endWith; ///< links that end with another
    bool isEarly{false};

    const NatLinkPool&
    Pool() const
    {
        return m_pool;
    }

    bool
    ChecksOnUse() const
    {
        return m_keeper->ChecksOnUse();
    }

  private:
    NatLinkPool m_pool;
    std::unique_ptr<NatHousekeeping> m_keeper;
};

/// Every way of housekeeping, with the parameters that matter.
inline const std::vector<std::string>&
AllWays()
{
    static const std::vector<std::string> all{"sweep",
                                              "sweep(check=use)",
                                              "sweep(fraction=1, most=0)",
                                              "sweep(fraction=0.3, most=3)",
                                              "incremental",
                                              "incremental(check=use)",
                                              "incremental(each=1000)",
                                              "on-use",
                                              "timer-wheel",
                                              "timer-wheel(tick=1)",
                                              "timer-wheel(tick=0.000000001)",
                                              "timer-wheel(tick=0.001, batch=2)"};
    return all;
}

} // namespace bindstorm

#endif // BINDSTORM_KEPT_POOL_H
