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
 * Queues of links, many of them over one array beside the pool. A link is in one queue at most, and
 * can be taken out without saying of which.
 */
class LinkQueues
{
  public:
    /// @param queues number of them, all empty
    explicit LinkQueues(uint32_t queues)
        : m_queues(queues)
    {
        for (uint32_t queue = 0; queue < queues; ++queue)
        {
            m_nodes.push_back({queue, queue});
        }
    }

    bool
    Has(LinkId id) const
    {
        const std::size_t node = std::size_t{m_queues} + id;
        return node < m_nodes.size() && m_nodes[node].next != NOWHERE;
    }

    /// @return the link that is first, or NO_LINK
    LinkId
    First(uint32_t queue) const
    {
        const uint32_t node = m_nodes[queue].next;
        return node == queue ? NO_LINK : node - m_queues;
    }

    /// @param id of a link that is in no queue
    void
    PushBack(uint32_t queue, LinkId id, const NatLinkPool& pool)
    {
        const uint32_t node = m_queues + id;
        if (node >= m_nodes.size())
        {
            m_nodes.resize(m_queues + pool.Capacity(), Node{NOWHERE, NOWHERE});
        }
        const uint32_t last = m_nodes[queue].previous;
        m_nodes[node] = {last, queue};
        m_nodes[last].next = node;
        m_nodes[queue].previous = node;
    }

    /// Takes a link out of the queue it is in, if it is in one.
    void
    Erase(LinkId id)
    {
        if (!Has(id))
        {
            return;
        }
        Node& node = m_nodes[m_queues + id];
        m_nodes[node.previous].next = node.next;
        m_nodes[node.next].previous = node.previous;
        node = {NOWHERE, NOWHERE};
    }

    /// Moves all links of one queue behind those of another, in their order, at once.
    void
    Append(uint32_t to, uint32_t from)
    {
        const Node moved = m_nodes[from];
        if (moved.next == from)
        {
            return;
        }
        const uint32_t last = m_nodes[to].previous;
        m_nodes[last].next = moved.next;
        m_nodes[moved.next].previous = last;
        m_nodes[moved.previous].next = to;
        m_nodes[to].previous = moved.previous;
        m_nodes[from] = {from, from};
    }

  private:
    static constexpr uint32_t NOWHERE = UINT32_MAX;

    /// The first ones are the queues' own: each queue is a ring through its own node.
    struct Node
    {
        uint32_t previous;
        uint32_t next;
    };

    uint32_t m_queues;
    std::vector<Node> m_nodes;
};

} // namespace bindstorm

#endif // BINDSTORM_LINK_QUEUES_H
