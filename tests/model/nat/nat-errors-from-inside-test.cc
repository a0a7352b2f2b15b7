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
