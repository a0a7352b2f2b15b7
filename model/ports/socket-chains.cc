/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "socket-chains.h"

#include <bit>
#include <cassert>

namespace bindstorm
{

SocketChains::SocketChains(uint32_t chains)
    : m_heads(chains, NONE),
      m_mask(chains - 1),
      m_slotShift(std::countr_zero(chains))
{
}

uint32_t
SocketChains::TakePlace()
{
    if (m_unused == NONE)
    {
        m_nodes.push_back({.next = NONE, .port = 0, .flags = 0});
        m_places.push_back({.previous = NONE, .generation = 0});
        m_requests.emplace_back();
        return static_cast<uint32_t>(m_nodes.size() - 1);
    }
    const uint32_t index = m_unused;
    m_unused = m_nodes[index].next;
    return index;
}

SocketHandle
SocketChains::Insert(const WalkRequest& request, uint16_t port)
{
    const uint32_t index = TakePlace();
    uint32_t& head = m_heads[port & m_mask];
    m_nodes[index] = {.next = head,
                      .port = port,
                      .flags = static_cast<uint16_t>(LIVE | (request.IsPlain() ? PLAIN : 0))};
    Place& place = m_places[index];
    place = {.previous = NONE, .generation = place.generation + 1};
    m_requests[index] = request.Get();
    if (head != NONE)
    {
        m_places[head].previous = index;
    }
    head = index;
    ++m_size;
    return {.index = index, .generation = place.generation};
}

void
SocketChains::Erase(SocketHandle socket)
{
    assert(IsLive(socket));
    Node& node = m_nodes[socket.index];
    const Place& place = m_places[socket.index];
    if (node.next != NONE)
    {
        m_places[node.next].previous = place.previous;
    }
    (place.previous == NONE ? m_heads[node.port & m_mask] : m_nodes[place.previous].next) =
        node.next;
    node.flags = 0;
    --m_size;
    // A place whose generations are used up is given up, so that no handle ever comes back.
    if (place.generation != UINT32_MAX)
    {
        node.next = m_unused;
        m_unused = socket.index;
    }
}

bool
SocketChains::HasConflict(const WalkRequest& request, uint16_t port, WorkCounters& work) const
{
    ++work.chainScans;
    uint64_t visits = 0;
    bool isFound = false;
    for (uint32_t index = m_heads[port & m_mask]; index != NONE && !isFound;
         index = m_nodes[index].next)
    {
        ++visits;
        isFound = m_nodes[index].port == port && ConflictsAt(request, index);
    }
    work.nodeVisits += visits;
    return isFound;
}

bool
SocketChains::HasPort(uint16_t port, WorkCounters& work) const
{
    ++work.chainScans;
    uint64_t visits = 0;
    bool isFound = false;
    for (uint32_t index = m_heads[port & m_mask]; index != NONE && !isFound;
         index = m_nodes[index].next)
    {
        ++visits;
        isFound = m_nodes[index].port == port;
    }
    work.nodeVisits += visits;
    return isFound;
}

uint32_t
SocketChains::Length(uint16_t port, uint32_t limit, WorkCounters& work) const
{
    ++work.chainScans;
    uint32_t length = 0;
    for (uint32_t index = m_heads[port & m_mask]; index != NONE && length < limit;
         index = m_nodes[index].next)
    {
        ++length;
    }
    work.nodeVisits += length;
    return length;
}

void
SocketChains::MarkBusy(const WalkRequest& request,
                       uint16_t port,
                       ChainMap& map,
                       WorkCounters& work) const
{
    ++work.chainScans;
    map.Clear();
    work.bitmapWords += map.Words();
    uint64_t visits = 0;
    for (uint32_t index = m_heads[port & m_mask]; index != NONE; index = m_nodes[index].next)
    {
        ++visits;
        if (ConflictsAt(request, index))
        {
            map.Set(uint32_t{m_nodes[index].port} >> m_slotShift);
        }
    }
    work.nodeVisits += visits;
}

} // namespace bindstorm
