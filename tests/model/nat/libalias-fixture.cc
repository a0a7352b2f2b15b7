/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-fixture.h"

#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"

#include <algorithm>
#include <cstring>

namespace bindstorm
{

namespace
{

constexpr std::size_t PACKET = 64;
constexpr std::size_t HEADER = 20;

using Packet = std::array<std::byte, PACKET>;

void
Put16(Packet& packet, std::size_t at, uint32_t value)
{
    packet[at] = static_cast<std::byte>(value >> 8);
    packet[at + 1] = static_cast<std::byte>(value);
}

void
Put32(Packet& packet, std::size_t at, uint32_t value)
{
    Put16(packet, at, value >> 16);
    Put16(packet, at + 2, value & 0xFFFF);
}

uint16_t
Get16(const Packet& packet, std::size_t at)
{
    return static_cast<uint16_t>(std::to_integer<unsigned>(packet[at]) << 8 |
                                 std::to_integer<unsigned>(packet[at + 1]));
}

uint32_t
Get32(const Packet& packet, std::size_t at)
{
    return uint32_t{Get16(packet, at)} << 16 | Get16(packet, at + 2);
}

/// Zeroed but for a header of 20 bytes, as in those tests; UDP says 44 bytes.
Packet
MakePacket(const NatEndpoint& source, const NatEndpoint& destination, uint8_t protocol)
{
    Packet packet{};
    packet[0] = std::byte{0x45};
    Put16(packet, 2, PACKET);
    packet[8] = std::byte{64};
    packet[9] = std::byte{protocol};
    Put32(packet, 12, source.address);
    Put32(packet, 16, destination.address);
    if (protocol == IP_UDP)
    {
        Put16(packet, HEADER, source.port);
        Put16(packet, HEADER + 2, destination.port);
        Put16(packet, HEADER + 4, PACKET - HEADER);
    }
    return packet;
}

NatConfig
MakeConfig(const std::string& index, const std::string& housekeeping, bool udpEim)
{
    NatConfig config = LibaliasConfig();
    config.index = ComponentSpec::Parse(index);
    config.housekeeping = ComponentSpec::Parse(housekeeping);
    if (udpEim)
    {
        config.udp.mapping = NatDependence::ENDPOINT_INDEPENDENT;
        config.udp.filtering = NatDependence::ENDPOINT_INDEPENDENT;
    }
    return config;
}

testing::AssertionResult
Said(bool isRight, const char* what, const Translated& packet)
{
    return (isRight ? testing::AssertionSuccess() : testing::AssertionFailure())
           << what << ": " << NameOf(packet.verdict) << ", " << Ipv4Text(packet.source.address)
           << ":" << packet.source.port << " -> " << Ipv4Text(packet.destination.address) << ":"
           << packet.destination.port;
}

} // namespace

Libalias::Libalias(const std::string& index, const std::string& housekeeping, bool udpEim)
    : m_time(std::make_unique<SimulatedNatTime>()),
      m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "libalias", "ports"})),
      m_udpEim(udpEim),
      m_table(
          std::make_unique<NatTable>(MakeConfig(index, housekeeping, udpEim), *m_engine, *m_time))
{
}

void
Libalias::SetAddress(uint32_t address)
{
    m_table->SetExternal({address});
}

void
Libalias::SetModes(const LibaliasModes& modes)
{
    NatConfig config = m_table->GetConfig();
    config.unsolicited = modes.denyIncoming ? NatUnsolicited::DENY : NatUnsolicited::ACCEPT;
    config.preservePort = modes.samePorts;
    config.resetOnAddressChange = modes.resetOnAddressChange;
    config.sources = modes.sources;
    if (m_udpEim)
    {
        config.udp.filtering = modes.denyIncoming ? NatDependence::ADDRESS_AND_PORT_DEPENDENT
                                                  : NatDependence::ENDPOINT_INDEPENDENT;
    }
    m_table->SetConfig(config);
}

void
Libalias::Bounce()
{
    SetAddress(EXT);
    SetAddress(MASQ);
}

