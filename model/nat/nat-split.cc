/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-split.h"

#include "nat-port-choice.h"

#include "model/base/split-mix.h"

#include <string>

namespace bindstorm
{

namespace
{

[[noreturn]] void
RefuseSplit(NatSplit split, const std::string& why)
{
    throw ConfigError(std::string("NAT instances split by ") +
                      (split == NatSplit::REMOTE ? "remote" : "ports") + ": " + why);
}

void
CheckSplitByRemote(const NatConfig& config)
{
    for (const auto& [protocol, name] :
         {std::pair{IP_UDP, "UDP"}, std::pair{IP_TCP, "TCP"}, std::pair{IP_ICMP, "ICMP"}})
    {
        if (!config.SharesPorts(protocol))
        {
            RefuseSplit(NatSplit::REMOTE,
                        std::string("two instances may give one external port towards different "
                                    "remotes, so mapping must be address-and-port-dependent and "
                                    "overload true, which they are not for ") +
                            name + "; split by ports goes with any mapping");
        }
    }
    const bool isPaired =
        config.pooling == NatPooling::PAIRED || config.pooling == NatPooling::SOFT_PAIRED;
    if (isPaired && config.external.size() > 1)
    {
        RefuseSplit(NatSplit::REMOTE,
                    "an internal host meets several instances, which could pair it with different "
                    "external addresses; pooling must be arbitrary or in-order, or split by ports");
    }
}

void
CheckSplitByPorts(const NatConfig& config, const PortRange& range, uint32_t tables)
{
    constexpr NatSplit PORTS = NatSplit::PORTS;
    const uint32_t least = tables * (config.keepParity ? 2 : 1);
    if (range.Size() < least)
    {
        RefuseSplit(PORTS,
                    "the range " + range.ToString() + " has " + std::to_string(range.Size()) +
                        " ports, and " + std::to_string(tables) + " instances need at least " +
                        std::to_string(least));
    }
    if (FindNatPortChoice(config.ports.GetName()).keepsOutOfRange)
    {
        RefuseSplit(PORTS,
                    "the port choice " + config.ports.GetName() +
                        " may keep an internal port that another instance owns");
    }
    if (config.keepClass)
    {
        RefuseSplit(PORTS, "keep_class needs ports below 1024 for every instance");
    }
    if (config.sources != NatSources::ALL)
    {
        RefuseSplit(PORTS, "sources must be all: who keeps his address is not found by a port");
    }
    if (config.unsolicited != NatUnsolicited::DENY)
    {
        RefuseSplit(PORTS,
                    "unsolicited must be deny: the answer of whoever is behind an accepted packet "
                    "would meet another instance");
    }
    if (config.reverse)
    {
        RefuseSplit(PORTS, "inside and outside cannot swap roles (reverse)");
    }
}

/// @return a table's part of a limit for all; 0 stays no limit
uint32_t
ShareOf(uint32_t limit, uint32_t table, uint32_t tables, const char* name)
{
    if (limit != 0 && limit < tables)
    {
        throw ConfigError(std::string("NAT instances: ") + name + " is shared out, and " +
                          std::to_string(limit) + " are less than one for each of " +
                          std::to_string(tables) + " instances");
    }
    return limit / tables + (table < limit % tables ? 1 : 0);
}

} // namespace

NatSplitRule::NatSplitRule(const NatConfig& config, uint32_t tables, NatSplit split, uint64_t key)
    : m_config(config),
      m_tables(tables),
      m_split(split),
      m_key(key),
      m_range(GetExternalRange(FindNatPortChoice(config.ports.GetName()), config.range, IP_UDP))
{
    if (tables == 0 || tables > MOST_TABLES)
    {
        throw ConfigError("NAT instances: from 1 to " + std::to_string(MOST_TABLES) + ", are " +
                          std::to_string(tables));
    }
    if (tables == 1)
    {
        return;
    }
    if (split == NatSplit::REMOTE)
    {
        CheckSplitByRemote(config);
    }
    else
    {
        CheckSplitByPorts(config, m_range, tables);
    }
    ConfigOf(0); // limits that cannot be shared out
}

bool
NatSplitRule::IsByPort(uint8_t protocol) const
{
    return protocol == IP_UDP || protocol == IP_TCP;
}

/// Both numbers count, and neither can undo what the other one does.
uint32_t
NatSplitRule::OfHash(uint64_t one, uint64_t other) const
{
    const uint64_t hash = SplitMix(SplitMix(one ^ m_key) + other) ^ m_key;
    return static_cast<uint32_t>((SplitMix(hash) >> 32) * m_tables >> 32);
}

uint32_t
NatSplitRule::OfHost(uint32_t internal) const
{
    return OfHash(internal, 0);
}

uint32_t
NatSplitRule::OfRemote(uint8_t protocol, const NatEndpoint& remote) const
{
    return OfHash(uint64_t{remote.address} << 16 | remote.port, protocol);
}

/// @return the table that owns the port; of ports out of range, which no table gives, the first
uint32_t
NatSplitRule::OfPort(uint16_t port) const
{
    if (port < m_range.Low() || port > m_range.High())
    {
        return 0;
    }
    // Table i begins at i * size / tables, rounded down.
    const uint32_t offset = uint32_t{port} - m_range.Low();
    return ((offset + 1) * m_tables - 1) / m_range.Size();
}

uint32_t
NatSplitRule::OfOutbound(const NatFlow& flow) const
{
    if (m_tables == 1)
    {
        return 0;
    }
    if (m_split == NatSplit::REMOTE)
    {
        return OfRemote(flow.protocol, flow.remote);
    }
    return IsByPort(flow.protocol) ? OfHost(flow.internal.address) : 0;
}

uint32_t
NatSplitRule::OfInbound(const NatArrival& arrival) const
{
    if (m_tables == 1)
    {
        return 0;
    }
    if (m_split == NatSplit::REMOTE)
    {
        return OfRemote(arrival.protocol, arrival.remote);
    }
    if (!IsByPort(arrival.protocol))
    {
        return 0;
    }
    if (!m_redirects.empty())
    {
        for (const uint32_t address : {arrival.external.address, uint32_t{0}})
        {
            const auto found = m_redirects.find({arrival.protocol, address, arrival.external.port});
            if (found != m_redirects.end())
            {
                return found->second;
            }
        }
    }
    return OfPort(arrival.external.port);
}

void
NatSplitRule::AddRedirect(uint8_t protocol, const NatEndpoint& external, uint32_t internal)
{
    if (m_tables == 1 || m_split == NatSplit::REMOTE || !IsByPort(protocol))
    {
        return;
    }
    const uint32_t table = OfHost(internal);
    // One for any address meets all those for an address of their own.
    for (const auto& [known, other] : m_redirects)
    {
        const auto& [otherProtocol, address, port] = known;
        if (otherProtocol == protocol && port == external.port && other != table &&
            (address == external.address || address == 0 || external.address == 0))
        {
            RefuseSplit(NatSplit::PORTS,
                        "port " + std::to_string(port) +
                            " is redirected to internal addresses of two instances");
        }
    }
    m_redirects.insert_or_assign({protocol, external.address, external.port}, table);
}

NatConfig
NatSplitRule::ConfigOf(uint32_t table) const
{
    NatConfig config = m_config;
    if (m_tables == 1)
    {
        return config;
    }
    config.hairpin = false;
    config.maxLinks = ShareOf(config.maxLinks, table, m_tables, "max_links");
    if (m_split == NatSplit::REMOTE)
    {
        // A host has ports in every table.
        config.maxPortsPerHost =
            ShareOf(config.maxPortsPerHost, table, m_tables, "max_ports_per_host");
        return config;
    }
    const uint32_t size = m_range.Size();
    config.range = PortRange(m_range.Low() + table * size / m_tables,
                             m_range.Low() + (table + 1) * size / m_tables - 1);
    return config;
}

} // namespace bindstorm
