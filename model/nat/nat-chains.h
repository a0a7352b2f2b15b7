/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_CHAINS_H
#define BINDSTORM_NAT_CHAINS_H

#include "nat-link-pool.h"

#include "model/base/packet-work.h"

#include <cstddef>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Doubly linked chains of links, many of them over one array of hooks beside the pool. A link is in
 * one chain at most. A chain has its newest link first, so the first that fits is the newest.
 */
class NatChains
{
  public:
    /// @param chains number of them, all empty
    explicit NatChains(std::size_t chains)
        : m_heads(chains, NO_LINK)
    {
    }

    std::size_t
    Size() const
    {
        return m_heads.size();
    }

    /// Adds an empty chain after the last one.
    void
    AddChain()
    {
        m_heads.push_back(NO_LINK);
    }

    LinkId
    Head(std::size_t chain) const
    {
        return m_heads[chain];
    }

    LinkId
    Next(LinkId id) const
    {
        return m_hooks[id].next;
    }

    /// At the head; only a link that was taken out and comes back has to pass newer ones, which are
    /// counted as visits.
    void
    Insert(std::size_t chain, LinkId id, const NatLinkPool& pool, PacketWork& work)
    {
        if (id >= m_hooks.size())
        {
            m_hooks.resize(pool.Capacity());
        }
        LinkId previous = NO_LINK;
        LinkId next = m_heads[chain];
        while (next != NO_LINK && pool[next].serial > pool[id].serial)
        {
            ++work.nodeVisits;
            previous = next;
            next = m_hooks[next].next;
        }
        m_hooks[id] = {previous, next};
        (previous == NO_LINK ? m_heads[chain] : m_hooks[previous].next) = id;
        if (next != NO_LINK)
        {
            m_hooks[next].previous = id;
        }
    }

    /// @param chain the one that the link is in
    void
    Erase(std::size_t chain, LinkId id)
    {
        const Hook hook = m_hooks[id];
        (hook.previous == NO_LINK ? m_heads[chain] : m_hooks[hook.previous].next) = hook.next;
        if (hook.next != NO_LINK)
        {
            m_hooks[hook.next].previous = hook.previous;
        }
    }

    /**
     * Walks a chain, newest link first, until the predicate holds.
     * @param fits called with the id of each link, which it reads
     * @return the link it holds for, or NO_LINK
     */
    template <class Predicate>
    LinkId
    Find(std::size_t chain, PacketWork& work, Predicate&& fits) const
    {
        ++work.chainScans;
        for (LinkId id = m_heads[chain]; id != NO_LINK; id = m_hooks[id].next)
        {
            ++work.nodeVisits;
            ++work.comparisons;
            if (fits(id))
            {
                return id;
            }
        }
        return NO_LINK;
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_heads.capacity() * sizeof(LinkId) + m_hooks.capacity() * sizeof(Hook);
    }

  private:
    struct Hook
    {
        LinkId previous{NO_LINK};
        LinkId next{NO_LINK};
    };

    std::vector<LinkId> m_heads;
    std::vector<Hook> m_hooks;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_CHAINS_H