Translated
Libalias::Pass(const NatEndpoint& source,
               const NatEndpoint& destination,
               uint8_t protocol,
               bool isOutbound)
{
    Packet packet = MakePacket(source, destination, protocol);
    const Packet before = packet;
    const NatVerdict verdict =
        isOutbound ? m_table->TranslateOutbound(packet) : m_table->TranslateInbound(packet);
    EXPECT_TRUE(IsForwarded(verdict) || packet == before) << NameOf(verdict);
    const bool hasPorts = protocol == IP_UDP;
    return {verdict,
            {Get32(packet, 12), hasPorts ? Get16(packet, HEADER) : uint16_t{0}},
            {Get32(packet, 16), hasPorts ? Get16(packet, HEADER + 2) : uint16_t{0}}};
}

Translated
Libalias::Out(const NatEndpoint& source, const NatEndpoint& destination, uint8_t protocol)
{
    return Pass(source, destination, protocol, true);
}

Translated
Libalias::In(const NatEndpoint& source, const NatEndpoint& destination, uint8_t protocol)
{
    return Pass(source, destination, protocol, false);
}

testing::AssertionResult
Libalias::Nat(uint8_t protocol, uint32_t source, uint32_t to, uint32_t becomes)
{
    const Translated packet = Out({source, 0}, {to, 0}, protocol);
    return Said(IsForwarded(packet.verdict) && packet.source.address == becomes &&
                    packet.destination.address == to,
                "out",
                packet);
}

testing::AssertionResult
Libalias::Unnat(uint8_t protocol, uint32_t from, uint32_t to, uint32_t becomes)
{
    const Translated packet = In({from, 0}, {to, 0}, protocol);
    return Said(IsForwarded(packet.verdict) && packet.source.address == from &&
                    packet.destination.address == becomes,
                "in",
                packet);
}

testing::AssertionResult
Libalias::UnnatFail(uint8_t protocol, uint32_t from, uint32_t to)
{
    const Translated packet = In({from, 0}, {to, 0}, protocol);
    return Said(!IsForwarded(packet.verdict), "in", packet);
}

uint16_t
Libalias::UdpNat(const NatEndpoint& source, const NatEndpoint& destination)
{
    const Translated packet = Out(source, destination, IP_UDP);
    EXPECT_TRUE(Said(IsForwarded(packet.verdict) && packet.source.address == MASQ &&
                         packet.destination == destination,
                     "out",
                     packet));
    return packet.source.port;
}

testing::AssertionResult
Libalias::UdpNatFails(const NatEndpoint& source, const NatEndpoint& destination)
{
    const Translated packet = Out(source, destination, IP_UDP);
    return Said(!IsForwarded(packet.verdict), "out", packet);
}

testing::AssertionResult
Libalias::UdpUnnat(const NatEndpoint& source,
                   const NatEndpoint& destination,
                   const NatEndpoint& becomes)
{
    const Translated packet = In(source, destination, IP_UDP);
    return Said(IsForwarded(packet.verdict) && packet.source == source &&
                    packet.destination == becomes,
                "in",
                packet);
}

testing::AssertionResult
Libalias::UdpUnnatFails(const NatEndpoint& source, const NatEndpoint& destination)
{
    const Translated packet = In(source, destination, IP_UDP);
    return Said(!IsForwarded(packet.verdict), "in", packet);
}

LinkHandle
Libalias::Redirect(const NatEndpoint& internal,
                   const NatEndpoint& remote,
                   const NatEndpoint& external)
{
    return m_table->AddRedirect({IP_UDP, internal, remote, external});
}

std::vector<LibaliasParts>
EveryLibalias()
{
    std::vector<LibaliasParts> all;
    for (const NatIndexInfo& index : GetNatIndexes())
    {
        all.emplace_back(index.name, "sweep");
    }
    all.emplace_back("mixed-chains(65537)", "sweep");
    for (const NatHousekeepingInfo& housekeeping : GetNatHousekeeping())
    {
        if (housekeeping.name != "sweep")
        {
            all.emplace_back("split-splay", housekeeping.name);
        }
    }
    return all;
}

std::string
NameOfParts(const testing::TestParamInfo<LibaliasParts>& info)
{
    std::string name = std::get<0>(info.param) + "_" + std::get<1>(info.param);
    std::ranges::replace_if(
        name,
        [](char c) { return std::isalnum(c) == 0; },
        '_');
    return name;
}

} // namespace bindstorm
