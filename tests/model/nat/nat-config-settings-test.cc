/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-address-list.h"
#include "model/nat/nat-config-settings.h"
#include "model/nat/nat-profile.h"

#include <gtest/gtest.h>

namespace bindstorm
{

TEST(NatConfigSettings, SayAllThatAConfigSays)
{
    for (const NatProfile& profile : GetNatProfiles())
    {
        const Settings settings = MakeNatSettings(profile.config);
        const Settings again = MakeNatSettings(MakeNatConfig(settings));
        EXPECT_EQ(settings.All(), again.All()) << profile.name;
    }
}

TEST(NatConfigSettings, ComeFromTheProfileUnlessGiven)
{
    Settings given;
    given.Set("profile", "libalias");
    given.Set("udp_timeout", int64_t{5'000'000'000});
    const NatConfig config = MakeNatConfig(given);
    EXPECT_EQ(config.timers.udp, std::chrono::seconds{5});
    EXPECT_EQ(config.timers.tcpClosed, LibaliasConfig().timers.tcpClosed);
    EXPECT_EQ(config.ports.GetName(), "libalias");
}

TEST(NatConfigSettings, SetAllProtocolsAndThenOne)
{
    Settings given;
    given.Set("mapping", "address-dependent");
    given.Set("tcp_mapping", "address-and-port-dependent");
    const NatConfig config = MakeNatConfig(given);
    EXPECT_EQ(config.udp.mapping, NatDependence::ADDRESS_DEPENDENT);
    EXPECT_EQ(config.icmp.mapping, NatDependence::ADDRESS_DEPENDENT);
    EXPECT_EQ(config.tcp.mapping, NatDependence::ADDRESS_AND_PORT_DEPENDENT);
}

TEST(NatConfigSettings, AreSilentAboutFreePortsUnlessTheyAreCounted)
{
    EXPECT_FALSE(MakeNatSettings(NatConfig{}).All().contains("count_free_ports"));
    Settings given;
    given.Set("count_free_ports", true);
    EXPECT_TRUE(MakeNatConfig(given).countFreePorts);
    EXPECT_TRUE(MakeNatSettings(MakeNatConfig(given)).GetBoolean("count_free_ports"));
}

TEST(NatConfigSettings, RefuseWhatCannotGoTogether)
{
    Settings given;
    given.Set("external", "203.0.113.1,203.0.113.1");
    EXPECT_THROW(MakeNatConfig(given), ConfigError);
    given.Set("external", "203.0.113.1");
    given.Set("pooling", "no-such-word");
    EXPECT_THROW(MakeNatConfig(given), ConfigError);
}

TEST(NatAddressList, KeepsItsOrderAndWritesRanges)
{
    const auto list = ParseIpv4List("203.0.113.9, 203.0.113.1-203.0.113.3,203.0.113.4");
    EXPECT_EQ(list.size(), 5U);
    EXPECT_EQ(Ipv4ListText(list), "203.0.113.9,203.0.113.1-203.0.113.4");
    EXPECT_TRUE(ParseIpv4List("").empty());
    EXPECT_EQ(ParseIpv4List("255.255.255.254-255.255.255.255").size(), 2U);
    for (const char* wrong : {"203.0.113.2-203.0.113.1", "203.0.113.1,", "::1", "0.0.0.0-1.0.0.0"})
    {
        EXPECT_THROW(ParseIpv4List(wrong), ConfigError) << wrong;
    }
}

TEST(NatAddressList, ReadsEndpoints)
{
    EXPECT_EQ(NatEndpointText(ParseNatEndpoint("192.0.2.1:65535")), "192.0.2.1:65535");
    for (const char* wrong : {"192.0.2.1", "192.0.2.1:", "192.0.2.1:65536", ":80", "192.0.2.1:8 "})
    {
        EXPECT_THROW(ParseNatEndpoint(wrong), ConfigError) << wrong;
    }
}

} // namespace bindstorm
