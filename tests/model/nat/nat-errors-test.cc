/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-errors.h"

#include "errors-fixture.h"

#include <gtest/gtest.h>

namespace bindstorm::test
{

namespace
{

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

TEST_F(NatErrorsTest, RestoreAQuoteOfEveryLength)
{
    for (const uint8_t protocol : {IP_TCP, IP_UDP, IP_ICMP})
    {
        const Bytes packet = Build({.protocol = protocol, .data = 40});
        for (std::size_t quoted = 8; quoted <= 48; ++quoted)
        {
            // Half a checksum cannot be restored, so it is left.
            if (protocol != IP_TCP || quoted != 17)
            {
                SCOPED_TRACE(::testing::Message() << int{protocol} << ", " << quoted);
                ExpectRestored(packet, {.quoted = quoted});
            }
        }
    }
}

TEST_F(NatErrorsTest, LeaveHalfATcpChecksum)
{
    const Bytes packet = Build({.protocol = IP_TCP});
    const Bytes outside = Outside(packet);
    Bytes error =
        BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL, .quoted = 17}, outside);
    Bytes expected =
        BuildError({.source = ROUTER, .destination = PacketSpec{}.source.address, .quoted = 17},
                   packet);
    expected[64] = outside[36];
    FillChecksums(expected);
    ASSERT_EQ(In(error), NatVerdict::ERROR_TRANSLATED);
    EXPECT_EQ(error, expected);
}

TEST_F(NatErrorsTest, LeaveWhatTheQuotedPacketSaysIsNotItsOwn)
{
    // A total length that ends the packet before its checksum: the rest is padding.
    Bytes packet = Build({.protocol = IP_TCP});
    Bytes outside = Outside(packet);
    for (Bytes* end : {&packet, &outside})
    {
        Put16(*end, 2, 36);
        FillHeaderChecksum(*end);
    }
    std::copy(outside.begin() + 36, outside.end(), packet.begin() + 36);
    Bytes error = BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL}, outside);
    ASSERT_EQ(In(error), NatVerdict::ERROR_TRANSLATED);
    EXPECT_EQ(error,
              BuildError({.source = ROUTER, .destination = PacketSpec{}.source.address}, packet));

    Put16(outside, 2, 27); // not even the ports are all its own
    FillHeaderChecksum(outside);
    error = BuildError({.source = ROUTER, .destination = FakeLookup::EXTERNAL}, outside);
    EXPECT_EQ(In(error), NatVerdict::MALFORMED);
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

} // namespace

} // namespace bindstorm::test
