/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "outbound-splay.h"

#include "nat-match.h"

#include <tuple>

namespace bindstorm
{

void
OutboundSplay::Insert(LinkId id, PacketWork& work)
{
    if (id >= m_twins.size())
    {
        m_twins.resize(m_pool.Capacity());
    }
    m_twins[id] = {};
    const NatFlow flow = FlowOf(m_pool[id]);
    const auto compare = [&](LinkId other) { return Compare(flow, m_pool[id].scope, other); };
    if (!m_tree.Splay(compare, work))
    {
        m_tree.Insert(id);
    }
    else if (!m_losesTwins)
    {
        JoinTwins(id, work);
    }
}

void
OutboundSplay::JoinTwins(LinkId id, PacketWork& work)
{
    LinkId newer = NO_LINK;
    LinkId older = m_tree.Root();
    while (older != NO_LINK && m_pool[older].serial > m_pool[id].serial)
    {
        ++work.nodeVisits;
        newer = older;
        older = m_twins[older].older;
    }
    m_twins[id] = {newer, older};
    if (older != NO_LINK)
    {
        m_twins[older].newer = id;
    }
    if (newer == NO_LINK)
    {
        m_tree.ReplaceRoot(id);
    }
    else
    {
        m_twins[newer].older = id;
    }
}

void
OutboundSplay::Erase(LinkId id, PacketWork& work)
{
    const Twins twins = m_twins[id];
    if (twins.older != NO_LINK)
    {
        m_twins[twins.older].newer = twins.newer;
    }
    if (twins.newer != NO_LINK)
    {
        m_twins[twins.newer].older = twins.older;
        return;
    }
    const NatFlow flow = FlowOf(m_pool[id]);
    const auto compare = [&](LinkId other) { return Compare(flow, m_pool[id].scope, other); };
    if (!m_tree.Splay(compare, work))
    {
        return; // A twin that was lost.
    }
    if (twins.older != NO_LINK)
    {
        m_tree.ReplaceRoot(twins.older);
    }
    else
    {
        m_tree.EraseRoot(compare, work);
    }
}

LinkId
OutboundSplay::Find(const NatFlow& flow, LinkScope scope, PacketWork& work)
{
    const auto compare = [&](LinkId other) { return Compare(flow, scope, other); };
    return m_tree.Splay(compare, work) ? m_tree.Root() : NO_LINK;
}

std::strong_ordering
OutboundSplay::Compare(const NatFlow& flow, LinkScope scope, LinkId id) const
{
    const NatLink& link = m_pool[id];
    return std::tie(flow.internal.port,
                    flow.internal.address,
                    flow.remote.address,
                    flow.remote.port,
                    flow.protocol,
                    scope) <=> std::tie(link.internal.port,
                                        link.internal.address,
                                        link.remote.address,
                                        link.remote.port,
                                        link.protocol,
                                        link.scope);
}

} // namespace bindstorm
