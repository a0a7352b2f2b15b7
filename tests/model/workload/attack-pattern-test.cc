/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/component-spec.h"
#include "model/base/random-engine.h"
#include "model/nat/ipv4-packet.h"
#include "model/nat/tuple-hash.h"
#include "model/workload/attack-pattern.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace bindstorm
{

namespace
{

constexpr uint32_t VICTIM = 203U << 24 | 113U << 8 | 1;

/// The packets of one pattern against an empty table.
class AttackPatterns : public testing::Test
{
  protected:
    std::vector<AttackPacket>
    Take(const AttackSettings& settings, std::size_t count)
    {
        NatConfig config;
        config.external = {VICTIM};
        NatTable table(config, *m_engine, m_time);
        const auto pattern = CreateAttackPattern(settings, table);
        std::vector<AttackPacket> packets;
        for (std::size_t i = 0; i < count; ++i)
        {
            packets.push_back(pattern->Next(m_draws));
        }
        return packets;
    }

    static NatArrival
    ArrivalOf(const AttackPacket& packet)
    {
        return std::get<NatArrival>(packet.what);
    }

    static NatFlow
    FlowOf(const AttackPacket& packet)
    {
        return std::get<NatFlow>(packet.what);
    }

    std::unique_ptr<RandomEngine> m_engine{
        CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "attack", "test"})};
    WorkCounters m_drawn;
    DrawSource m_draws{*m_engine, m_drawn};
    SimulatedNatTime m_time;
};

} // namespace

TEST_F(AttackPatterns, RandomInboundHitsAllOfTheExternalAddress)
{
    std::set<std::pair<NatEndpoint, NatEndpoint>> pairs;
    std::set<uint16_t> sixteenths;
    for (const AttackPacket& packet : Take({.pattern = "random-inbound", .remotes = 1000}, 1000))
    {
        const NatArrival arrival = ArrivalOf(packet);
        EXPECT_EQ(arrival.external.address, VICTIM);
        EXPECT_NE(arrival.external.port, 0);
        EXPECT_LT(arrival.remote.address - AttackPattern::FIRST_OUTSIDE, 1000U);
        pairs.insert({arrival.remote, arrival.external});
        sixteenths.insert(arrival.external.port >> 12);
    }
    EXPECT_EQ(pairs.size(), 1000U) << "all different; the seed is fixed";
    EXPECT_EQ(sixteenths.size(), 16U);
}

TEST_F(AttackPatterns, RepeatedInboundRepeatsItsFewPackets)
{
    const auto packets = Take({.pattern = "repeated-inbound", .remotes = 1000, .flows = 3}, 30);
    for (std::size_t i = 3; i < packets.size(); ++i)
    {
        EXPECT_EQ(ArrivalOf(packets[i]), ArrivalOf(packets[i - 3]));
    }
    EXPECT_NE(ArrivalOf(packets[0]), ArrivalOf(packets[1]));
}

TEST_F(AttackPatterns, PortScanTriesEveryPortOnceBeforeAnyTwice)
{
    const auto packets = Take({.pattern = "port-scan"}, 65536);
    std::set<uint16_t> ports;
    for (std::size_t i = 0; i < 65535; ++i)
    {
        ports.insert(ArrivalOf(packets[i]).external.port);
        ASSERT_EQ(ArrivalOf(packets[i]).remote, ArrivalOf(packets[0]).remote);
    }
    EXPECT_EQ(ports.size(), 65535U);
    EXPECT_EQ(ArrivalOf(packets[65535]), ArrivalOf(packets[0]));
}

TEST_F(AttackPatterns, SynFloodsAreSynsOfManyWhoNeverComeBack)
{
    std::set<NatEndpoint> strangers;
    for (const AttackPacket& packet :
         Take({.pattern = "syn-flood-outside", .remotes = 60000, .port = 80}, 1000))
    {
        EXPECT_TRUE(packet.flags.syn && !packet.flags.ack);
        EXPECT_EQ(ArrivalOf(packet).protocol, IP_TCP);
        EXPECT_EQ(ArrivalOf(packet).external, (NatEndpoint{VICTIM, 80}));
        strangers.insert(ArrivalOf(packet).remote);
    }
    EXPECT_EQ(strangers.size(), 1000U);

    std::set<NatEndpoint> insiders;
    for (const AttackPacket& packet :
         Take({.pattern = "syn-flood-inside", .hosts = 100, .remotes = 60000}, 1000))
    {
        EXPECT_TRUE(packet.flags.syn && !packet.flags.ack);
        EXPECT_LT(FlowOf(packet).internal.address - AttackPattern::FIRST_INSIDE, 100U);
        insiders.insert(FlowOf(packet).internal);
    }
    EXPECT_GE(insiders.size(), 995U) << "6.5 million endpoints: two of 1000 rarely meet";
}

