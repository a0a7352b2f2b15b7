/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using testing::HasSubstr;

constexpr uint32_t SPLIT_OWN = 0xCB007101; // 203.0.113.1

NatConfig
SharedPorts()
{
    NatConfig config;
    config.external = {SPLIT_OWN};
    config.overload = true;
    for (NatProtocolBehaviour* behaviour : {&config.udp, &config.tcp, &config.icmp})
    {
        behaviour->mapping = NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    }
    return config;
}

NatConfig
OwnedPorts()
{
    NatConfig config;
    config.external = {SPLIT_OWN};
    return config;
}

/// @return what is said of a config that several instances cannot have; nothing when they can
std::string
WhyNot(const NatConfig& config, NatSplit split, uint32_t tables = 4)
{
    try
    {
        const NatSplitRule rule(config, tables, split, 1);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "";
}

template <class Change>
NatConfig
Changed(NatConfig config, const Change& change)
{
    change(config);
    return config;
}

} // namespace

TEST(NatSplitRule, SendsBothDirectionsOfAFlowToOneTable)
{
    const NatSplitRule byRemote(SharedPorts(), 8, NatSplit::REMOTE, 7);
    const NatSplitRule byPorts(OwnedPorts(), 8, NatSplit::PORTS, 7);
    for (uint32_t i = 0; i < 2000; ++i)
    {
        const NatEndpoint internal{0x0A000001 + i % 100, static_cast<uint16_t>(1024 + i)};
        const NatEndpoint remote{0xC6336401 + i / 7, static_cast<uint16_t>(80 + i % 7)};
        const uint8_t protocol = i % 2 == 0 ? IP_UDP : IP_TCP;
        const NatEndpoint external{SPLIT_OWN, static_cast<uint16_t>(1024 + 31 * i)};
        EXPECT_EQ(byRemote.OfOutbound({protocol, internal, remote}),
                  byRemote.OfInbound({protocol, remote, external}));
        // By ports a table gives ports of its block only.
        const uint32_t table = byPorts.OfOutbound({protocol, internal, remote});
        const PortRange block = byPorts.ConfigOf(table).range.value();
        for (const uint16_t port : {block.Low(), block.High()})
        {
            EXPECT_EQ(byPorts.OfInbound({protocol, remote, {SPLIT_OWN, port}}), table);
        }
    }
}

TEST(NatSplitRule, GivesEachPortOfTheRangeToOneTable)
{
    for (const uint32_t tables : {2U, 3U, 7U, 64U, 1000U, 1024U})
    {
        NatConfig config = OwnedPorts();
        config.range = PortRange(2000, 3500);
        const NatSplitRule rule(config, tables, NatSplit::PORTS, 7);
        uint32_t next = 2000;
        for (uint32_t table = 0; table < tables; ++table)
        {
            const PortRange block = rule.ConfigOf(table).range.value();
            ASSERT_EQ(block.Low(), next) << tables;
            for (uint32_t port = block.Low(); port <= block.High(); ++port)
            {
                const NatEndpoint external{SPLIT_OWN, static_cast<uint16_t>(port)};
                ASSERT_EQ(rule.OfInbound({IP_UDP, {1, 1}, external}), table);
            }
            next = block.High() + 1U;
        }
        EXPECT_EQ(next, 3501U);
    }
}

TEST(NatSplitRule, SharesFlowsOutEvenlyAndByItsKey)
{
    constexpr uint32_t TABLES = 64;
    constexpr uint32_t MEAN = 1000;
    const NatSplitRule one(SharedPorts(), TABLES, NatSplit::REMOTE, 1);
    const NatSplitRule other(SharedPorts(), TABLES, NatSplit::REMOTE, 2);
    std::vector<uint32_t> counts(TABLES);
    uint32_t agreed = 0;
    for (uint32_t i = 0; i < TABLES * MEAN; ++i)
    {
        const NatFlow flow{IP_UDP, {0x0A000001, 5000}, {0xC6120001 + i, 443}};
        ++counts[one.OfOutbound(flow)];
        agreed += one.OfOutbound(flow) == other.OfOutbound(flow) ? 1 : 0;
    }
    // Six standard deviations of a binomial count; the keys are fixed.
    for (const uint32_t count : counts)
    {
        EXPECT_NEAR(count, MEAN, 6 * 32);
    }
    EXPECT_NEAR(agreed, MEAN, 6 * 32);
}

TEST(NatSplitRule, HasTheFirstTableForWhatHasNoPort)
{
    const NatSplitRule rule(OwnedPorts(), 8, NatSplit::PORTS, 7);
    for (uint32_t i = 0; i < 50; ++i)
    {
        for (const uint8_t protocol : {uint8_t{IP_ICMP}, uint8_t{47}})
        {
            EXPECT_EQ(rule.OfOutbound({protocol, {0x0A000001 + i, 0}, {1, 0}}), 0U);
            EXPECT_EQ(rule.OfInbound({protocol, {1 + i, 0}, {SPLIT_OWN, 5}}), 0U);
        }
    }
}

