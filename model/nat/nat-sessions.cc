/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-sessions.h"

#include "nat-tcp.h"

#include <utility>
#include <vector>

namespace bindstorm
{

NatSessions::NatSessions(const NatConfig& config,
                         PacketWork& work,
                         std::function<void(const NatLink&)> made,
                         std::function<void(const NatLink&)> released)
    : m_work(work),
      m_made(std::move(made)),
      m_released(std::move(released)),
      m_index(CreateNatIndex(config.index, m_pool)),
      m_housekeeping(CreateNatHousekeeping(config.housekeeping, m_pool)),
      m_expire(
          [this](LinkId id)
          {
              ++m_work.expired;
              End(id);
          })
{
}

void
NatSessions::BeginPacket(NatTime now)
{
    m_now = now;
    m_housekeeping->OnPacket(now, m_work, m_expire);
}

/// Ends a link that was found if its time is over. A mapping's is when that of all its sessions is;
/// those that are over go, so that the same ones are not looked at again.
/// @return whether it was
bool
NatSessions::EndIfOver(LinkId id)
{
    if (!m_housekeeping->ChecksOnUse())
    {
        return false;
    }
    if (m_pool[id].origin != LinkOrigin::MAPPING)
    {
        ++m_work.expiryChecks;
        const bool isOver = m_pool[id].Deadline() <= m_now;
        if (isOver)
        {
            m_expire(id);
        }
        return isOver;
    }
    while (m_pool.IsLive(id))
    {
        const LinkId session = m_families.First(id);
        ++m_work.expiryChecks;
        if (m_pool[session].Deadline() > m_now)
        {
            return false;
        }
        m_expire(session);
    }
    return true;
}

template <class Search>
LinkId
NatSessions::FindLive(const Search& search)
{
    LinkId id = search();
    while (id != NO_LINK && EndIfOver(id))
    {
        id = search();
    }
    return id;
}

LinkId
NatSessions::FindOutbound(const NatFlow& flow, LinkScope scope)
{
    return FindLive([&] { return m_index->FindOutbound(flow, scope, m_work); });
}

LinkId
NatSessions::FindInbound(const NatArrival& arrival)
{
    return FindLive([&] { return m_index->FindInbound(arrival, m_work); });
}

LinkId
NatSessions::FindSession(const NatArrival& arrival)
{
    return FindLive([&] { return m_index->FindSession(arrival, m_work); });
}

LinkId
NatSessions::FindExternal(uint8_t protocol, const NatEndpoint& external)
{
    return FindLive([&] { return m_index->FindExternal(protocol, external, m_work); });
}

LinkId
NatSessions::FindFromAddress(const NatArrival& arrival)
{
    return FindLive([&] { return m_index->FindFromAddress(arrival, m_work); });
}

std::size_t&
NatSessions::CounterOf(LinkOrigin origin)
{
    switch (origin)
    {
    case LinkOrigin::MAPPING:
        return m_mappings;
    case LinkOrigin::RULE:
        return m_rules;
    case LinkOrigin::SESSION:
        break;
    }
    return m_sessions;
}

LinkId
NatSessions::Make(const NatLink& link)
{
    m_made(link);
    const LinkId id = m_pool.Add(link);
    m_index->Insert(id, m_work);
    ++CounterOf(link.origin);
    if (link.parent != NO_LINK)
    {
        ++m_pool[link.parent].sessions;
        m_families.Add(link.parent, id);
    }
    if (link.lifetime != NatTime{0})
    {
        m_housekeeping->OnInsert(id);
        m_deadlines.Note(id);
    }
    if (link.origin == LinkOrigin::SESSION && !link.isAssured)
    {
        m_unassured.Push(id);
    }
    return id;
}

void
NatSessions::End(LinkId id)
{
    if (m_pool[id].sessions > 0)
    {
        if (m_pool[id].origin == LinkOrigin::MAPPING)
        {
            // The last of its sessions takes it along.
            EndSessionsOf(id);
            return;
        }
        OrphanSessionsOf(id);
    }
    const NatLink link = m_pool[id];
    m_index->Erase(id, m_work);
    if (link.lifetime != NatTime{0})
    {
        m_housekeeping->OnErase(id);
    }
    m_unassured.Remove(id);
    m_pool.Remove(id);
    --CounterOf(link.origin);
    m_released(link);
    if (link.parent == NO_LINK)
    {
        return;
    }
    m_families.Remove(link.parent, id);
    NatLink& parent = m_pool[link.parent];
    --parent.sessions;
    if (parent.sessions == 0 && parent.origin == LinkOrigin::MAPPING)
    {
        End(link.parent);
    }
}

void
NatSessions::EndSessionsOf(LinkId parent)
{
    // A mapping goes with its last session.
    while (m_pool.IsLive(parent) && m_families.First(parent) != NO_LINK)
    {
        End(m_families.First(parent));
    }
}

void
NatSessions::OrphanSessionsOf(LinkId parent)
{
    for (LinkId id = m_families.First(parent); id != NO_LINK; id = m_families.First(parent))
    {
        m_families.Remove(parent, id);
        m_pool[id].parent = NO_LINK;
    }
    m_pool[parent].sessions = 0;
}

void
NatSessions::EndAllSessions()
{
    for (LinkId id = 0; id < m_pool.Capacity(); ++id)
    {
        if (m_pool.IsLive(id) && m_pool[id].origin == LinkOrigin::SESSION)
        {
            End(id);
        }
    }
}

void
NatSessions::Assure(NatLink& link, LinkId id, bool isOutbound)
{
    // An answer: for TCP that both sides have sent a SYN, else a packet from outside.
    const bool isAnswer = link.protocol == IP_TCP ? link.tcp.synOut && link.tcp.synIn : !isOutbound;
    if (isAnswer && !link.isAssured)
    {
        link.isAssured = true;
        m_unassured.Remove(id);
    }
}

void
NatSessions::Touch(LinkId id,
                   const TcpFlags& flags,
                   bool isOutbound,
                   bool renews,
                   const NatTimers& timers)
{
    NatLink& link = m_pool[id];
    if (link.protocol == IP_TCP)
    {
        TrackTcp(link.tcp, flags, isOutbound, timers.tcpReset == NatTime{0});
    }
    Assure(link, id, isOutbound);
    if (link.lifetime == NatTime{0})
    {
        return;
    }
    const NatTime before = link.Deadline();
    link.lifetime = LifetimeOf(link, timers);
    if (renews)
    {
        link.lastUse = m_now;
    }
    m_housekeeping->OnUse(id);
    if (link.Deadline() < before)
    {
        m_deadlines.Note(id);
    }
}

void
NatSessions::MarkServers(LinkId id)
{
    if (!m_pool[id].hasServers)
    {
        // What a link is found by must not change while it is indexed.
        m_index->Erase(id, m_work);
        m_pool[id].hasServers = true;
        m_index->Insert(id, m_work);
    }
}

void
NatSessions::MakeDynamic(LinkId id, const NatTimers& timers, NatTime now)
{
    NatLink& link = m_pool[id];
    --CounterOf(link.origin);
    link.origin = LinkOrigin::SESSION;
    ++CounterOf(link.origin);
    link.lastUse = now;
    link.lifetime = LifetimeOf(link, timers);
    m_deadlines.Note(id);
    m_housekeeping->OnInsert(id);
    m_unassured.Push(id);
}

bool
NatSessions::EndExpired()
{
    bool isAny = false;
    for (LinkId id = m_deadlines.FindOver(m_now, m_work); id != NO_LINK;
         id = m_deadlines.FindOver(m_now, m_work))
    {
        ++m_work.expiryChecks;
        m_expire(id);
        isAny = true;
    }
    return isAny;
}

bool
NatSessions::EvictUnassured()
{
    LinkId oldest = m_unassured.First();
    oldest = oldest != NO_LINK && oldest == m_protected ? m_unassured.After(oldest) : oldest;
    if (oldest == NO_LINK)
    {
        return false;
    }
    End(oldest);
    return true;
}

} // namespace bindstorm
