/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-packet.h"

#include "model/nat/ipv4-packet.h"
#include "model/nat/plain-packet.h"

#include <gtest/gtest.h>
#include <random>

namespace bindstorm::test
{

namespace
{

/// @return what is a plain packet by the general parser, and as this one is to see it
bool
IsPlain(Bytes packet)
{
    const auto parsed = Ipv4Packet::Parse(packet);
    return parsed && !parsed->IsFirstFragment() && !parsed->IsLaterFragment() &&
           HeaderSize(packet) == IPV4_HEADER &&
           (parsed->Headers().Protocol() == IP_UDP || parsed->Headers().Protocol() == IP_TCP);
}

/// Both ways of changing a packet, byte by byte.
void
CompareRewrites(const Bytes& packet, const NatEndpoint& endpoint)
{
    for (const bool isSource : {true, false})
    {
        Bytes plainly = packet;
        Bytes generally = packet;
        PlainPacket plain;
        ASSERT_TRUE(plain.Load(plainly));
        auto parsed = Ipv4Packet::Parse(generally);
        ASSERT_TRUE(parsed);
        Ipv4Headers& headers = parsed->Headers();
        const NatEndpoint source = headers.Source();
        const NatEndpoint destination = headers.Destination();
        if (isSource)
        {
            plain.SetSource(endpoint);
            headers.Rewrite(endpoint, destination, 0);
        }
        else
        {
            plain.SetDestination(endpoint);
            headers.Rewrite(source, endpoint, 0);
        }
        ASSERT_EQ(plainly, generally);
    }
}

TEST(PlainPacket, IsSeenAndChangedAsTheGeneralParserDoes)
{
    std::mt19937_64 engine(29);
    int plains = 0;
    for (int run = 0; run < 100'000; ++run)
    {
        PacketSpec spec{.protocol = static_cast<uint8_t>(engine() % 2 == 0 ? IP_UDP : IP_TCP)};
        spec.source = {static_cast<uint32_t>(engine()) | 1, static_cast<uint16_t>(engine())};
        spec.destination = {static_cast<uint32_t>(engine()) | 1, static_cast<uint16_t>(engine())};
        spec.data = engine() % 20;
        spec.options = engine() % 8 == 0 ? 4 : 0;
        Bytes packet = Build(spec);
        for (uint64_t change = engine() % 3; change > 0; --change)
        {
            // Mostly where lengths and flags are.
            const std::size_t at = engine() % std::min<std::size_t>(packet.size(), 36);
            packet[at] = static_cast<std::byte>(engine() % 4 == 0 ? engine() : engine() % 48);
        }
        packet.resize(packet.size() - (engine() % 8 == 0 ? engine() % packet.size() : 0));
        PlainPacket plain;
        const bool isPlain = plain.Load(packet);
        ASSERT_EQ(isPlain, IsPlain(packet)) << run;
        if (!isPlain)
        {
            continue;
        }
        ++plains;
        const auto parsed = Ipv4Packet::Parse(packet);
        const Ipv4Headers& headers = parsed->Headers();
        ASSERT_EQ(plain.Flow(),
                  (NatFlow{headers.Protocol(), headers.Source(), headers.Destination()}));
        ASSERT_EQ(plain.Arrival(),
                  (NatArrival{headers.Protocol(), headers.Source(), headers.Destination()}));
        ASSERT_EQ(plain.Flags().syn, parsed->Flags().syn);
        ASSERT_EQ(plain.Flags().ack, parsed->Flags().ack);
        ASSERT_EQ(plain.Flags().fin, parsed->Flags().fin);
        ASSERT_EQ(plain.Flags().rst, parsed->Flags().rst);
        const NatEndpoint endpoint{static_cast<uint32_t>(engine()) | 1,
                                   static_cast<uint16_t>(engine())};
        CompareRewrites(packet, endpoint);
    }
    EXPECT_GT(plains, 20'000);
}

} // namespace

} // namespace bindstorm::test