TEST(NatSplitRule, SharesLimitsOut)
{
    NatConfig config = SharedPorts();
    config.maxLinks = 10;
    config.maxPortsPerHost = 4;
    const NatSplitRule byRemote(config, 3, NatSplit::REMOTE, 7);
    EXPECT_EQ(byRemote.ConfigOf(0).maxLinks, 4U);
    EXPECT_EQ(byRemote.ConfigOf(1).maxLinks, 3U);
    EXPECT_EQ(byRemote.ConfigOf(2).maxLinks, 3U);
    EXPECT_EQ(byRemote.ConfigOf(0).maxPortsPerHost, 2U);
    config = OwnedPorts();
    config.maxPortsPerHost = 4;
    const NatSplitRule byPorts(config, 3, NatSplit::PORTS, 7);
    EXPECT_EQ(byPorts.ConfigOf(2).maxPortsPerHost, 4U) << "a host has all its ports in one table";
    EXPECT_EQ(byPorts.ConfigOf(2).maxLinks, 0U);
}

TEST(NatSplitRule, LeavesOneTableAsItIs)
{
    NatConfig config = OwnedPorts();
    config.maxLinks = 5;
    const NatSplitRule rule(config, 1, NatSplit::REMOTE, 7);
    EXPECT_TRUE(rule.ConfigOf(0).hairpin);
    EXPECT_EQ(rule.ConfigOf(0).maxLinks, 5U);
    EXPECT_EQ(rule.ConfigOf(0).range, std::nullopt);
}

TEST(NatSplitRule, SaysWhyInstancesCannotBeSplitByRemote)
{
    constexpr NatSplit REMOTE = NatSplit::REMOTE;
    EXPECT_EQ(WhyNot(SharedPorts(), REMOTE), "");
    EXPECT_THAT(WhyNot(OwnedPorts(), REMOTE), HasSubstr("for UDP; split by ports"));
    EXPECT_THAT(WhyNot(Changed(SharedPorts(),
                               [](NatConfig& config) { config.icmp = NatProtocolBehaviour(); }),
                       REMOTE),
                HasSubstr("for ICMP"));
    const NatConfig pool =
        Changed(SharedPorts(), [](NatConfig& config) { config.external.push_back(1); });
    EXPECT_THAT(WhyNot(pool, REMOTE), HasSubstr("pooling must be arbitrary"));
    EXPECT_EQ(
        WhyNot(Changed(pool, [](NatConfig& config) { config.pooling = NatPooling::IN_ORDER; }),
               REMOTE),
        "");
}

TEST(NatSplitRule, SaysWhyInstancesCannotBeSplitByPorts)
{
    const auto why = [](const auto& change)
    { return WhyNot(Changed(OwnedPorts(), change), NatSplit::PORTS); };
    EXPECT_EQ(why([](NatConfig&) {}), "");
    EXPECT_THAT(why([](NatConfig& config) { config.range = PortRange(5, 7); }),
                HasSubstr("range 5-7 has 3 ports, and 4 instances need at least 4"));
    EXPECT_THAT(why([](NatConfig& config) { config.ports = ComponentSpec("libalias"); }),
                HasSubstr("port choice libalias may keep an internal port"));
    EXPECT_THAT(why([](NatConfig& config) { config.keepClass = true; }), HasSubstr("keep_class"));
    EXPECT_THAT(why([](NatConfig& config) { config.sources = NatSources::UNREGISTERED; }),
                HasSubstr("sources must be all"));
    EXPECT_THAT(why([](NatConfig& config) { config.unsolicited = NatUnsolicited::ACCEPT; }),
                HasSubstr("unsolicited must be deny"));
    EXPECT_THAT(why([](NatConfig& config) { config.reverse = true; }), HasSubstr("reverse"));
}

TEST(NatSplitRule, RefusesNumbersThatDoNotDo)
{
    EXPECT_THAT(WhyNot(SharedPorts(), NatSplit::REMOTE, 0), HasSubstr("from 1 to 1024, are 0"));
    EXPECT_THAT(WhyNot(SharedPorts(), NatSplit::REMOTE, 1025), HasSubstr("are 1025"));
    EXPECT_THAT(
        WhyNot(Changed(SharedPorts(), [](NatConfig& config) { config.maxLinks = 3; }),
               NatSplit::REMOTE),
        HasSubstr("max_links is shared out, and 3 are less than one for each of 4 instances"));
}

TEST(NatSplitRule, RefusesAPortRedirectedToHostsOfTwoTables)
{
    NatSplitRule rule(OwnedPorts(), 8, NatSplit::PORTS, 7);
    const auto tableOf = [&](uint32_t host) {
        return rule.OfOutbound({IP_UDP, {host, 80}, {1, 1}});
    };
    constexpr uint32_t HOST = 0x0A000001;
    uint32_t same = HOST + 1;
    while (tableOf(same) != tableOf(HOST))
    {
        ++same;
    }
    uint32_t other = HOST + 1;
    while (tableOf(other) == tableOf(HOST))
    {
        ++other;
    }
    rule.AddRedirect(IP_UDP, {0, 8080}, HOST);
    rule.AddRedirect(IP_UDP, {SPLIT_OWN, 8080}, same);
    rule.AddRedirect(IP_TCP, {SPLIT_OWN, 8080}, other);
    EXPECT_THROW(rule.AddRedirect(IP_UDP, {SPLIT_OWN, 8080}, other), ConfigError);
    EXPECT_EQ(rule.OfInbound({IP_UDP, {1, 1}, {SPLIT_OWN, 8080}}), tableOf(HOST));
    EXPECT_EQ(rule.OfInbound({IP_TCP, {1, 1}, {SPLIT_OWN, 8080}}), tableOf(other));
}

} // namespace bindstorm
