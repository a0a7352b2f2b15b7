/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/ipv4-packet.h"

#include "test-packet.h"

#include <gtest/gtest.h>

namespace bindstorm::test
{

namespace
{

bool
IsSound(Bytes packet)
{
    return Ipv4Packet::Parse(packet).has_value();
}

/// @return a UDP datagram, changed in one 16-bit field
Bytes
With16(std::size_t at, unsigned value)
{
    Bytes packet = Build({});
    Put16(packet, at, value);
    return packet;
}

TEST(Ipv4Packet, ReadsEndpointsOfTcpAndUdp)
{
    for (const uint8_t protocol : {IP_TCP, IP_UDP})
    {
        Bytes bytes = Build({.protocol = protocol, .options = 8, .tcpOptions = 12});
        const std::optional<Ipv4Packet> packet = Ipv4Packet::Parse(bytes);
        ASSERT_TRUE(packet);
        EXPECT_EQ(packet->Headers().Protocol(), protocol);
        EXPECT_EQ(packet->Headers().Source(), (NatEndpoint{0x0A000001, 1234}));
        EXPECT_EQ(packet->Headers().Destination(), (NatEndpoint{0xC6336401, 53}));
        EXPECT_EQ(packet->Headers().Identifier(), 0);
        EXPECT_EQ(packet->Headers().Identification(), 0x4321);
        EXPECT_FALSE(packet->IsFirstFragment());
        EXPECT_FALSE(packet->IsLaterFragment());
    }
}

TEST(Ipv4Packet, ReadsTheIdentifierOfAQueryAndNoPorts)
{
    Bytes bytes = Build({.protocol = IP_ICMP, .identifier = 0xBEEF});
    const std::optional<Ipv4Packet> packet = Ipv4Packet::Parse(bytes);
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->Headers().Source(), (NatEndpoint{0x0A000001, 0}));
    EXPECT_EQ(packet->Headers().Destination(), (NatEndpoint{0xC6336401, 0}));
    EXPECT_EQ(packet->Headers().Identifier(), 0xBEEF);
}

TEST(Ipv4Packet, ReadsEachFlagOfTcp)
{
    for (unsigned flags = 0; flags < 0x40; ++flags)
    {
        Bytes bytes = Build({.protocol = IP_TCP, .tcpFlags = static_cast<uint8_t>(flags)});
        const TcpFlags read = Ipv4Packet::Parse(bytes)->Flags();
        EXPECT_EQ(read.fin, (flags & 0x01) != 0);
        EXPECT_EQ(read.syn, (flags & 0x02) != 0);
        EXPECT_EQ(read.rst, (flags & 0x04) != 0);
        EXPECT_EQ(read.ack, (flags & 0x10) != 0);
    }
}

TEST(Ipv4Packet, RefusesEveryTruncation)
{
    for (const uint8_t protocol : {uint8_t{IP_TCP}, uint8_t{IP_UDP}, uint8_t{IP_ICMP}, uint8_t{47}})
    {
        const Bytes whole = Build({.protocol = protocol, .options = 4});
        for (std::size_t size = 0; size < whole.size(); ++size)
        {
            const auto end = whole.begin() + static_cast<std::ptrdiff_t>(size);
            EXPECT_FALSE(IsSound(Bytes(whole.begin(), end))) << int{protocol} << ", " << size;
        }
        EXPECT_TRUE(IsSound(whole));
    }
}

TEST(Ipv4Packet, EndsWhereItsTotalLengthSays)
{
    Bytes bytes = Build({});
    const std::size_t size = bytes.size();
    bytes.resize(size + 18);
    const std::optional<Ipv4Packet> packet = Ipv4Packet::Parse(bytes);
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->Bytes().size(), size);
    EXPECT_EQ(packet->Payload().size(), size - 20);
}

TEST(Ipv4Packet, RefusesOtherVersionsAndHeaderSizes)
{
    Bytes packet = Build({});
    for (unsigned first = 0; first < 0x100; ++first)
    {
        // Beyond 5 words the header would reach into the UDP header: its length no longer fits.
        Put8(packet, 0, first);
        EXPECT_EQ(IsSound(packet), first == 0x45) << first;
    }
    Bytes other = Build({.protocol = 47, .data = 12});
    for (unsigned words = 0; words < 16; ++words)
    {
        Put8(other, 0, 0x40 + words);
        EXPECT_EQ(IsSound(other), words >= 5 && words <= 10) << words;
    }
}

