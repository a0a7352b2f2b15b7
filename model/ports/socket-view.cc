/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "socket-view.h"

namespace bindstorm
{

SocketView::SocketView(const PortRange& range,
                       const PortSet& ineligible,
                       const WalkRequest& request,
                       const SocketChains& chains,
                       FollowedFreeSets& freeSets,
                       WorkCounters& work)
    : PortView(range, ineligible, work),
      m_request(request),
      m_chains(chains),
      m_freeSets(freeSets)
{
}

bool
SocketView::IsFree(uint16_t port)
{
    ++Work().probes;
    const bool isFree = !m_chains.HasConflict(m_request, port, Work());
    m_known = isFree ? port : m_known;
    return isFree;
}

const FreePortMap&
SocketView::Map()
{
    if (m_map == nullptr)
    {
        m_map = &m_freeSets.GetForAllocator(m_request, Work());
    }
    return *m_map;
}

uint32_t
SocketView::CountFree()
{
    ++Work().bitmapWords;
    return Map().CountFree();
}

uint16_t
SocketView::SelectFree(uint32_t rank)
{
    const uint16_t port = Map().SelectFree(rank, Work());
    m_known = port;
    return port;
}

PortChains*
SocketView::Chains()
{
    return this;
}

uint32_t
SocketView::Count() const
{
    return m_chains.Count();
}

uint32_t
SocketView::Length(uint16_t port, uint32_t limit)
{
    return m_chains.Length(port, limit, Work());
}

bool
SocketView::IsPresent(uint16_t port)
{
    const bool isPresent = m_chains.HasPort(port, Work());
    m_known = isPresent ? m_known : port;
    return isPresent;
}

void
SocketView::MarkBusy(uint16_t port, ChainMap& map)
{
    const uint64_t before = Work().nodeVisits;
    m_chains.MarkBusy(m_request, port, map, Work());
    m_busy.reset();
    // A short chain is walked again sooner than this is kept.
    if (Work().nodeVisits - before > map.Words())
    {
        m_busy.emplace(map);
        m_chain = ChainOf(port);
    }
}

uint32_t
SocketView::ChainOf(uint16_t port) const
{
    return port & (m_chains.Count() - 1);
}

bool
SocketView::IsRight(uint16_t port) const
{
    if (!IsEligible(port))
    {
        return false;
    }
    // The table's own answer of a moment ago spares the second look.
    if (port == m_known)
    {
        return true;
    }
    if (m_busy && ChainOf(port) == m_chain)
    {
        return !m_busy->Test(uint32_t{port} / m_chains.Count());
    }
    WorkCounters unused;
    return !m_chains.HasConflict(m_request, port, unused);
}

} // namespace bindstorm
