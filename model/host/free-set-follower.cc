/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "free-set-follower.h"

namespace bindstorm
{

FreeSetFollower::FreeSetFollower(Protocol protocol,
                                 const PortRequest& request,
                                 SocketTable& table,
                                 Observer& observer,
                                 uint32_t id,
                                 uint32_t host)
    : m_protocol(protocol),
      m_request(request),
      m_observer(observer),
      m_id(id)
{
    const PortRange& range = table.GetConfig().range;
    m_observer.OnFreeSet(id, host, range.Low(), range.High());
    WorkCounters aside; // what the simulation looks up for its observer is no work of the host
    const FreePortMap& map = table.FreeSet(request, aside);
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        if (!map.IsFree(static_cast<uint16_t>(port)))
        {
            m_observer.OnBusy(id, static_cast<uint16_t>(port));
        }
    }
    m_free = map.CountFree();
    table.Follow(request, *this);
}

void
FreeSetFollower::OnBusy(uint16_t port)
{
    if (m_isHeld)
    {
        m_heldPort = port;
        return;
    }
    --m_free;
    m_observer.OnBusy(m_id, port);
}

void
FreeSetFollower::OnFree(uint16_t port)
{
    ++m_free;
    m_observer.OnFree(m_id, port);
}

void
FreeSetFollower::Hold()
{
    m_isHeld = true;
    m_heldPort = -1;
}

void
FreeSetFollower::Release()
{
    m_isHeld = false;
    if (m_heldPort >= 0)
    {
        OnBusy(static_cast<uint16_t>(m_heldPort));
    }
}

} // namespace bindstorm
