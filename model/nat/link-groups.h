/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LINK_GROUPS_H
#define BINDSTORM_LINK_GROUPS_H

#include "flat-key.h"
#include "flat-table.h"
#include "nat-link-pool.h"

#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Links that have something in common: which is the newest of each group. A group is a ring of
 * links from the newest to the oldest; a table finds its newest one. Constant time, however large a
 * group is, but for a link that was taken out and comes back.
 */
class LinkGroups
{
  public:
    /// @param buckets see FlatTable
    LinkGroups(const NatLinkPool& pool, std::size_t buckets)
        : m_pool(pool),
          m_newest(buckets)
    {
    }

    /// @param isOfGroup says of the id of a link whether it is one of the group
    /// @return the newest of the group, or NO_LINK
    template <class IsOfGroup>
    LinkId
    Find(uint64_t hash, PacketWork& work, const IsOfGroup& isOfGroup) const
    {
        return m_newest.Size() == 0 ? NO_LINK : m_newest.Find(hash, work, isOfGroup);
    }

    template <class IsOfGroup>
    void
    Insert(uint64_t hash, LinkId id, PacketWork& work, const IsOfGroup& isOfGroup)
    {
        if (id >= m_hooks.size())
        {
            m_hooks.resize(m_pool.Capacity());
        }
        // Whoever makes a link has asked for its external endpoint: nothing is counted once more.
        PacketWork counted;
        const LinkId newest = m_newest.Find(hash, counted, isOfGroup);
        if (newest == NO_LINK)
        {
            m_hooks[id] = {id, id};
            m_newest.Insert(hash, id, work);
            return;
        }
        LinkId older = newest;
        if (m_pool[id].serial > m_pool[newest].serial)
        {
            m_newest.Replace(hash, newest, id, work);
        }
        else
        {
            // One that comes back: from the oldest one up to its place.
            LinkId newer = m_hooks[newest].newer;
            for (; m_pool[newer].serial < m_pool[id].serial; newer = m_hooks[newer].newer)
            {
                ++work.nodeVisits;
            }
            older = m_hooks[newer].older;
        }
        const LinkId newer = m_hooks[older].newer;
        m_hooks[id] = {.newer = newer, .older = older};
        m_hooks[newer].older = id;
        m_hooks[older].newer = id;
    }

    /// @param id of a link that is in its group
    void
    Erase(uint64_t hash, LinkId id, PacketWork& work)
    {
        const Hook hook = m_hooks[id];
        if (hook.older == id)
        {
            m_newest.Erase(hash, id, work);
            return;
        }
        m_hooks[hook.newer].older = hook.older;
        m_hooks[hook.older].newer = hook.newer;
        // The newest one, and no other, has the oldest one on its newer side.
        if (m_pool[hook.newer].serial < m_pool[id].serial)
        {
            m_newest.Replace(hash, id, hook.older, work);
        }
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_newest.Bytes() + m_hooks.capacity() * sizeof(Hook);
    }

  private:
    struct Hook
    {
        LinkId newer{NO_LINK}; ///< of the newest: the oldest
        LinkId older{NO_LINK}; ///< of the oldest: the newest
    };

    const NatLinkPool& m_pool;
    FlatTable m_newest;
    std::vector<Hook> m_hooks;
};

} // namespace bindstorm

#endif // BINDSTORM_LINK_GROUPS_H
