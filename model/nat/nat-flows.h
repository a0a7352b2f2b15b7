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

    NatAnswer Outbound(const NatFlow& flow, const TcpFlags& flags);
    NatAnswer Inbound(const NatArrival& arrival, const TcpFlags& flags);

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
    NatEndpoint OrOwn(const NatEndpoint& endpoint) const;
    bool IsOwnAddress(uint32_t address) const;
    bool Fits(std::size_t links) const;
    bool MakeRoom();
    NatLink SessionOf(const NatFlow& flow, const NatEndpoint& external, LinkId parent) const;

    Found FindOrMakeOutbound(const NatFlow& flow);
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

    LinkId FindInboundLink(const NatArrival& arrival);
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