TEST_F(AttackPatterns, ExhaustionGoesToOneRemoteOrToManyFromAnotherEndpointEachTime)
{
    for (const auto& [pattern, expected] :
         std::map<std::string, std::size_t>{{"exhaust-remote", 1}, {"exhaust-remotes", 50}})
    {
        std::set<NatEndpoint> insiders;
        std::set<NatEndpoint> remotes;
        const auto packets =
            Take({.pattern = pattern, .hosts = 7, .remotes = 50, .flows = 500}, 1000);
        for (const AttackPacket& packet : packets)
        {
            insiders.insert(FlowOf(packet).internal);
            remotes.insert(FlowOf(packet).remote);
        }
        EXPECT_EQ(insiders.size(), 500U) << pattern;
        EXPECT_EQ(remotes.size(), expected) << pattern;
        EXPECT_EQ(packets[499].phase, ATTACK_OPEN);
        EXPECT_EQ(packets[500].phase, ATTACK_KEEP);
        EXPECT_EQ(FlowOf(packets[500]), FlowOf(packets[0]))
            << "a second turn keeps the first alive";
    }
}

TEST_F(AttackPatterns, HashFloodHasOneSumAndOnePortHasMany)
{
    const auto sumsOf = [&](const std::string& pattern)
    {
        std::set<NatFlow,
                 decltype([](const NatFlow& a, const NatFlow& b) { return a.remote < b.remote; })>
            flows;
        std::map<uint32_t, int> buckets;
        for (const AttackPacket& packet :
             Take({.pattern = pattern, .remotes = 60000, .flows = 4000, .port = 5000}, 4000))
        {
            const NatFlow flow = FlowOf(packet);
            flows.insert(flow);
            ++buckets[TupleHash(true)(flow.protocol, flow.internal, flow.remote) % 4001];
        }
        EXPECT_EQ(flows.size(), 4000U) << pattern;
        return buckets;
    };
    EXPECT_EQ(sumsOf("hash-flood").size(), 1U);
    const auto spread = sumsOf("one-port");
    EXPECT_GE(spread.size(), 2000U) << "4000 thrown into 4001 leave about 1500 empty";
    for (const auto& [bucket, count] : spread)
    {
        EXPECT_LE(count, 20) << bucket;
    }
}

TEST_F(AttackPatterns, HashFloodFindsWhatCollidesInAnUnkeyedMixedHash)
{
    std::set<uint32_t> buckets;
    std::set<NatEndpoint> remotes;
    for (const AttackPacket& packet :
         Take({.pattern = "hash-flood", .flows = 200, .port = 5000, .isSum = false, .buckets = 509},
              200))
    {
        const NatFlow flow = FlowOf(packet);
        buckets.insert(TupleHash(false)(flow.protocol, flow.internal, flow.remote) % 509);
        remotes.insert(flow.remote);
    }
    EXPECT_EQ(buckets.size(), 1U);
    EXPECT_EQ(remotes.size(), 200U);
}

TEST_F(AttackPatterns, HashFloodRefusesMoreFlowsThanThereAreEqualSums)
{
    EXPECT_THROW(Take({.pattern = "hash-flood", .flows = 32768}, 1), ConfigError);
    EXPECT_EQ(Take({.pattern = "hash-flood", .flows = 32767, .port = 1}, 1).size(), 1U);
}

TEST_F(AttackPatterns, GuessedResetsNameTheServersAndAnyPort)
{
    std::set<uint32_t> servers;
    for (const AttackPacket& packet : Take({.pattern = "forged-rst", .servers = 5}, 200))
    {
        EXPECT_TRUE(packet.flags.rst);
        EXPECT_EQ(ArrivalOf(packet).remote.port, 443);
        servers.insert(ArrivalOf(packet).remote.address);
    }
    EXPECT_EQ(servers.size(), 5U);
}

TEST_F(AttackPatterns, FragmentsHaveNoFirstOneAndSoundHeaders)
{
    std::set<uint16_t> datagrams;
    for (AttackPacket& packet : Take({.pattern = "fragment-flood", .remotes = 100}, 200))
    {
        auto& bytes = std::get<AttackBytes>(packet.what);
        EXPECT_EQ(bytes.direction, PacketDirection::INBOUND);
        const auto parsed = Ipv4Packet::Parse(bytes.packet);
        ASSERT_TRUE(parsed);
        EXPECT_TRUE(parsed->IsLaterFragment());
        EXPECT_EQ(InternetChecksum({bytes.packet.data(), IPV4_HEADER}), 0);
        datagrams.insert(parsed->Headers().Identification());
    }
    EXPECT_GE(datagrams.size(), 195U);
}

TEST_F(AttackPatterns, ReversedFragmentsEndWithTheFirstOfTheirDatagram)
{
    auto packets = Take({.pattern = "fragment-flood", .port = 5000, .isReversed = true}, 20);
    for (std::size_t i = 0; i < packets.size(); i += 2)
    {
        const auto later = Ipv4Packet::Parse(std::get<AttackBytes>(packets[i].what).packet);
        const auto first = Ipv4Packet::Parse(std::get<AttackBytes>(packets[i + 1].what).packet);
        ASSERT_TRUE(later && first);
        EXPECT_TRUE(later->IsLaterFragment() && first->IsFirstFragment());
        EXPECT_EQ(later->Headers().Identification(), first->Headers().Identification());
        EXPECT_EQ(first->Headers().Source(), (NatEndpoint{AttackPattern::FIRST_INSIDE, 5000}));
    }
}

TEST_F(AttackPatterns, RefuseATableWithoutAnAddressAndAnUnknownName)
{
    EXPECT_THROW(Take({.pattern = "no-such-pattern"}, 0), ConfigError);
    NatTable table(NatConfig{}, *m_engine, m_time);
    EXPECT_THROW(CreateAttackPattern({.pattern = "port-scan"}, table), ConfigError);
}

} // namespace bindstorm
