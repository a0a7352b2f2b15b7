/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DEADLINE_HEAP_H
#define BINDSTORM_DEADLINE_HEAP_H

#include "nat-link-pool.h"

#include "model/base/packet-work.h"

#include <algorithm>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Finds links that are over, the first of them first, for whoever needs room at once. Made when it
 * is first asked, since a table with room to spare never asks; from then on it is told of every new
 * or nearer deadline. A deadline that moved away is found out when its turn comes.
 */
class DeadlineHeap
{
  public:
    explicit DeadlineHeap(const NatLinkPool& pool)
        : m_pool(pool)
    {
    }

    /// A link has a deadline, or an earlier one than before.
    void
    Note(LinkId id)
    {
        if (!m_isMade)
        {
            return;
        }
        // Links that ended otherwise leave entries behind.
        if (m_entries.size() > 2 * m_pool.Size() + SLACK)
        {
            Make();
        }
        Push(id);
    }

    /// @param work nodeVisits counts the links that are looked at
    /// @return a link whose deadline is not after now, or NO_LINK
    LinkId
    FindOver(NatTime now, PacketWork& work)
    {
        if (!m_isMade)
        {
            work.nodeVisits += m_pool.Size();
            Make();
        }
        while (!m_entries.empty() && m_entries.front().deadline <= now)
        {
            std::ranges::pop_heap(m_entries, IsLater());
            const Entry entry = m_entries.back();
            m_entries.pop_back();
            ++work.nodeVisits;
            const auto id = m_pool.Find(entry.handle);
            if (!id)
            {
                continue;
            }
            if (m_pool[*id].Deadline() <= now)
            {
                return *id;
            }
            Push(*id);
        }
        return NO_LINK;
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_entries.capacity() * sizeof(Entry);
    }

  private:
    static constexpr std::size_t SLACK = 64;

    struct Entry
    {
        NatTime deadline;
        LinkHandle handle;
    };

    struct IsLater
    {
        bool
        operator()(const Entry& a, const Entry& b) const
        {
            // The place decides between equal ones, so that every machine has one order.
            return a.deadline != b.deadline ? a.deadline > b.deadline : a.handle.id > b.handle.id;
        }
    };

    void
    Push(LinkId id)
    {
        m_entries.push_back({m_pool[id].Deadline(), m_pool.HandleOf(id)});
        std::ranges::push_heap(m_entries, IsLater());
    }

    void
    Make()
    {
        m_isMade = true;
        m_entries.clear();
        for (LinkId id = 0; id < m_pool.Capacity(); ++id)
        {
            if (m_pool.IsLive(id) && m_pool[id].lifetime != NatTime{0})
            {
                m_entries.push_back({m_pool[id].Deadline(), m_pool.HandleOf(id)});
            }
        }
        std::ranges::make_heap(m_entries, IsLater());
    }

    const NatLinkPool& m_pool;
    bool m_isMade{false};
    std::vector<Entry> m_entries; ///< a heap, the earliest deadline in front
};

} // namespace bindstorm

#endif // BINDSTORM_DEADLINE_HEAP_H
