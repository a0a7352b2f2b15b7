/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-flows.h"

#include "nat-tcp.h"

namespace bindstorm
{

namespace
{

/// @return whether an address is for inside use only: RFC 1918, RFC 6598 when asked for
bool
IsUnregistered(uint32_t address, bool withCgn)
{
    constexpr uint32_t PREFIX_10 = 10U << 24;
    constexpr uint32_t PREFIX_172_16 = 172U << 24 | 16U << 16;
    constexpr uint32_t PREFIX_192_168 = 192U << 24 | 168U << 16;
    constexpr uint32_t PREFIX_100_64 = 100U << 24 | 64U << 16;
    return (address & 0xFF00'0000) == PREFIX_10 || (address & 0xFFF0'0000) == PREFIX_172_16 ||
           (address & 0xFFFF'0000) == PREFIX_192_168 ||
           (withCgn && (address & 0xFFC0'0000) == PREFIX_100_64);
}

} // namespace

NatFlows::NatFlows(const NatConfig& config,
                   NatSessions& sessions,
                   NatPorts& ports,
                   NatRules& rules,
                   UnansweredSyns& syns)
    : m_config(config),
      m_sessions(sessions),
      m_ports(ports),
      m_rules(rules),
      m_syns(syns)
{
}

uint32_t
NatFlows::DefaultAddress() const
{
    return m_config.external.empty() ? 0 : m_config.external.front();
}

bool
NatFlows::IsOwnAddress(uint32_t address) const
{
    return m_ports.IsInPool(address) || m_rules.Addresses().InternalOf(address).has_value();
}

bool
NatFlows::Fits(std::size_t links) const
{
    const std::size_t most = m_config.maxLinks == 0 ? NatLinkPool::MOST : m_config.maxLinks;
    return m_sessions.Pool().Size() + links <= most;
}

/// @return whether at least one link has gone
bool
NatFlows::MakeRoom()
{
    return m_sessions.EndExpired() ||
           (m_config.whenFull == NatWhenFull::EVICT_UNASSURED && m_sessions.EvictUnassured());
}

NatLink
NatFlows::SessionOf(const NatFlow& flow, const NatEndpoint& external, LinkId parent) const
{
    NatLink link;
    link.internal = flow.internal;
    link.remote = flow.remote;
    link.external = external;
    link.protocol = flow.protocol;
    link.parent = parent;
    link.lastUse = m_sessions.Now();
    link.lifetime = LifetimeOf(link, m_config.timers);
    return link;
}

NatAnswer
NatFlows::Hairpin(const NatFlow& flow,
                  const NatEndpoint& external,
                  LinkId sender,
                  const TcpFlags& flags)
{
    // The sender's side must not make room for the receiver's.
    m_sessions.Protect(sender);
    const NatAnswer back = Inbound({flow.protocol, external, flow.remote}, flags);
    m_sessions.Protect(NO_LINK);
    if (!IsForwarded(back.verdict))
    {
        // The sender has its mapping; it is the other side that refused.
        return {.verdict = back.verdict, .endpoint = external};
    }
    return {.verdict = NatVerdict::HAIRPINNED, .endpoint = external, .hairpin = back.endpoint};
}

LinkId
NatFlows::FindOutboundParent(const NatFlow& flow)
{
    if (m_sessions.CountRules() + m_sessions.CountMappings() == 0)
    {
        return NO_LINK;
    }
    const auto search = [&](const NatEndpoint& internal)
    {
        const auto find = [&](const NatEndpoint& remote, LinkScope scope) {
            return m_sessions.FindOutbound({flow.protocol, internal, remote}, scope);
        };
        LinkId found = find({flow.remote.address, 0}, LinkScope::ANY_PORT);
        found = found != NO_LINK ? found : find({0, flow.remote.port}, LinkScope::ANY_ADDRESS);
        return found != NO_LINK ? found : find({0, 0}, LinkScope::ANY);
    };
    const LinkId found = search(flow.internal);
    if (found != NO_LINK || !IsOwnAddress(flow.internal.address))
    {
        return found;
    }
    // A rule may name the NAT itself without knowing its address.
    return search({0, flow.internal.port});
}

/// @return the address itself when it is one that is not to be translated
std::optional<uint32_t>
NatFlows::UntranslatedAddress(uint32_t internal) const
{
    const bool isTranslated =
        m_config.sources == NatSources::ALL ||
        IsUnregistered(internal, m_config.sources == NatSources::UNREGISTERED_CGN);
    return isTranslated ? std::nullopt : std::optional(internal);
}

NatFlows::Found
NatFlows::MakeOutbound(const NatFlow& flow)
{
    LinkId parent = FindOutboundParent(flow);
    while (parent != NO_LINK && !Fits(1))
    {
        if (!MakeRoom())
        {
            return {.verdict = NatVerdict::TABLE_FULL};
        }
        // What made room may have been the parent.
        parent = FindOutboundParent(flow);
    }
    if (parent == NO_LINK)
    {
        return MakeWithPort(flow);
    }
    return {.session = MakeSession(flow, OrOwn(m_sessions.Pool()[parent].external), parent, {})};
}

/// A flow that neither a rule nor a mapping is there for.
NatFlows::Found
NatFlows::MakeWithPort(const NatFlow& flow)
{
    const auto redirected = m_rules.Addresses().ExternalOf(flow.internal.address);
    const auto choice =
        m_ports.Choose(flow,
                       redirected ? redirected : UntranslatedAddress(flow.internal.address),
                       redirected.has_value());
    if (choice.verdict != NatVerdict::TRANSLATED)
    {
        return {.verdict = choice.verdict};
    }
    const NatDependence mapping = m_config.Behaviour(flow.protocol).mapping;
    const bool hasMapping = mapping != NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    // Only now, so that nobody is evicted for a flow that gets no port.
    while (!Fits(hasMapping ? 2 : 1))
    {
        if (!MakeRoom())
        {
            m_ports.Abandon(flow, choice);
            return {.verdict = NatVerdict::TABLE_FULL};
        }
    }
    if (!hasMapping)
    {
        return {.session = MakeSession(flow, choice.external, NO_LINK, choice)};
    }
    NatLink link = SessionOf(flow, choice.external, NO_LINK);
    const bool isAny = mapping == NatDependence::ENDPOINT_INDEPENDENT;
    link.origin = LinkOrigin::MAPPING;
    link.scope = isAny ? LinkScope::ANY : LinkScope::ANY_PORT;
    link.remote = isAny ? NatEndpoint{} : NatEndpoint{flow.remote.address, 0};
    link.lifetime = NatTime{0};
    link.holdsPort = true;
    link.isChosenPort = choice.isTaken;
    return {.session = MakeSession(flow, choice.external, m_sessions.Make(link), {})};
}

LinkId
NatFlows::MakeSession(const NatFlow& flow,
                      const NatEndpoint& external,
                      LinkId parent,
                      const std::optional<NatPorts::Choice>& choice)
{
    if (!m_syns.IsEmpty())
    {
        m_syns.Cross({flow.protocol, flow.remote, external});
    }
    NatLink session = SessionOf(flow, external, parent);
    session.holdsPort = choice.has_value();
    session.isChosenPort = choice && choice->isTaken;
    return m_sessions.Make(session);
}

std::optional<NatEndpoint>
NatFlows::FindExternal(const NatFlow& flow)
{
    LinkId found = m_sessions.FindOutbound(flow, LinkScope::FULL);
    found = found != NO_LINK ? found : FindOutboundParent(flow);
    if (found == NO_LINK)
    {
        return std::nullopt;
    }
    return OrOwn(m_sessions.Pool()[found].external);
}

uint32_t
NatFlows::ExternalAddressOf(uint32_t internal)
{
    if (const auto redirected = m_rules.Addresses().ExternalOf(internal))
    {
        return *redirected;
    }
    const auto untranslated = UntranslatedAddress(internal);
    return untranslated ? *untranslated : m_ports.AddressOf(internal);
}

std::optional<uint32_t>
NatFlows::CountFreePorts(const NatFlow& flow)
{
    const auto redirected = m_rules.Addresses().ExternalOf(flow.internal.address);
    return m_ports.CountFree(flow,
                             redirected ? redirected : UntranslatedAddress(flow.internal.address));
}

} // namespace bindstorm
