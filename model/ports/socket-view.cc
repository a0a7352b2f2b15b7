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
    m_chains.MarkBusy(m_request, port, map, Work());
}

bool
SocketView::IsRight(uint16_t port) const
{
    if (!IsEligible(port))
    {
        return false;
    }
    // The table's own answer of a moment ago spares the second look.
    WorkCounters unused;
    return port == m_known || !m_chains.HasConflict(m_request, port, unused);
}

} // namespace bindstorm
