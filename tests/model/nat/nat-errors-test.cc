/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-errors.h"

#include "model/nat/nat-translator.h"

#include "fake-lookup.h"
#include "test-packet.h"

#include <gtest/gtest.h>

namespace bindstorm::test
{

namespace
{

constexpr uint32_t ROUTER = 0xC6336464;       ///< outside
constexpr uint32_t INNER_ROUTER = 0x0A0000FE; ///< inside

class NatErrorsTest : public ::testing::Test
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

    /// @return the packet as it leaves the NAT
    Bytes
    Outside(Bytes packet)
    {
        EXPECT_EQ(Out(packet), NatVerdict::TRANSLATED);
        m_table.translations = 0;
        return packet;
    }

    /// A packet goes out, a router outside complains: the host must get what it would have got
    /// without a NAT.
    void
    ExpectRestored(const Bytes& packet, ErrorSpec spec)
    {
        spec.source = ROUTER;
        spec.destination = FakeLookup::EXTERNAL;
        Bytes error = BuildError(spec, Routed(Outside(packet)));
        spec.destination = PacketSpec{}.source.address;
        const Bytes expected = BuildError(spec, Routed(packet));
        ASSERT_EQ(In(error), NatVerdict::ERROR_TRANSLATED);
        EXPECT_EQ(error, expected);
        EXPECT_EQ(m_table.translations, 0);
    }

    FakeLookup m_table;
    NatTranslator m_translator{NatConfig{}};
};

/// @return packets of every kind that traceroutes use, and more
std::vector<PacketSpec>
Probes()
{
    std::vector<PacketSpec> probes;
    for (const uint8_t protocol : {IP_TCP, IP_UDP, IP_ICMP})
    {
        for (const std::size_t options : {0U, 8U, 40U})
        {
            for (const std::size_t data : {0U, 33U, 200U})
            {
                probes.push_back(
                    {.protocol = protocol, .options = options, .tcpOptions = 8, .data = data});
            }
        }
    }
    for (const unsigned protocol : {33U, 47U, 136U})
    {
        probes.push_back({.protocol = static_cast<uint8_t>(protocol), .data = 60});
    }
    return probes;
}

TEST_F(NatErrorsTest, RestoreTheQuotedPacketByteForByte)
{
    for (const PacketSpec& probe : Probes())
    {
        for (const std::size_t quoted : {std::size_t{8}, std::size_t{28}, SIZE_MAX})
        {
            SCOPED_TRACE(::testing::Message() << "protocol " << int{probe.protocol} << ", options "
                                              << probe.options << ", quoted " << quoted);
            ExpectRestored(Build(probe), {.type = 11, .quoted = quoted});
            ExpectRestored(Build(probe), {.type = 3, .code = 4, .rest = 1400, .quoted = quoted});
            ExpectRestored(Build(probe), {.type = 12, .rest = 5U << 24, .quoted = quoted});
            ExpectRestored(Build(probe), {.type = 4, .quoted = quoted});
        }
    }
}

TEST_F(NatErrorsTest, TranslateOnlyThePortsOfATcpQuoteOfEightBytes)
{
    const Bytes packet = Build({.protocol = IP_TCP});
    Bytes error = BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL, .quoted = 8},
                             Outside(packet));
    ASSERT_EQ(In(error), NatVerdict::ERROR_TRANSLATED);
    EXPECT_EQ(error.size(), 56U);
    EXPECT_EQ(Bytes(error.begin() + 48, error.end()),
              Bytes(packet.begin() + 20, packet.begin() + 28));
}

TEST_F(NatErrorsTest, LeaveAQuotedUdpChecksumOfZero)
{
    for (const std::size_t quoted : {std::size_t{8}, SIZE_MAX})
    {
        ExpectRestored(Build({.hasChecksum = false}), {.quoted = quoted});
    }
}

TEST_F(NatErrorsTest, RestoreAUdpChecksumThatWasOrBecameAllOnes)
{
    // The data makes either the packet inside or the one outside sum up to zero.
    const NatEndpoint external = m_table.Map(IP_UDP, PacketSpec{}.source);
    for (const NatEndpoint& source : {PacketSpec{}.source, external})
    {
        Bytes crafted = Build({.source = source, .data = 10});
        Put16(crafted, 36, 0);
        FillChecksums(crafted);
        const unsigned filling = Get16(crafted, 26);
        Bytes packet = Build({.data = 10});
        Put16(packet, 36, filling);
        FillChecksums(packet);
        EXPECT_TRUE(Get16(packet, 26) == 0xFFFF || Get16(Outside(packet), 26) == 0xFFFF);
        ExpectRestored(packet, {});
    }
}

