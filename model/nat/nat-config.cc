/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-config.h"

#include "nat-address-text.h"
#include "nat-link-pool.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

constexpr NatTime LONGEST_TIMER = std::chrono::hours{24 * 365 * 10};

void
CheckTimer(const char* name, NatTime value, NatTime least)
{
    if (value < least || value > LONGEST_TIMER)
    {
        throw ConfigError(std::string("NAT timer ") + name + ": from " +
                          std::to_string(least.count()) + " ns to ten years, is " +
                          std::to_string(value.count()) + " ns");
    }
}

} // namespace

NatProtocolBehaviour
NatConfig::Behaviour(uint8_t protocol) const
{
    switch (protocol)
    {
    case IP_UDP:
        return udp;
    case IP_TCP:
        return tcp;
    case IP_ICMP:
        return icmp;
    default:
        return {NatDependence::ADDRESS_AND_PORT_DEPENDENT,
                NatDependence::ADDRESS_AND_PORT_DEPENDENT};
    }
}

bool
NatConfig::SharesPorts(uint8_t protocol) const
{
    return overload && Behaviour(protocol).mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT;
}

NatConfig
LibaliasConfig()
{
    NatConfig config;
    config.index = ComponentSpec("mixed-chains");
    config.housekeeping = ComponentSpec("sweep");
    config.ports = ComponentSpec("libalias");
    for (NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
    {
        behaviour->mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        behaviour->filtering = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    }
    using std::chrono::seconds;
    config.timers = {.udp = seconds{60},
                     .udpUnreplied = NatTime{0},
                     .icmp = seconds{60},
                     .other = seconds{60},
                     .tcpOpening = seconds{300},
                     .tcpEstablished = seconds{86400},
                     .tcpHalfClosed = seconds{90},
                     .tcpClosed = seconds{10},
                     .tcpReset = NatTime{0}};
    config.preservePort = true;
    config.overload = true;
    config.hairpin = false;
    config.inboundRefresh = true;
    config.unsolicited = NatUnsolicited::ACCEPT;
    return config;
}

void
CheckNatConfig(const NatConfig& config)
{
    std::vector<uint32_t> addresses = config.external;
    std::ranges::sort(addresses);
    if (!addresses.empty() && addresses.front() == 0)
    {
        throw ConfigError("NAT external address 0.0.0.0: an address of the NAT is expected");
    }
    const auto twice = std::ranges::adjacent_find(addresses);
    if (twice != addresses.end())
    {
        throw ConfigError("NAT external address " + Ipv4Text(*twice) + " is given twice");
    }
    for (const NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
    {
        if (config.overload && behaviour->mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT &&
            behaviour->filtering != NatDependence::ADDRESS_AND_PORT_DEPENDENT)
        {
            throw ConfigError(
                "NAT overload: one external port for several internal endpoints needs "
                "filtering that depends on address and port, or nobody could say "
                "whom a packet is for");
        }
    }
    if (config.maxLinks > NatLinkPool::MOST)
    {
        throw ConfigError("NAT max_links: at most " + std::to_string(NatLinkPool::MOST) + ", is " +
                          std::to_string(config.maxLinks));
    }
    constexpr NatTime ONE{1};
    CheckTimer("udp", config.timers.udp, ONE);
    CheckTimer("udp_unreplied", config.timers.udpUnreplied, NatTime{0});
    CheckTimer("icmp", config.timers.icmp, ONE);
    CheckTimer("other", config.timers.other, ONE);
    CheckTimer("tcp_opening", config.timers.tcpOpening, ONE);
    CheckTimer("tcp_established", config.timers.tcpEstablished, ONE);
    CheckTimer("tcp_half_closed", config.timers.tcpHalfClosed, ONE);
    CheckTimer("tcp_closed", config.timers.tcpClosed, ONE);
    CheckTimer("tcp_reset", config.timers.tcpReset, NatTime{0});
    CheckTimer("port_hold", config.portHold, NatTime{0});
    CheckTimer("syn_hold", config.synHold, NatTime{0});
}

} // namespace bindstorm
