/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LINK_QUEUES_H
#define BINDSTORM_LINK_QUEUES_H

#include "nat-link-pool.h"

#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Queues of links, many of them, threaded through the links themselves. A link is in one queue at
 * most, and can be taken out without saying of which.
 */
class LinkQueues
{
  public:
    /// @param queues number of them, all empty
    LinkQueues(uint32_t queues, NatLinkPool& pool)
        : m_pool(pool)
    {
        for (uint32_t queue = 0; queue < queues; ++queue)
        {
            m_ends.push_back({EndOf(queue), EndOf(queue)});
        }
    }

    bool
    Has(LinkId id) const
    {
        return m_pool[id].filedAfter != NO_LINK;
    }

    /// @return the link that is first, or NO_LINK
    LinkId
    First(uint32_t queue) const
    {
        const LinkId first = m_ends[queue].after;
        return first == EndOf(queue) ? NO_LINK : first;
    }

    /// @param id of a link that is in no queue
    void
    PushBack(uint32_t queue, LinkId id)
    {
        const LinkId last = m_ends[queue].before;
        NatLink& link = m_pool[id];
        link.filedBefore = last;
        link.filedAfter = EndOf(queue);
        After(last) = id;
        m_ends[queue].before = id;
    }

    /// Takes a link out of the queue it is in, if it is in one.
    void
    Erase(LinkId id)
    {
        if (!Has(id))
        {
            return;
        }
        NatLink& link = m_pool[id];
        After(link.filedBefore) = link.filedAfter;
        Before(link.filedAfter) = link.filedBefore;
        link.filedBefore = NO_LINK;
        link.filedAfter = NO_LINK;
    }

    /// Moves all links of one queue behind those of another, in their order, at once.
    void
    Append(uint32_t to, uint32_t from)
    {
        if (First(from) == NO_LINK)
        {
            return;
        }
        const Ends moved = m_ends[from];
        const LinkId last = m_ends[to].before;
        After(last) = moved.after;
        Before(moved.after) = last;
        After(moved.before) = EndOf(to);
        m_ends[to].before = moved.before;
        m_ends[from] = {EndOf(from), EndOf(from)};
    }

  private:
    /// Each queue is a ring through its own ends.
    struct Ends
    {
        LinkId before; ///< the last link
        LinkId after;  ///< the first one
    };

    /// Places of links are below this, what is above stands for the ends of queues.
    static constexpr LinkId FIRST_END = 1U << 31;

    static constexpr LinkId
    EndOf(uint32_t queue)
    {
        return FIRST_END + queue;
    }

    LinkId&
    After(LinkId id)
    {
        return id < FIRST_END ? m_pool[id].filedAfter : m_ends[id - FIRST_END].after;
    }

    LinkId&
    Before(LinkId id)
    {
        return id < FIRST_END ? m_pool[id].filedBefore : m_ends[id - FIRST_END].before;
    }

    NatLinkPool& m_pool;
    std::vector<Ends> m_ends;
};

} // namespace bindstorm

#endif // BINDSTORM_LINK_QUEUES_H
