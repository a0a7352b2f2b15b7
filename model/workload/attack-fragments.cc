/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "attack-pattern.h"

#include "model/nat/byte-order.h"
#include "model/nat/internet-checksum.h"
#include "model/nat/ipv4-headers.h"

#include <utility>

namespace bindstorm
{

namespace
{

constexpr uint16_t MORE_FRAGMENTS = 0x2000;

/// @param offset of the fragment, in words of 8 bytes, with the flag in its place
/// @return an IPv4 packet with that many bytes of data, all 0
std::vector<std::byte>
MakeFragment(uint8_t protocol,
             uint32_t source,
             uint32_t destination,
             uint16_t identification,
             uint16_t offset,
             std::size_t data)
{
    std::vector<std::byte> packet(IPV4_HEADER + data);
    std::byte* at = packet.data();
    at[0] = std::byte{0x45};
    StoreNetwork(at + 2, static_cast<uint16_t>(packet.size()));
    StoreNetwork(at + 4, identification);
    StoreNetwork(at + 6, offset);
    at[8] = std::byte{64};
    at[9] = std::byte{protocol};
    StoreNetwork(at + 12, source);
    StoreNetwork(at + 16, destination);
    StoreNetwork(at + 10, InternetChecksum({at, IPV4_HEADER}));
    return packet;
}

/// Later fragments of datagrams whose first one never comes: whoever keeps them for it is filled.
class HeadlessFragments final : public AttackPattern
{
  public:
    HeadlessFragments(const AttackSettings& settings, uint32_t external)
        : m_settings(settings),
          m_external(external)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        const uint32_t source = DrawOutside(draws, m_settings.remotes);
        const auto identification = static_cast<uint16_t>(draws.Draw() >> 16);
        return {.phase = ATTACK_FRAGMENT,
                .what = AttackBytes{.direction = PacketDirection::INBOUND,
                                    .packet = MakeFragment(m_settings.protocol,
                                                           source,
                                                           m_external,
                                                           identification,
                                                           OFFSET,
                                                           DATA)}};
    }

  private:
    static constexpr uint16_t OFFSET = 1480 / 8; ///< where a second fragment begins on Ethernet
    static constexpr std::size_t DATA = 26;      ///< as fits into the smallest frame of Ethernet

    AttackSettings m_settings;
    uint32_t m_external;
};

/// Datagrams of two fragments from inside, the later one first: it has to be kept for a while.
class ReversedFragments final : public AttackPattern
{
  public:
    explicit ReversedFragments(const AttackSettings& settings)
        : m_settings(settings)
    {
    }

    AttackPacket
    Next(DrawSource& /* draws */) override
    {
        const uint32_t number = m_sent++ / 2;
        const bool isFirst = m_sent % 2 == 0;
        std::vector<std::byte> packet =
            MakeFragment(IP_UDP,
                         FIRST_INSIDE + number % m_settings.hosts,
                         FIRST_OUTSIDE + number % m_settings.remotes,
                         static_cast<uint16_t>(number),
                         isFirst ? MORE_FRAGMENTS : uint16_t{FIRST_DATA / 8},
                         isFirst ? FIRST_DATA : LATER_DATA);
        if (isFirst)
        {
            // UDP without a checksum
            StoreNetwork(packet.data() + IPV4_HEADER, m_settings.port);
            StoreNetwork(packet.data() + IPV4_HEADER + 2, m_settings.serverPort);
            StoreNetwork(packet.data() + IPV4_HEADER + 4,
                         static_cast<uint16_t>(FIRST_DATA + LATER_DATA));
        }
        return {.phase = isFirst ? ATTACK_OPEN : ATTACK_FRAGMENT,
                .what = AttackBytes{.direction = PacketDirection::OUTBOUND,
                                    .packet = std::move(packet)}};
    }

  private:
    static constexpr std::size_t FIRST_DATA = 24;
    static constexpr std::size_t LATER_DATA = 26;

    AttackSettings m_settings;
    uint32_t m_sent{0};
};

} // namespace

std::unique_ptr<AttackPattern>
CreateFragmentFlood(const AttackSettings& settings, uint32_t external)
{
    if (settings.pattern != "fragment-flood")
    {
        return nullptr;
    }
    if (settings.isReversed)
    {
        return std::make_unique<ReversedFragments>(settings);
    }
    return std::make_unique<HeadlessFragments>(settings, external);
}

} // namespace bindstorm
