/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PLAIN_PACKET_H
#define BINDSTORM_PLAIN_PACKET_H

#include "byte-order.h"
#include "internet-checksum.h"
#include "nat-types.h"
#include "transport-layout.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace bindstorm
{

/**
 * @ingroup nat
 * A packet of the kind that nearly all are: UDP or TCP in IPv4, no options, no fragment, all
 * lengths as they should be. Whatever is not so may still be sound, and is for Ipv4Packet to judge.
 */
class PlainPacket
{
  public:
    /// @return whether the bytes begin with such a packet; without it nothing else may be asked
    bool
    Load(std::span<std::byte> bytes)
    {
        constexpr std::size_t LEAST = HEADER + 8;
        m_at = bytes.data();
        if (bytes.size() < LEAST || m_at[0] != VERSION_AND_SIZE)
        {
            return false;
        }
        const std::size_t total = LoadNetwork<uint16_t>(m_at + 2);
        const unsigned fragment = LoadNetwork<uint16_t>(m_at + 6) & 0x3FFFU;
        if (total < LEAST || total > bytes.size() || fragment != 0)
        {
            return false;
        }
        const std::size_t payload = total - HEADER;
        m_protocol = static_cast<uint8_t>(m_at[9]);
        if (m_protocol == IP_UDP)
        {
            const std::size_t length = LoadNetwork<uint16_t>(m_at + HEADER + 4);
            return length >= 8 && length <= payload;
        }
        if (m_protocol != IP_TCP || payload < 20)
        {
            return false;
        }
        const std::size_t headerSize = (static_cast<std::size_t>(m_at[HEADER + 12]) >> 4) * 4;
        return headerSize >= 20 && headerSize <= payload;
    }

    uint8_t
    Protocol() const
    {
        return m_protocol;
    }

    // Both addresses, and both ports, in one access: see Ipv4Headers.

    NatFlow
    Flow() const
    {
        const auto addresses = LoadNetwork<uint64_t>(m_at + SOURCE);
        const auto ports = LoadNetwork<uint32_t>(m_at + HEADER);
        return {m_protocol,
                {static_cast<uint32_t>(addresses >> 32), static_cast<uint16_t>(ports >> 16)},
                {static_cast<uint32_t>(addresses), static_cast<uint16_t>(ports)}};
    }

    NatArrival
    Arrival() const
    {
        // Not by way of Flow(): a copy of an endpoint loads at once what was just stored in parts.
        const auto addresses = LoadNetwork<uint64_t>(m_at + SOURCE);
        const auto ports = LoadNetwork<uint32_t>(m_at + HEADER);
        return {m_protocol,
                {static_cast<uint32_t>(addresses >> 32), static_cast<uint16_t>(ports >> 16)},
                {static_cast<uint32_t>(addresses), static_cast<uint16_t>(ports)}};
    }

    /// @return all false for UDP
    TcpFlags
    Flags() const
    {
        return m_protocol == IP_TCP ? TcpFlags::Of(m_at[HEADER + 13]) : TcpFlags{};
    }

    /// Changes one endpoint and the checksums, as Ipv4Headers::Rewrite() does.
    void
    SetSource(const NatEndpoint& source)
    {
        Set(m_at + SOURCE, m_at + HEADER, source);
    }

    void
    SetDestination(const NatEndpoint& destination)
    {
        Set(m_at + SOURCE + 4, m_at + HEADER + 2, destination);
    }

  private:
    static constexpr std::byte VERSION_AND_SIZE{0x45};
    static constexpr std::size_t HEADER = 20;
    static constexpr std::size_t SOURCE = 12;

    template <class Word>
    static Word
    LoadRaw(const std::byte* from)
    {
        Word word;
        std::memcpy(&word, from, sizeof word);
        return word;
    }

    template <class Word>
    static void
    StoreRaw(std::byte* to, Word word)
    {
        std::memcpy(to, &word, sizeof word);
    }

    /// Sums of words do not mind the order of bytes (RFC 1071), so that nothing is swapped for
    /// them.
    void
    Set(std::byte* address, std::byte* port, const NatEndpoint& endpoint)
    {
        const uint32_t isAddress = SwapNetwork(endpoint.address);
        const uint16_t isPort = SwapNetwork(endpoint.port);
        ChecksumChange change;
        change.Replace(LoadRaw<uint32_t>(address), isAddress);
        StoreRaw(address, isAddress);
        StoreRaw(m_at + 10, change.ApplyTo(LoadRaw<uint16_t>(m_at + 10)));
        change.Replace(LoadRaw<uint16_t>(port), isPort);
        StoreRaw(port, isPort);
        const bool isUdp = m_protocol == IP_UDP;
        std::byte* checksum =
            m_at + HEADER + (isUdp ? UDP_LAYOUT.checksumAt : TCP_LAYOUT.checksumAt);
        const auto was = LoadRaw<uint16_t>(checksum);
        StoreRaw(checksum, isUdp ? change.ApplyToOptional(was) : change.ApplyTo(was));
    }

    std::byte* m_at{nullptr};
    uint8_t m_protocol{0};
};

} // namespace bindstorm

#endif // BINDSTORM_PLAIN_PACKET_H
