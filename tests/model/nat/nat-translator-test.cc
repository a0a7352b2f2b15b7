/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-translator.h"

#include "fake-lookup.h"
#include "test-packet.h"

#include <gtest/gtest.h>

namespace bindstorm::test
{

namespace
{

constexpr uint8_t SCTP = 132;
constexpr uint8_t UDP_LITE = 136;
constexpr uint8_t DCCP = 33;

class NatTranslatorTest : public ::testing::Test
{
  public:
    NatVerdict
    Out(Bytes& packet)
    {
        return m_translator.Outbound(packet, m_table, NatTime{0});
    }

    NatVerdict
    In(Bytes& packet)
    {
        return m_translator.Inbound(packet, m_table, NatTime{0});
    }

    FakeLookup m_table;
    NatTranslator m_translator{NatConfig{}};
};

TEST_F(NatTranslatorTest, ReplacesTheSourceOfWhatLeavesAndTheDestinationOfWhatReturns)
{
    for (const uint8_t protocol : {IP_TCP, IP_UDP})
    {
        PacketSpec spec{.protocol = protocol, .options = 4};
        Bytes packet = Build(spec);
        ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
        EXPECT_EQ(m_table.lastFlow, (NatFlow{protocol, spec.source, spec.destination}));
        const NatEndpoint external = m_table.Map(protocol, spec.source);
        PacketSpec outside = spec;
        outside.source = external;
        // The data of a packet does not depend on its endpoints.
        EXPECT_EQ(packet, Build(outside));

        PacketSpec reply = spec;
        reply.source = spec.destination;
        reply.destination = external;
        packet = Build(reply);
        ASSERT_EQ(In(packet), NatVerdict::TRANSLATED);
        EXPECT_EQ(m_table.lastArrival, (NatArrival{protocol, spec.destination, external}));
        reply.destination = spec.source;
        EXPECT_EQ(packet, Build(reply));
    }
}

TEST_F(NatTranslatorTest, TellsTheTableTheFlagsOfTcpOnly)
{
    Bytes packet = Build({.protocol = IP_TCP, .tcpFlags = 0x12});
    Out(packet);
    EXPECT_TRUE(m_table.lastFlags.syn);
    EXPECT_TRUE(m_table.lastFlags.ack);
    EXPECT_FALSE(m_table.lastFlags.fin);
    packet = Build({});
    Out(packet);
    EXPECT_FALSE(m_table.lastFlags.syn);
    EXPECT_FALSE(m_table.lastFlags.ack);
}

TEST_F(NatTranslatorTest, HasTheIdentifierOfAQueryForAPortOnTheInside)
{
    for (const uint8_t type : std::initializer_list<uint8_t>{8, 13, 15, 17})
    {
        PacketSpec query{.protocol = IP_ICMP, .data = 12, .icmpType = type, .identifier = type};
        Bytes packet = Build(query);
        ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
        const NatEndpoint internal{query.source.address, type};
        EXPECT_EQ(m_table.lastFlow, (NatFlow{IP_ICMP, internal, {query.destination.address, 0}}));
        const NatEndpoint external = m_table.Map(IP_ICMP, internal);
        PacketSpec outside = query;
        outside.source = external;
        outside.identifier = external.port;
        EXPECT_EQ(packet, Build(outside));

        PacketSpec reply = outside;
        reply.icmpType = static_cast<uint8_t>(type == 8 ? 0 : type + 1);
        std::swap(reply.source, reply.destination);
        packet = Build(reply);
        ASSERT_EQ(In(packet), NatVerdict::TRANSLATED);
        EXPECT_EQ(m_table.lastArrival,
                  (NatArrival{IP_ICMP, {query.destination.address, 0}, external}));
        reply.destination = internal;
        reply.identifier = type;
        EXPECT_EQ(packet, Build(reply));
    }
}

TEST_F(NatTranslatorTest, TranslatesEveryIdentifierZeroIncluded)
{
    for (unsigned identifier = 0; identifier < 3; ++identifier)
    {
        PacketSpec query{.protocol = IP_ICMP, .identifier = static_cast<uint16_t>(identifier)};
        Bytes packet = Build(query);
        ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
        EXPECT_EQ(Get16(packet, 24), 40000 + identifier);
    }
}

TEST_F(NatTranslatorTest, LeavesIcmpThatBelongsToNoFlow)
{
    for (unsigned type = 0; type < 256; ++type)
    {
        const bool isKnown =
            type == 0 || type == 3 || type == 4 || type == 8 || (type >= 11 && type <= 18);
        if (isKnown)
        {
            continue;
        }
        const Bytes packet =
            Build({.protocol = IP_ICMP, .data = 60, .icmpType = static_cast<uint8_t>(type)});
        Bytes out = packet;
        EXPECT_EQ(Out(out), NatVerdict::UNSUPPORTED) << type;
        EXPECT_EQ(out, packet);
        Bytes in = packet;
        EXPECT_EQ(In(in), NatVerdict::UNSUPPORTED) << type;
        EXPECT_EQ(in, packet);
    }
    EXPECT_EQ(m_table.translations, 0);
}

TEST_F(NatTranslatorTest, ChangesBothEndsOfAHairpinnedPacket)
{
    const NatEndpoint other{0x0A000002, 4000};
    for (const uint8_t protocol : {IP_TCP, IP_UDP})
    {
        PacketSpec spec{.protocol = protocol};
        spec.destination = m_table.Map(protocol, other);
        Bytes packet = Build(spec);
        ASSERT_EQ(Out(packet), NatVerdict::HAIRPINNED);
        spec.source = m_table.Map(protocol, spec.source);
        spec.destination = other;
        EXPECT_EQ(packet, Build(spec));
    }
}

TEST_F(NatTranslatorTest, ChangesOnlyAddressesOfOtherProtocols)
{
    for (const uint8_t protocol : {uint8_t{47}, uint8_t{50}, SCTP})
    {
        const PacketSpec spec{.protocol = protocol};
        Bytes packet = Build(spec);
        Bytes expected = packet;
        Put32(expected, 12, FakeLookup::EXTERNAL);
        FillHeaderChecksum(expected);
        ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
        EXPECT_EQ(packet, expected);
        EXPECT_EQ(m_table.lastFlow,
                  (NatFlow{protocol, {spec.source.address, 0}, {spec.destination.address, 0}}));
    }
}

TEST_F(NatTranslatorTest, KeepsThePseudoHeaderInTheChecksumOfUdpLiteAndDccp)
{
    for (const uint8_t protocol : {UDP_LITE, DCCP})
    {
        PacketSpec spec{.protocol = protocol, .data = 21};
        Bytes packet = Build(spec);
        ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
        spec.source.address = FakeLookup::EXTERNAL;
        EXPECT_EQ(packet, Build(spec));
    }
}

TEST_F(NatTranslatorTest, TakesAProtocolWithoutAnythingAfterTheHeader)
{
    Bytes packet = Build({.protocol = 47});
    packet.resize(20);
    Put16(packet, 2, 20);
    FillHeaderChecksum(packet);
    EXPECT_EQ(Out(packet), NatVerdict::TRANSLATED);
}

TEST_F(NatTranslatorTest, LeavesBytesAfterTheEnd)
{
    Bytes packet = Build({});
    const std::size_t size = packet.size();
    packet.resize(size + 7, std::byte{0xEE});
    ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
    EXPECT_EQ(Bytes(packet.begin() + static_cast<std::ptrdiff_t>(size), packet.end()),
              Bytes(7, std::byte{0xEE}));
    packet.resize(size);
    PacketSpec outside;
    outside.source = {FakeLookup::EXTERNAL, 40000};
    EXPECT_EQ(packet, Build(outside));
}

TEST_F(NatTranslatorTest, KeepsAWrongChecksumWrong)
{
    PacketSpec spec;
    Bytes packet = Build(spec);
    Put16(packet, 10, Get16(packet, 10) ^ 0x0100U);
    Put16(packet, 26, Get16(packet, 26) ^ 0x0200U);
    ASSERT_EQ(Out(packet), NatVerdict::TRANSLATED);
    spec.source = {FakeLookup::EXTERNAL, 40000};
    const Bytes right = Build(spec);
    EXPECT_NE(Get16(packet, 10), Get16(right, 10));
    EXPECT_NE(Get16(packet, 26), Get16(right, 26));
}

TEST_F(NatTranslatorTest, LeavesWhatTheTableRefusesOrPasses)
{
    for (const NatVerdict verdict : {NatVerdict::PASSED,
                                     NatVerdict::NO_MAPPING,
                                     NatVerdict::FILTERED,
                                     NatVerdict::NO_PORT,
                                     NatVerdict::TABLE_FULL,
                                     NatVerdict::HOST_LIMIT})
    {
        m_table.refuse = verdict;
        const Bytes packet = Build({});
        Bytes out = packet;
        EXPECT_EQ(Out(out), verdict);
        EXPECT_EQ(out, packet);
        Bytes in = packet;
        EXPECT_EQ(In(in), verdict);
        EXPECT_EQ(in, packet);
    }
}

TEST_F(NatTranslatorTest, DoesNotAskTheTableAboutWhatIsMalformed)
{
    const Bytes whole = Build({.protocol = IP_TCP});
    for (std::size_t size = 0; size < whole.size(); ++size)
    {
        const Bytes packet(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        Bytes out = packet;
        EXPECT_EQ(Out(out), NatVerdict::MALFORMED) << size;
        EXPECT_EQ(out, packet);
        Bytes in = packet;
        EXPECT_EQ(In(in), NatVerdict::MALFORMED) << size;
        EXPECT_EQ(in, packet);
    }
    EXPECT_EQ(m_table.translations, 0);
}

} // namespace

} // namespace bindstorm::test
