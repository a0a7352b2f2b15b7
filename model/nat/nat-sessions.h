/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_SESSIONS_H
#define BINDSTORM_NAT_SESSIONS_H

#include "deadline-heap.h"
#include "nat-config.h"
#include "nat-housekeeping.h"
#include "nat-index.h"
#include "nat-link-pool.h"
#include "nat-tcp.h"
#include "session-families.h"
#include "unassured-queue.h"

#include "model/base/packet-work.h"

#include <functional>
#include <memory>

namespace bindstorm
{

/**
 * @ingroup nat
 * The links of a table and what ends them: their index, their timers, and the mappings that live as
 * long as their sessions. Knows nothing of packets, ports or rules.
 */
class NatSessions
{
  public:
    /**
     * @param config must outlive this object; of what may change, OnConfigChanged() is to be told
     * @param key of the index, where its hash has one
     * @param work of the current packet; must outlive this object
     * @param made told of each link that is about to be made
     * @param released told of each link that has just gone
     */
    NatSessions(const NatConfig& config,
                const HashKey& key,
                PacketWork& work,
                std::function<void(const NatLink&)> made,
                std::function<void(const NatLink&)> released);

    /// A packet came: housekeeping does its part.
    void
    BeginPacket(NatTime now)
    {
        m_now = now;
        if (now >= m_housekeeping->QuietUntil())
        {
            m_housekeeping->OnPacket(now, m_work, m_expire);
        }
    }

    /// @return the time as of the packet
    NatTime
    Now() const
    {
        return m_now;
    }

    // --- searches that find no link which is over, where housekeeping checks on use ---

    LinkId
    FindOutbound(const NatFlow& flow, LinkScope scope)
    {
        return FindLive([&] { return m_index->FindOutbound(flow, scope, m_work); });
    }

    LinkId
    FindInbound(const NatArrival& arrival)
    {
        return FindLive([&] { return m_index->FindInbound(arrival, m_work); });
    }

    LinkId
    FindSession(const NatArrival& arrival)
    {
        return FindLive([&] { return m_index->FindSession(arrival, m_work); });
    }

    LinkId
    FindExternal(uint8_t protocol, const NatEndpoint& external)
    {
        return FindLive([&] { return m_index->FindExternal(protocol, external, m_work); });
    }

    LinkId
    FindFromAddress(const NatArrival& arrival)
    {
        return FindLive([&] { return m_index->FindFromAddress(arrival, m_work); });
    }

    /// These will be looked for next: see NatIndex.
    void
    Prefetch(std::span<const NatFlow> flows) const
    {
        m_index->PrefetchOutbound(flows);
    }

    void
    Prefetch(std::span<const NatArrival> arrivals) const
    {
        m_index->PrefetchInbound(arrivals);
    }

    // --- changes ---

    /// @param link its parent's sessions are counted here
    LinkId Make(const NatLink& link);

    /// Ends a link. A mapping goes with its last session, the sessions of a mapping with it.
    void End(LinkId id);

    /// Ends all sessions made from a link, or lets them live on without it.
    void EndSessionsOf(LinkId parent);
    void OrphanSessionsOf(LinkId parent);

    /// @return links made from a mapping or rule that live
    uint32_t
    CountSessionsOf(LinkId parent) const
    {
        return m_families.Count(parent);
    }

    /// The configuration has changed.
    void OnConfigChanged();

    /// Ends everything but rules.
    void EndAllSessions();

    /**
     * A packet of the session passed.
     * @param isOutbound its direction
     * @param renews whether the idle time starts anew
     */
    void
    Touch(LinkId id, const TcpFlags& flags, bool isOutbound, bool renews, const NatTimers& timers)
    {
        NatLink& link = m_pool[id];
        bool isAnswer = !isOutbound;
        if (link.protocol == IP_TCP)
        {
            TrackTcp(link.tcp, flags, isOutbound, timers.tcpReset == NatTime{0});
            isAnswer = link.tcp.synOut && link.tcp.synIn;
        }
        if (isAnswer && !link.isAssured)
        {
            link.isAssured = true;
            m_unassured.Remove(id);
        }
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
        if (link.Deadline() < before)
        {
            NoteNearer(id);
        }
    }

    /// The rule has a pool of servers from now on, and is found from outside only.
    void MarkServers(LinkId id);

    /// Gives a rule a timer. @param id of a rule of scope FULL
    void MakeDynamic(LinkId id, const NatTimers& timers, NatTime now);

    /**
     * Ends every link that is over: for whoever is about to refuse for want of room.
     * @return whether any was
     */
    bool EndExpired();

    /// A session that is not to be evicted; NO_LINK: none
    void
    Protect(LinkId id)
    {
        m_protected = id;
    }

    /// Ends the oldest session that saw no answer, but not the protected one.
    /// @return whether there was one
    bool EvictUnassured();

    /// @return bytes taken from memory by links, index and timers
    std::size_t Bytes() const;

    const NatLinkPool&
    Pool() const
    {
        return m_pool;
    }

    std::size_t
    CountSessions() const
    {
        return m_sessions;
    }

    std::size_t
    CountMappings() const
    {
        return m_mappings;
    }

    std::size_t
    CountRules() const
    {
        return m_rules;
    }

  private:
    /// Ends a link that was found if its time is over. A mapping's is when that of all its sessions
    /// is. @return whether it was
    bool
    EndIfOver(LinkId id)
    {
        if (!m_checksOnUse)
        {
            return false;
        }
        const NatLink& link = m_pool[id];
        if (link.origin == LinkOrigin::MAPPING)
        {
            return EndMappingIfOver(id);
        }
        ++m_work.expiryChecks;
        if (link.Deadline() > m_now)
        {
            return false;
        }
        m_expire(id);
        return true;
    }

    template <class Search>
    LinkId
    FindLive(const Search& search)
    {
        LinkId id = search();
        while (id != NO_LINK && EndIfOver(id))
        {
            id = search();
        }
        return id;
    }

    bool EndMappingIfOver(LinkId id);
    void NoteNearer(LinkId id);
    std::size_t& CounterOf(LinkOrigin origin);

    bool KeepsUnassured() const;

    const NatConfig& m_config;
    PacketWork& m_work;
    std::function<void(const NatLink&)> m_made;
    std::function<void(const NatLink&)> m_released;
    NatLinkPool m_pool;
    std::unique_ptr<NatIndex> m_index;
    std::unique_ptr<NatHousekeeping> m_housekeeping;
    std::function<void(LinkId)> m_expire;
    UnassuredQueue m_unassured; ///< while it is evicted from
    bool m_keepsUnassured;
    bool m_checksOnUse;
    SessionFamilies m_families;
    DeadlineHeap m_deadlines{m_pool};
    LinkId m_protected{NO_LINK};
    NatTime m_now{0};
    std::size_t m_sessions{0};
    std::size_t m_mappings{0};
    std::size_t m_rules{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_SESSIONS_H
