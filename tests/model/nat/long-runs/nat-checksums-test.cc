/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-translator.h"

#include "tests/model/nat/test-packet.h"

#include <gtest/gtest.h>

namespace bindstorm::test
{

namespace
{

/// Answers whatever it was told to.
class FixedLookup final : public NatLookup
{
  public:
    NatAnswer
    Outbound(const NatFlow& /* flow */, TcpFlags /* flags */) override
    {
        return answer;
    }

    NatAnswer
    Inbound(const NatArrival& /* arrival */, TcpFlags /* flags */) override
    {
        return answer;
    }

    std::optional<NatEndpoint>
    FindInternal(const NatArrival& /* arrival */) override
    {
        return std::nullopt;
    }

    std::optional<NatEndpoint>
    FindExternal(const NatFlow& /* flow */) override
    {
        return std::nullopt;
    }

    uint32_t
    ExternalAddressOf(uint32_t /* internal */) override
    {
        return 0;
    }

    NatAnswer answer{NatVerdict::TRANSLATED, {}, {}};
};

NatEndpoint
RandomEndpoint(TestRandom& random)
{
    const uint64_t bits = random.Next();
    return {static_cast<uint32_t>(bits), static_cast<uint16_t>(bits >> 32)};
}

/// A packet before and after its translation.
struct Pair
{
    PacketSpec before;
    PacketSpec after;
};

/// @return a packet of random protocol, size and endpoints, and what an answer makes of it
Pair
RandomPair(TestRandom& random, const NatAnswer& answer, bool isOutbound)
{
    Pair pair;
    PacketSpec& before = pair.before;
    const std::size_t kind = random.Below(4);
    before.protocol = kind == 0 ? IP_TCP : kind == 1 ? IP_ICMP : IP_UDP;
    before.source = RandomEndpoint(random);
    before.destination = RandomEndpoint(random);
    before.options = random.Below(8) == 0 ? 4 * random.Below(11) : 0;
    before.tcpOptions = random.Below(8) == 0 ? 4 * random.Below(11) : 0;
    before.data = random.Below(16);
    before.identification = static_cast<uint16_t>(random.Next());
    before.identifier = static_cast<uint16_t>(random.Next());
    before.icmpType = random.Below(2) == 0 ? 8 : 0;
    before.hasChecksum = before.protocol != IP_UDP || random.Below(10) != 0;
    pair.after = before;
    (isOutbound ? pair.after.source : pair.after.destination) = answer.endpoint;
    pair.after.identifier = answer.endpoint.port;
    return pair;
}

TEST(NatChecksums, OfAMillionPacketsAreThoseOfAFullSum)
{
    TestRandom random(1);
    FixedLookup table;
    NatTranslator translator{NatConfig{}};
    int withoutChecksum = 0;
    for (int round = 0; round < 1'000'000; ++round)
    {
        const bool isOutbound = round % 2 == 0;
        table.answer.endpoint = RandomEndpoint(random);
        const Pair pair = RandomPair(random, table.answer, isOutbound);
        Bytes packet = Build(pair.before);
        const NatVerdict verdict = isOutbound ? translator.Outbound(packet, table, NatTime{0})
                                              : translator.Inbound(packet, table, NatTime{0});
        ASSERT_EQ(verdict, NatVerdict::TRANSLATED);
        ASSERT_TRUE(packet == Build(pair.after)) << "packet " << round;
        withoutChecksum += pair.before.hasChecksum ? 0 : 1;
    }
    EXPECT_GT(withoutChecksum, 40'000);
}

TEST(NatChecksums, ThatComeOutAsZeroAreSentAsAllOnesByUdpAndAsZeroByTcp)
{
    TestRandom random(2);
    FixedLookup table;
    NatTranslator translator{NatConfig{}};
    for (int round = 0; round < 10'000; ++round)
    {
        const bool isOutbound = round % 2 == 0;
        table.answer.endpoint = RandomEndpoint(random);
        Pair pair = RandomPair(random, table.answer, isOutbound);
        pair.before.protocol = pair.after.protocol = round % 4 < 2 ? IP_UDP : IP_TCP;
        pair.before.hasChecksum = pair.after.hasChecksum = true;
        pair.before.data = pair.after.data = 2 + 2 * random.Below(4);
        // The last word of the data makes the sum of the translated packet a zero.
        Bytes expected = Build(pair.after);
        const std::size_t last = expected.size() - 2;
        const std::size_t checksumAt = HeaderSize(expected) + ChecksumOffset(pair.after.protocol);
        Put16(expected, last, 0);
        FillChecksums(expected);
        const unsigned filling = Get16(expected, checksumAt);
        Put16(expected, last, filling);
        FillChecksums(expected);
        ASSERT_EQ(Get16(expected, checksumAt), pair.after.protocol == IP_UDP ? 0xFFFF : 0);

        Bytes packet = Build(pair.before);
        Put16(packet, last, filling);
        FillChecksums(packet);
        const NatVerdict verdict = isOutbound ? translator.Outbound(packet, table, NatTime{0})
                                              : translator.Inbound(packet, table, NatTime{0});
        ASSERT_EQ(verdict, NatVerdict::TRANSLATED);
        ASSERT_EQ(packet, expected) << "packet " << round;
    }
}

TEST(NatChecksums, OfHairpinnedPacketsAreThoseOfAFullSum)
{
    TestRandom random(3);
    FixedLookup table;
    NatTranslator translator{NatConfig{}};
    for (int round = 0; round < 20'000; ++round)
    {
        table.answer = {NatVerdict::HAIRPINNED, RandomEndpoint(random), RandomEndpoint(random)};
        Pair pair = RandomPair(random, table.answer, true);
        pair.after.destination = table.answer.hairpin;
        if (pair.before.icmpType == 0)
        {
            pair.after.identifier = table.answer.hairpin.port;
        }
        Bytes packet = Build(pair.before);
        ASSERT_EQ(translator.Outbound(packet, table, NatTime{0}), NatVerdict::HAIRPINNED);
        ASSERT_EQ(packet, Build(pair.after)) << "packet " << round;
    }
}

} // namespace

} // namespace bindstorm::test