TEST_F(NatErrorsTest, LeaveExtensionsAndPaddingAfterTheQuote)
{
    // RFC 4884: the quote is filled up to 128 bytes, an extension structure follows.
    Bytes after(72 + 12);
    for (std::size_t at = 72; at < after.size(); ++at)
    {
        Put8(after, at, static_cast<unsigned>(at * 11 & 0xFF));
    }
    for (const PacketSpec& probe : Probes())
    {
        const std::size_t quoted = probe.protocol == IP_TCP ? 36 : 8;
        ExpectRestored(Build(probe), {.rest = 32U << 16, .quoted = quoted, .after = after});
    }
    // A packet that is shorter than the least quote: what follows it is no transport header.
    Bytes gre = Build({.protocol = 33, .data = 0});
    gre.resize(32);
    ExpectRestored(gre, {.rest = 32U << 16, .after = after});
}

TEST_F(NatErrorsTest, WithoutASessionAreLeft)
{
    PacketSpec probe;
    probe.source = {FakeLookup::EXTERNAL, 50000};
    const Bytes error =
        BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL}, Build(probe));
    Bytes in = error;
    EXPECT_EQ(In(in), NatVerdict::NO_MAPPING);
    EXPECT_EQ(in, error);
    Bytes out = error;
    EXPECT_EQ(Out(out), NatVerdict::NO_MAPPING);
    EXPECT_EQ(out, error);
    EXPECT_EQ(m_table.translations, 0);
}

TEST_F(NatErrorsTest, WithABadChecksumAreMalformed)
{
    const Bytes quoted = Outside(Build({}));
    const ErrorSpec spec{.source = ROUTER, .destination = FakeLookup::EXTERNAL};
    Bytes badError = BuildError(spec, quoted);
    Put16(badError, 22, Get16(badError, 22) ^ 1U);
    Bytes badQuote = quoted;
    Put16(badQuote, 10, Get16(badQuote, 10) ^ 1U);
    for (const Bytes& packet : {badError, BuildError(spec, badQuote)})
    {
        Bytes in = packet;
        EXPECT_EQ(In(in), NatVerdict::MALFORMED);
        EXPECT_EQ(in, packet);
        Bytes out = packet;
        EXPECT_EQ(Out(out), NatVerdict::MALFORMED);
        EXPECT_EQ(out, packet);
    }
}

TEST_F(NatErrorsTest, DoNotLookAtTheQuotedTransportChecksum)
{
    Bytes packet = Build({});
    Put16(packet, 26, 0x1234);
    ExpectRestored(packet, {});
}

TEST_F(NatErrorsTest, WithAQuoteThatIsTooShortAreMalformed)
{
    const Bytes quoted = Outside(Build({.options = 8}));
    const ErrorSpec spec{.source = ROUTER, .destination = FakeLookup::EXTERNAL};
    for (std::size_t size = 0; size < 36; ++size)
    {
        Bytes error = Build({.protocol = IP_ICMP,
                             .source = {ROUTER, 0},
                             .destination = {FakeLookup::EXTERNAL, 0},
                             .data = size,
                             .icmpType = 11});
        std::copy_n(quoted.begin(), size, error.begin() + 28);
        FillChecksums(error);
        EXPECT_EQ(In(error), NatVerdict::MALFORMED) << size;
    }
    Bytes error = BuildError(spec, quoted);
    EXPECT_EQ(In(error), NatVerdict::ERROR_TRANSLATED);
}

TEST_F(NatErrorsTest, ToSomeoneElseThanTheSenderAreMalformed)
{
    Bytes error =
        BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL + 1}, Outside(Build({})));
    EXPECT_EQ(In(error), NatVerdict::MALFORMED);
}

TEST_F(NatErrorsTest, AboutAnErrorOrALaterFragmentNameNoFlow)
{
    const ErrorSpec spec{.source = ROUTER, .destination = FakeLookup::EXTERNAL};
    PacketSpec inner{.protocol = IP_ICMP, .icmpType = 3};
    inner.source.address = FakeLookup::EXTERNAL;
    Bytes aboutError = BuildError(spec, Build(inner));
    EXPECT_EQ(In(aboutError), NatVerdict::UNSUPPORTED);

    inner = {};
    inner.source.address = FakeLookup::EXTERNAL;
    inner.data = 100;
    Bytes aboutFragment = BuildError(spec, Fragment(Build(inner), 48)[1]);
    EXPECT_EQ(In(aboutFragment), NatVerdict::UNSUPPORTED);
}

TEST_F(NatErrorsTest, AboutAFirstFragmentAreTranslated)
{
    const Bytes first = Fragment(Build({.data = 100}), 48)[0];
    ExpectRestored(first, {.type = 11, .code = 1});
}

