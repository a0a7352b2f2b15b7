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

/// @return valid packets of every kind, from inside to outside
std::vector<Bytes>
Seeds()
{
    std::vector<Bytes> seeds;
    for (const unsigned protocol : {6U, 17U, 1U, 33U, 47U, 132U, 136U})
    {
        const PacketSpec spec{.protocol = static_cast<uint8_t>(protocol), .data = 40};
        PacketSpec optional = spec;
        optional.options = 12;
        optional.tcpOptions = 8;
        seeds.push_back(Build(spec));
        seeds.push_back(Build(optional));
        for (const Bytes& fragment : Fragment(Build(optional), 32))
        {
            seeds.push_back(fragment);
        }
        if (protocol == 6 || protocol == 17 || protocol == 1)
        {
            PacketSpec arrived = optional;
            std::swap(arrived.source, arrived.destination);
            for (const std::size_t quoted : {8U, 28U, 200U})
            {
                seeds.push_back(
                    BuildError({.source = 0x0A000001, .destination = 0xC6336401, .quoted = quoted},
                               Build(arrived)));
            }
        }
    }
    return seeds;
}

/**
 * Gives a packet to a translator from a buffer that ends where it ends (sanitizers see a step
 * beyond), and looks at what must hold for any input.
 */
void
Check(const Bytes& packet, NatTranslator& translator, FakeLookup& table, NatDirection direction)
{
    const auto exact = std::make_unique<std::byte[]>(packet.size());
    std::copy(packet.begin(), packet.end(), exact.get());
    const std::span<std::byte> bytes(exact.get(), packet.size());
    const NatVerdict verdict = direction == NatDirection::OUTBOUND
                                   ? translator.Outbound(bytes, table, NatTime{0})
                                   : translator.Inbound(bytes, table, NatTime{0});
    const Bytes after(bytes.begin(), bytes.end());
    if (!IsForwarded(verdict) || verdict == NatVerdict::PASSED)
    {
        ASSERT_EQ(after, packet) << NameOf(verdict);
        return;
    }
    // What was added to the sum of the header was taken from its checksum, if that was right or
    // not.
    const std::size_t header = HeaderSize(packet);
    ASSERT_EQ(PlainSum(after, 0, header) % 0xFFFF, PlainSum(packet, 0, header) % 0xFFFF);
    for (const std::size_t at : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    {
        ASSERT_EQ(after[at], packet[at]);
    }
}

TEST(NatMutations, AreTranslatedOrLeftButNeverSpoilt)
{
    TestRandom random(1);
    const std::vector<Bytes> seeds = Seeds();
    FakeLookup table;
    NatTranslator translator{NatConfig{}};
    for (int round = 0; round < 100'000; ++round)
    {
        Bytes packet = seeds[random.Below(seeds.size())];
        const std::size_t changes = 1 + random.Below(4);
        for (std::size_t change = 0; change < changes; ++change)
        {
            // Headers are hit more often than what follows.
            const std::size_t reach = random.Below(2) == 0 ? 64 : packet.size();
            const std::size_t at = random.Below(std::min(reach, packet.size()));
            Put8(packet, at, static_cast<unsigned>(random.Next() >> 56));
        }
        if (random.Below(4) == 0)
        {
            packet.resize(random.Below(packet.size() + 1));
        }
        if (packet.size() >= 20 && HeaderSize(packet) <= packet.size() && random.Below(2) == 0)
        {
            FillHeaderChecksum(packet);
        }
        const NatDirection direction =
            random.Below(2) == 0 ? NatDirection::OUTBOUND : NatDirection::INBOUND;
        Check(packet, translator, table, direction);
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "round " << round;
    }
}

TEST(NatMutations, OfTheLengthAloneAreLeft)
{
    for (const Bytes& seed : Seeds())
    {
        for (std::size_t size = 0; size < seed.size(); ++size)
        {
            const Bytes packet(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(size));
            for (const NatDirection direction : {NatDirection::OUTBOUND, NatDirection::INBOUND})
            {
                FakeLookup table;
                NatTranslator translator{NatConfig{}};
                Check(packet, translator, table, direction);
                EXPECT_EQ(table.translations, 0);
            }
        }
    }
}

/// Errors whose quote was changed and whose own checksum is right: they get further than those
/// that a random byte spoilt.
TEST(NatMutations, OfQuotesAreTranslatedOrLeft)
{
    TestRandom random(2);
    PacketSpec arrived{.protocol = IP_TCP, .options = 8, .tcpOptions = 8, .data = 40};
    std::swap(arrived.source, arrived.destination);
    FakeLookup table;
    table.Map(IP_TCP, arrived.destination);
    NatTranslator translator{NatConfig{}};
    for (int round = 0; round < 50'000; ++round)
    {
        Bytes quoted = Build(arrived);
        Put8(quoted, random.Below(48), static_cast<unsigned>(random.Next() >> 56));
        if (HeaderSize(quoted) <= quoted.size())
        {
            FillHeaderChecksum(quoted);
        }
        quoted.resize(random.Below(quoted.size() + 1));
        Bytes error = Build({.protocol = IP_ICMP, .data = quoted.size(), .icmpType = 11});
        std::copy(quoted.begin(), quoted.end(), error.begin() + 28);
        FillChecksums(error);
        Check(error, translator, table, NatDirection::OUTBOUND);
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "round " << round;
    }
}

} // namespace

} // namespace bindstorm::test
