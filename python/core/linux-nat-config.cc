/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "linux-nat-config.h"

namespace bindstorm
{

NatConfig
LinuxNatConfig()
{
    NatConfig config;
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
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    return config;
}

} // namespace bindstorm