TEST_F(NatErrorsTest, AboutALaterFragmentWithoutPortsAreTranslated)
{
    Outside(Build({.protocol = 47}));
    const Bytes inside = Fragment(Build({.protocol = 47, .data = 100}), 48)[1];
    Bytes outside = inside;
    Put32(outside, 12, FakeLookup::EXTERNAL);
    FillHeaderChecksum(outside);
    Bytes error = BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL}, outside);
    ASSERT_EQ(In(error), NatVerdict::ERROR_TRANSLATED);
    EXPECT_EQ(error,
              BuildError({.source = ROUTER, .destination = PacketSpec{}.source.address}, inside));
}

TEST_F(NatErrorsTest, ThatAreFragmentedThemselvesAreNotSupported)
{
    const Bytes error = BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL},
                                   Outside(Build({.data = 100})));
    Bytes first = Fragment(error, 64)[0];
    EXPECT_EQ(In(first), NatVerdict::UNSUPPORTED);
}

/**
 * Errors from inside, about a packet of a remote host.
 */
class NatErrorsFromInside : public NatErrorsTest
{
  public:
    /// @param speaker who complains
    /// @param appearsAs who does so outside
    void
    ExpectHidden(const PacketSpec& probe, ErrorSpec spec, uint32_t speaker, uint32_t appearsAs)
    {
        const NatEndpoint host{0x0A000001,
                               probe.protocol == IP_ICMP ? probe.identifier : uint16_t{1234}};
        const bool hasPort =
            probe.protocol == IP_TCP || probe.protocol == IP_UDP || probe.protocol == IP_ICMP;
        const NatEndpoint external =
            m_table.Map(probe.protocol, {host.address, hasPort ? host.port : uint16_t{0}});
        PacketSpec outside = probe;
        outside.source = {0xC6336401, 53};
        outside.destination = {external.address, hasPort ? external.port : uint16_t{1234}};
        outside.identifier = external.port;
        PacketSpec inside = outside;
        inside.destination = host;
        inside.identifier = probe.identifier;
        Bytes arrived = Build(outside);
        ASSERT_EQ(In(arrived), NatVerdict::TRANSLATED);
        m_table.translations = 0;
        ASSERT_EQ(arrived, Build(inside));

        spec.source = speaker;
        spec.destination = outside.source.address;
        Bytes error = BuildError(spec, Routed(arrived));
        spec.source = appearsAs;
        const Bytes expected = BuildError(spec, Routed(Build(outside)));
        ASSERT_EQ(Out(error), NatVerdict::ERROR_TRANSLATED);
        EXPECT_EQ(error, expected);
        EXPECT_EQ(m_table.translations, 0);
    }
};

TEST_F(NatErrorsFromInside, ShowTheExternalPacketByteForByte)
{
    for (PacketSpec probe : Probes())
    {
        for (const std::size_t quoted : {std::size_t{8}, std::size_t{28}, SIZE_MAX})
        {
            SCOPED_TRACE(::testing::Message()
                         << "protocol " << int{probe.protocol} << ", quoted " << quoted);
            // The receiver itself speaks, as the address that it was spoken to.
            ExpectHidden(probe,
                         {.type = 3, .code = 3, .quoted = quoted},
                         0x0A000001,
                         FakeLookup::EXTERNAL);
        }
    }
}

TEST_F(NatErrorsFromInside, LeaveFromTheExternalAddressOfTheRouterThatSpeaks)
{
    m_table.addresses[INNER_ROUTER] = FakeLookup::EXTERNAL + 9;
    ExpectHidden({}, {.type = 11}, INNER_ROUTER, FakeLookup::EXTERNAL + 9);
}

TEST_F(NatErrorsFromInside, LeaveFromTheSessionsAddressWhenTheRouterHasNone)
{
    ExpectHidden({}, {.type = 11}, INNER_ROUTER, FakeLookup::EXTERNAL);
}

TEST_F(NatErrorsFromInside, AboutAHairpinnedPacketGoBackToItsSender)
{
    for (const uint8_t protocol : {IP_TCP, IP_UDP})
    {
        const NatEndpoint sender{0x0A000001, 1234};
        const NatEndpoint receiver{0x0A000002, 4000};
        const NatEndpoint receiverOutside = m_table.Map(protocol, receiver);
        const Bytes sent =
            Build({.protocol = protocol, .source = sender, .destination = receiverOutside});
        Bytes received = sent;
        ASSERT_EQ(Out(received), NatVerdict::HAIRPINNED);
        Bytes error = BuildError(
            {.type = 3, .code = 3, .source = receiver.address, .destination = FakeLookup::EXTERNAL},
            Routed(received));
        const Bytes expected = BuildError({.type = 3,
                                           .code = 3,
                                           .source = receiverOutside.address,
                                           .destination = sender.address},
                                          Routed(sent));
        ASSERT_EQ(Out(error), NatVerdict::ERROR_TRANSLATED);
        EXPECT_EQ(error, expected);
    }
}

} // namespace

} // namespace bindstorm::test
