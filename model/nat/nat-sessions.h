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
     * @param config index and housekeeping
     * @param work of the current packet; must outlive this object
     * @param made told of each link that is about to be made
     * @param released told of each link that has just gone
     */
    NatSessions(const NatConfig& config,
                PacketWork& work,
                std::function<void(const NatLink&)> made,
                std::function<void(const NatLink&)> released);

    /// A packet came: housekeeping does its part.
    void BeginPacket(NatTime now);

    /// @return the time as of the packet
    NatTime
    Now() const
    {
        return m_now;
    }

    // --- searches that find no link which is over, where housekeeping checks on use ---

    LinkId FindOutbound(const NatFlow& flow, LinkScope scope);
    LinkId FindInbound(const NatArrival& arrival);
    LinkId FindSession(const NatArrival& arrival);
    LinkId FindExternal(uint8_t protocol, const NatEndpoint& external);
    LinkId FindFromAddress(const NatArrival& arrival);

    // --- changes ---

    /// @param link its parent's sessions are counted here
    LinkId Make(const NatLink& link);

    /// Ends a link. A mapping goes with its last session, the sessions of a mapping with it.
    void End(LinkId id);

    /// Ends all sessions made from a link, or lets them live on without it.
    void EndSessionsOf(LinkId parent);
    void OrphanSessionsOf(LinkId parent);

    /// Ends everything but rules.
    void EndAllSessions();

    /**
     * A packet of the session passed.
     * @param isOutbound its direction
     * @param renews whether the idle time starts anew
     */
    void Touch(LinkId id,
               const TcpFlags& flags,
               bool isOutbound,
               bool renews,
               const NatTimers& timers);

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
    bool EndIfOver(LinkId id);
    std::size_t& CounterOf(LinkOrigin origin);
    template <class Search>
    LinkId FindLive(const Search& search);
    void Assure(NatLink& link, LinkId id, bool isOutbound);

    PacketWork& m_work;
    std::function<void(const NatLink&)> m_made;
    std::function<void(const NatLink&)> m_released;
    NatLinkPool m_pool;
    std::unique_ptr<NatIndex> m_index;
    std::unique_ptr<NatHousekeeping> m_housekeeping;
    std::function<void(LinkId)> m_expire;
    UnassuredQueue m_unassured;
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