TEST(Ipv4Packet, RefusesATotalLengthOutsideTheBytesOrBelowTheHeader)
{
    const Bytes packet = Build({.protocol = 47});
    for (const unsigned length : {0U, 1U, 19U})
    {
        Bytes other = packet;
        Put16(other, 2, length);
        EXPECT_FALSE(IsSound(other)) << length;
    }
    Bytes longer = packet;
    Put16(longer, 2, static_cast<unsigned>(packet.size() + 1));
    EXPECT_FALSE(IsSound(longer));
    Bytes empty = packet;
    Put16(empty, 2, 20);
    EXPECT_TRUE(IsSound(empty));
}

TEST(Ipv4Packet, RefusesAUdpLengthOutsideTheDatagram)
{
    // 8 bytes of header and 11 of data.
    for (const unsigned length : {0U, 7U, 20U, 65535U})
    {
        EXPECT_FALSE(IsSound(With16(24, length))) << length;
    }
    for (const unsigned length : {8U, 18U, 19U})
    {
        EXPECT_TRUE(IsSound(With16(24, length))) << length;
    }
}

TEST(Ipv4Packet, RefusesATcpHeaderThatDoesNotFit)
{
    Bytes packet = Build({.protocol = IP_TCP, .data = 8});
    for (unsigned words = 0; words < 16; ++words)
    {
        Put8(packet, 32, words << 4);
        EXPECT_EQ(IsSound(packet), words >= 5 && words <= 7) << words;
    }
}

TEST(Fragments, MayHaveAUdpLengthBeyondTheFirstOne)
{
    const std::vector<Bytes> fragments = Fragment(Build({.data = 100}), 8);
    for (const Bytes& fragment : fragments)
    {
        EXPECT_TRUE(IsSound(fragment));
    }
    Bytes bytes = fragments[0];
    EXPECT_TRUE(Ipv4Packet::Parse(bytes)->IsFirstFragment());
    bytes = fragments[1];
    EXPECT_TRUE(Ipv4Packet::Parse(bytes)->IsLaterFragment());
    EXPECT_EQ(Ipv4Packet::Parse(bytes)->Headers().Source(), (NatEndpoint{0x0A000001, 0}));
}

TEST(Fragments, MustHoldTheWholeTransportHeaderInTheFirstOne)
{
    const Bytes packet = Build({.protocol = IP_TCP, .tcpOptions = 8, .data = 60});
    EXPECT_FALSE(IsSound(Fragment(packet, 8)[0]));
    EXPECT_FALSE(IsSound(Fragment(packet, 16)[0]));
    EXPECT_FALSE(IsSound(Fragment(packet, 24)[0])); // 20 bytes are there, 28 are announced
    EXPECT_TRUE(IsSound(Fragment(packet, 32)[0]));
}

TEST(Fragments, MustNotOverwriteATcpHeader)
{
    const Bytes tcp = Build({.protocol = IP_TCP, .data = 60});
    EXPECT_FALSE(IsSound(Fragment(tcp, 8)[1])); // RFC 3128
    EXPECT_TRUE(IsSound(Fragment(tcp, 8)[2]));
    EXPECT_TRUE(IsSound(Fragment(Build({.data = 60}), 8)[1]));
}

TEST(Fragments, MustEndAtAMultipleOfEightWithinADatagram)
{
    EXPECT_FALSE(IsSound(With16(6, 0x2000)));       // 19 bytes, and more to come
    EXPECT_FALSE(IsSound(With16(6, 0x2000 | 100))); // the same for a later one
    EXPECT_TRUE(IsSound(With16(6, 100)));           // the last one
    EXPECT_TRUE(IsSound(With16(6, 8187)));          // ends at 65,535 with its header
    EXPECT_FALSE(IsSound(With16(6, 8188)));
    EXPECT_FALSE(IsSound(With16(6, 8191)));
    Bytes longer = Build({.data = 12});
    Put16(longer, 6, 8187);
    EXPECT_FALSE(IsSound(longer)); // a byte more
}

TEST(Fragments, MustHaveData)
{
    Bytes packet = With16(6, 100);
    Put16(packet, 2, 20);
    EXPECT_FALSE(IsSound(packet));
}

TEST(Fragments, AreNotWhatOnlyForbidsThem)
{
    Bytes packet = With16(6, 0x4000);
    const std::optional<Ipv4Packet> view = Ipv4Packet::Parse(packet);
    ASSERT_TRUE(view);
    EXPECT_FALSE(view->IsFirstFragment());
    EXPECT_FALSE(view->IsLaterFragment());
}

} // namespace

} // namespace bindstorm::test
