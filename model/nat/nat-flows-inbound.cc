/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-flows.h"

namespace bindstorm
{

/// What a packet meets that is no session of its own: a mapping, or a rule.
NatAnswer
NatFlows::InboundThrough(LinkId id, const NatArrival& arrival, const TcpFlags& flags)
{
    return m_sessions.Pool()[id].origin == LinkOrigin::MAPPING
               ? ThroughFilter(arrival, id, flags)
               : MakeInbound(arrival, OrOwn(m_rules.InternalOf(id)), id, flags);
}

/// The endpoint is an internal one's, but this sender may be a stranger to it.
NatAnswer
NatFlows::ThroughFilter(const NatArrival& arrival, LinkId id, const TcpFlags& flags)
{
    const NatDependence filtering = m_config.Behaviour(arrival.protocol).filtering;
    const bool passes = filtering == NatDependence::ENDPOINT_INDEPENDENT ||
                        (filtering == NatDependence::ADDRESS_DEPENDENT &&
                         m_sessions.FindFromAddress(arrival) != NO_LINK);
    if (!passes)
    {
        return Refuse(NatVerdict::FILTERED, arrival, flags);
    }
    const NatLink& link = m_sessions.Pool()[id];
    const bool isOpening = arrival.protocol == IP_TCP && flags.syn && !flags.ack && !flags.rst;
    if (!isOpening && !m_config.inboundRefresh)
    {
        // Nothing is kept, or strangers could keep a mapping alive: RFC 7857, section 7.
        return {.verdict = NatVerdict::TRANSLATED, .endpoint = link.internal};
    }
    return MakeInbound(arrival,
                       link.internal,
                       link.origin == LinkOrigin::MAPPING ? id : NO_LINK,
                       flags);
}

NatAnswer
NatFlows::Unmatched(const NatArrival& arrival, const TcpFlags& flags)
{
    // Where an external port has one owner, he may have sessions with others, or a mapping for
    // another address.
    const LinkId other = m_config.SharesPorts(arrival.protocol)
                             ? NO_LINK
                             : m_sessions.FindExternal(arrival.protocol, arrival.external);
    if (other != NO_LINK)
    {
        return m_sessions.Pool()[other].origin == LinkOrigin::RULE
                   ? Refuse(NatVerdict::FILTERED, arrival, flags)
                   : ThroughFilter(arrival, other, flags);
    }
    const auto redirected = m_rules.Addresses().InternalOf(arrival.external.address);
    const bool isOpen = m_config.unsolicited == NatUnsolicited::ACCEPT;
    if (redirected && (isOpen || m_config.Behaviour(arrival.protocol).filtering ==
                                     NatDependence::ENDPOINT_INDEPENDENT))
    {
        return MakeInbound(arrival, {*redirected, arrival.external.port}, NO_LINK, flags);
    }
    if (!isOpen)
    {
        return Refuse(NatVerdict::NO_MAPPING, arrival, flags);
    }
    constexpr uint32_t OWN_ADDRESS = UINT32_MAX;
    uint32_t target = m_config.target.value_or(arrival.external.address);
    target = target == OWN_ADDRESS ? DefaultAddress() : target;
    return MakeInbound(arrival, {target, arrival.external.port}, NO_LINK, flags);
}

NatAnswer
NatFlows::MakeInbound(const NatArrival& arrival,
                      NatEndpoint internal,
                      LinkId parent,
                      const TcpFlags& flags)
{
    while (!Fits(1))
    {
        if (!MakeRoom())
        {
            return {.verdict = NatVerdict::TABLE_FULL};
        }
        if (parent != NO_LINK && !m_sessions.Pool().IsLive(parent))
        {
            // What made room was the mapping that this packet came for.
            return {.verdict = NatVerdict::NO_MAPPING};
        }
    }
    const NatFlow flow{arrival.protocol, internal, arrival.remote};
    const NatLink session = SessionOf(flow, arrival.external, parent);
    const LinkId id = m_sessions.Make(session);
    m_sessions.Touch(id, flags, false, true, m_config.timers);
    return {.verdict = internal == arrival.external ? NatVerdict::PASSED : NatVerdict::TRANSLATED,
            .endpoint = internal};
}

NatAnswer
NatFlows::Refuse(NatVerdict verdict, const NatArrival& arrival, const TcpFlags& flags)
{
    const bool isOpening = arrival.protocol == IP_TCP && flags.syn && !flags.ack;
    if (isOpening && m_config.synHold > NatTime{0})
    {
        m_syns.Add(arrival, m_sessions.Now() + m_config.synHold);
    }
    return {.verdict = verdict};
}

std::optional<NatEndpoint>
NatFlows::FindInternal(const NatArrival& arrival)
{
    const LinkId found = FindInboundLink(arrival);
    if (found == NO_LINK || m_sessions.Pool()[found].hasServers)
    {
        return std::nullopt;
    }
    return OrOwn(m_sessions.Pool()[found].internal);
}

} // namespace bindstorm
