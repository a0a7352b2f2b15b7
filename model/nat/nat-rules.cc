/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-rules.h"

#include "nat-address-text.h"

#include <string>

namespace bindstorm
{

namespace
{

/// Handles of address redirects, which are no links, have this for a place and their number beside.
constexpr LinkId ADDRESS_REDIRECT = NO_LINK - 1;

LinkScope
ScopeOf(const NatEndpoint& remote)
{
    if (remote.address != 0)
    {
        return remote.port != 0 ? LinkScope::FULL : LinkScope::ANY_PORT;
    }
    return remote.port != 0 ? LinkScope::ANY_ADDRESS : LinkScope::ANY;
}

} // namespace

void
CheckNatRedirect(const NatRedirect& redirect)
{
    if (redirect.protocol != IP_TCP && redirect.protocol != IP_UDP)
    {
        throw ConfigError("redirect of IP protocol " + std::to_string(redirect.protocol) +
                          ": TCP or UDP is expected; use a protocol redirect for others");
    }
    if (redirect.internal.port == 0 || redirect.external.port == 0)
    {
        throw ConfigError("redirect to " + Ipv4Text(redirect.internal.address) + ":" +
                          std::to_string(redirect.internal.port) + " from external port " +
                          std::to_string(redirect.external.port) +
                          ": both ports from 1 to 65535 are expected");
    }
}

NatRules::NatRules(NatSessions& sessions)
    : m_sessions(sessions)
{
}

LinkHandle
NatRules::Make(const NatRedirect& redirect, LinkScope scope)
{
    NatLink link;
    link.internal = redirect.internal;
    link.remote = redirect.remote;
    link.external = redirect.external;
    link.protocol = redirect.protocol;
    link.scope = scope;
    link.origin = LinkOrigin::RULE;
    link.lastUse = m_sessions.Now();
    m_anyAddress += redirect.external.address == 0 ? 1 : 0;
    return m_sessions.Pool().HandleOf(m_sessions.Make(link));
}

LinkHandle
NatRules::AddRedirect(const NatRedirect& redirect)
{
    CheckNatRedirect(redirect);
    return Make(redirect, ScopeOf(redirect.remote));
}

LinkHandle
NatRules::AddProtocolRedirect(const NatRedirect& redirect)
{
    if (HasPorts(redirect.protocol))
    {
        throw ConfigError("protocol redirect of IP protocol " + std::to_string(redirect.protocol) +
                          ": TCP, UDP and ICMP have ports, which a redirect names");
    }
    NatRedirect whole = redirect;
    whole.internal.port = 0;
    whole.external.port = 0;
    whole.remote.port = 0;
    return Make(whole, whole.remote.address != 0 ? LinkScope::FULL : LinkScope::ANY);
}

LinkHandle
NatRules::AddAddressRedirect(uint32_t internal, uint32_t external)
{
    if (external == 0 || internal == 0)
    {
        throw ConfigError("address redirect of " + Ipv4Text(internal) + " to " +
                          Ipv4Text(external) + ": two addresses other than 0.0.0.0 are expected");
    }
    return {ADDRESS_REDIRECT, static_cast<uint32_t>(m_addresses.Add(internal, external))};
}

bool
NatRules::AddServer(const LinkHandle& rule, const NatEndpoint& server)
{
    const auto id = m_sessions.Pool().Find(rule);
    if (!id || m_sessions.Pool()[*id].origin != LinkOrigin::RULE)
    {
        return false;
    }
    if (server.address == 0 || server.port == 0)
    {
        throw ConfigError("server " + Ipv4Text(server.address) + ":" + std::to_string(server.port) +
                          ": an address and a port are expected");
    }
    m_servers[m_sessions.Pool()[*id].serial].Add(server);
    m_sessions.MarkServers(*id);
    return true;
}

bool
NatRules::MakeDynamic(const LinkHandle& rule, const NatTimers& timers, NatTime now)
{
    const auto id = m_sessions.Pool().Find(rule);
    if (!id || m_sessions.Pool()[*id].origin != LinkOrigin::RULE ||
        m_sessions.Pool()[*id].scope != LinkScope::FULL)
    {
        return false;
    }
    m_sessions.MakeDynamic(*id, timers, now);
    return true;
}

bool
NatRules::Delete(const LinkHandle& link, bool endSessions)
{
    if (link.id == ADDRESS_REDIRECT)
    {
        return m_addresses.Remove(link.generation);
    }
    const auto id = m_sessions.Pool().Find(link);
    if (!id)
    {
        return false;
    }
    if (endSessions && m_sessions.Pool()[*id].origin == LinkOrigin::RULE)
    {
        m_sessions.EndSessionsOf(*id);
    }
    m_sessions.End(*id);
    return true;
}

void
NatRules::OnReleased(const NatLink& link)
{
    if (link.hasServers)
    {
        m_servers.erase(link.serial);
    }
    m_anyAddress -= link.external.address == 0 ? 1 : 0;
}

NatEndpoint
NatRules::InternalOf(LinkId rule)
{
    const NatLink& link = m_sessions.Pool()[rule];
    return link.hasServers ? m_servers.at(link.serial).Next() : link.internal;
}

} // namespace bindstorm
