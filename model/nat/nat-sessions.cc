/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-sessions.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace bindstorm
{

NatSessions::NatSessions(const NatConfig& config,
                         const HashKey& key,
                         PacketWork& work,
                         std::function<void(const NatLink&)> made,
                         std::function<void(const NatLink&)> released)
    : m_config(config),
      m_work(work),
      m_made(std::move(made)),
      m_released(std::move(released)),
      m_index(CreateNatIndex(config.index, m_pool, key)),
      m_housekeeping(CreateNatHousekeeping(config.housekeeping, m_pool)),
      m_expire(
          [this](LinkId id)
          {
              ++m_work.expired;
              End(id);
          }),
      m_keepsUnassured(KeepsUnassured()),
      m_checksOnUse(m_housekeeping->ChecksOnUse())
{
}

bool
NatSessions::KeepsUnassured() const
{
    return m_config.whenFull == NatWhenFull::EVICT_UNASSURED;
}

void
NatSessions::OnConfigChanged()
{
    if (m_keepsUnassured == KeepsUnassured())
    {
        return;
    }
    m_keepsUnassured = KeepsUnassured();
    m_unassured = {};
    if (!m_keepsUnassured)
    {
        return;
    }
    std::vector<LinkId> unassured;
    for (LinkId id = 0; id < m_pool.Capacity(); ++id)
    {
        if (m_pool.IsLive(id) && m_pool[id].origin == LinkOrigin::SESSION && !m_pool[id].isAssured)
        {
            unassured.push_back(id);
        }
    }
    std::ranges::sort(unassured, {}, [this](LinkId id) { return uint64_t{m_pool[id].serial}; });
    std::ranges::for_each(unassured, [this](LinkId id) { m_unassured.Push(id); });
}

std::size_t
NatSessions::Bytes() const
{
    return m_pool.Bytes() + m_index->Bytes() + m_families.Bytes() + m_unassured.Bytes() +
           m_deadlines.Bytes();
}

/// Ends those sessions of a mapping that are over, so that the same ones are not looked at again.
/// @return whether the mapping went with them
bool
NatSessions::EndMappingIfOver(LinkId id)
{
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
        m_families.Add(link.parent, id);
    }
    if (link.lifetime != NatTime{0})
    {
        m_housekeeping->OnInsert(id);
        m_deadlines.Note(id);
    }
    if (m_keepsUnassured && link.origin == LinkOrigin::SESSION && !link.isAssured)
    {
        m_unassured.Push(id);
    }
    return id;
}

void
NatSessions::End(LinkId id)
{
    if (m_families.Count(id) > 0)
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
    if (m_families.Count(link.parent) == 0 && m_pool[link.parent].origin == LinkOrigin::MAPPING)
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
NatSessions::NoteNearer(LinkId id)
{
    m_housekeeping->OnNearer(id);
    m_deadlines.Note(id);
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
    if (m_keepsUnassured && !link.isAssured)
    {
        m_unassured.Push(id);
    }
}

bool
NatSessions::EndExpired()
{
    if (m_housekeeping->KnowsAllOver())
    {
        const std::size_t before = m_pool.Size();
        m_housekeeping->ExpireAll(m_now, m_work, m_expire);
        return m_pool.Size() < before;
    }
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
