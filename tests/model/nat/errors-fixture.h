/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ERRORS_FIXTURE_H
#define BINDSTORM_ERRORS_FIXTURE_H

#include "model/nat/nat-translator.h"

#include "fake-lookup.h"
#include "test-packet.h"

#include <gtest/gtest.h>

#include <vector>

namespace bindstorm::test
{

inline constexpr uint32_t ROUTER = 0xC6336464;       ///< outside
inline constexpr uint32_t INNER_ROUTER = 0x0A0000FE; ///< inside

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
inline std::vector<PacketSpec>
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

} // namespace bindstorm::test

#endif // BINDSTORM_ERRORS_FIXTURE_H
