/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_FLOWS_H
#define BINDSTORM_NAT_FLOWS_H

#include "nat-config.h"
#include "nat-ports.h"
#include "nat-rules.h"
#include "nat-sessions.h"
#include "nat-table.h"
#include "unanswered-syns.h"

#include <optional>

namespace bindstorm
{

/**
 * @ingroup nat
 * What happens to a packet, given as endpoints: the searches in their order, filtering, and what is
 * made for a flow that is new. The behaviour of RFC 4787 and the rules of libalias meet here.
 */
class NatFlows
{
  public:
    NatFlows(const NatConfig& config,
             NatSessions& sessions,
             NatPorts& ports,
             NatRules& rules,
             UnansweredSyns& syns);

    // Both are here for packets of sessions, which nearly all are.

    NatAnswer
    Outbound(const NatFlow& flow, const TcpFlags& flags)
    {
        if (flow.internal.address == 0 || flow.remote.address == 0)
        {
            // RFC 1122, section 3.2.1.3: "this host" is never a destination, nor a source out here.
            return {.verdict = NatVerdict::UNSUPPORTED};
        }
        LinkId id = m_sessions.FindOutbound(flow, LinkScope::FULL);
        if (id == NO_LINK)
        {
            const Found made = MakeOutbound(flow);
            if (made.verdict != NatVerdict::TRANSLATED)
            {
                return {.verdict = made.verdict};
            }
            id = made.session;
        }
        m_sessions.Touch(id, flags, true, true, m_config.timers);
        // A rule that is its own session may be for whatever the address is.
        const NatEndpoint external = OrOwn(m_sessions.Pool()[id].external);
        if (m_config.hairpin && IsOwnAddress(flow.remote.address))
        {
            return Hairpin(flow, external, id, flags);
        }
        return {.verdict = external == flow.internal ? NatVerdict::PASSED : NatVerdict::TRANSLATED,
                .endpoint = external};
    }

    NatAnswer
    Inbound(const NatArrival& arrival, const TcpFlags& flags)
    {
        if (arrival.remote.address == 0 || arrival.external.address == 0)
        {
            return {.verdict = NatVerdict::UNSUPPORTED};
        }
        const LinkId id = FindInboundLink(arrival);
        if (id == NO_LINK)
        {
            return Unmatched(arrival, flags);
        }
        const NatLink& link = m_sessions.Pool()[id];
        if (link.origin == LinkOrigin::MAPPING || link.scope != LinkScope::FULL || link.hasServers)
        {
            return InboundThrough(id, arrival, flags);
        }
        const bool renews = m_config.inboundRefresh || arrival.protocol == IP_TCP;
        m_sessions.Touch(id, flags, false, renews, m_config.timers);
        const NatEndpoint internal = OrOwn(link.internal);
        return {.verdict =
                    internal == arrival.external ? NatVerdict::PASSED : NatVerdict::TRANSLATED,
                .endpoint = internal};
    }

    // What NatTable offers under the same names.
    std::optional<NatEndpoint> FindInternal(const NatArrival& arrival);
    std::optional<NatEndpoint> FindExternal(const NatFlow& flow);
    uint32_t ExternalAddressOf(uint32_t internal);
    std::optional<uint32_t> CountFreePorts(const NatFlow& flow);

  private:
    /// The session of a packet, or why it has none.
    struct Found
    {
        NatVerdict verdict{NatVerdict::TRANSLATED};
        LinkId session{NO_LINK};
    };

    /// @return the first address of the pool; 0 when it is empty
    uint32_t DefaultAddress() const;
    /// @return the endpoint; a rule's 0.0.0.0, on either side, stands for the NAT itself
    NatEndpoint
    OrOwn(const NatEndpoint& endpoint) const
    {
        return {endpoint.address == 0 ? DefaultAddress() : endpoint.address, endpoint.port};
    }
    bool IsOwnAddress(uint32_t address) const;
    bool Fits(std::size_t links) const;
    bool MakeRoom();
    NatLink SessionOf(const NatFlow& flow, const NatEndpoint& external, LinkId parent) const;

    LinkId FindOutboundParent(const NatFlow& flow);
    Found MakeOutbound(const NatFlow& flow);
    Found MakeWithPort(const NatFlow& flow);
    LinkId MakeSession(const NatFlow& flow,
                       const NatEndpoint& external,
                       LinkId parent,
                       const std::optional<NatPorts::Choice>& choice);
    std::optional<uint32_t> UntranslatedAddress(uint32_t internal) const;
    NatAnswer Hairpin(const NatFlow& flow,
                      const NatEndpoint& external,
                      LinkId sender,
                      const TcpFlags& flags);

    LinkId
    FindInboundLink(const NatArrival& arrival)
    {
        const LinkId found = m_sessions.FindInbound(arrival);
        if (found != NO_LINK || !m_rules.HasAnyAddress() ||
            arrival.external.address != DefaultAddress())
        {
            return found;
        }
        return m_sessions.FindInbound(
            {arrival.protocol, arrival.remote, {0, arrival.external.port}});
    }

    NatAnswer InboundThrough(LinkId id, const NatArrival& arrival, const TcpFlags& flags);
    NatAnswer ThroughFilter(const NatArrival& arrival, LinkId link, const TcpFlags& flags);
    NatAnswer Unmatched(const NatArrival& arrival, const TcpFlags& flags);
    /// @param internal by value: it may lie in a link that moves when another one is made
    NatAnswer MakeInbound(const NatArrival& arrival,
                          NatEndpoint internal,
                          LinkId parent,
                          const TcpFlags& flags);
    NatAnswer Refuse(NatVerdict verdict, const NatArrival& arrival, const TcpFlags& flags);

    const NatConfig& m_config;
    NatSessions& m_sessions;
    NatPorts& m_ports;
    NatRules& m_rules;
    UnansweredSyns& m_syns;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_FLOWS_H
