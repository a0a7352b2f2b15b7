/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-profile.h"

#include "model/base/find-by-name.h"

namespace bindstorm
{

namespace
{

/// Timers: defaults of net/netfilter/nf_conntrack_proto_*.c, the longest of the states that one
/// timer of ours stands for.
NatConfig
LinuxConfig()
{
    NatConfig config;
    config.index = ComponentSpec("mixed-chains", {{"buckets", "65536"}});
    config.housekeeping = ComponentSpec("sweep", {{"check", "use"}});
    config.clock = ComponentSpec("coarse");
    config.ports = ComponentSpec("linux");
    for (NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
    {
        behaviour->mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        behaviour->filtering = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    }
    using std::chrono::seconds;
    config.timers = {.udp = seconds{120},
                     .udpUnreplied = seconds{30},
                     .icmp = seconds{30},
                     .other = seconds{600},
                     .tcpOpening = seconds{120},
                     .tcpEstablished = seconds{432000},
                     .tcpHalfClosed = seconds{120},
                     .tcpClosed = seconds{120},
                     .tcpReset = seconds{10}};
    config.preservePort = true;
    config.overload = true;
    config.hairpin = false;
    config.inboundRefresh = true;
    config.maxLinks = 262144;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    config.synHold = NatTime{0};
    return config;
}

} // namespace

std::span<const NatProfile>
GetNatProfiles()
{
    static const std::vector<NatProfile> all{
        {"rfc4787", "what RFC 4787, 5382, 5508 and 7857 ask for", NatConfig{}},
        {"libalias", "libalias as the reviews of 2021 found it", LibaliasConfig()},
        {"linux", "conntrack and masquerading of Linux", LinuxConfig()}};
    return all;
}

const NatProfile&
FindNatProfile(const std::string& name)
{
    return FindByName(GetNatProfiles(), "NAT profile", name);
}

} // namespace bindstorm
