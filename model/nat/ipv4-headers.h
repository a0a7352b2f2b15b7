/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_IPV4_HEADERS_H
#define BINDSTORM_IPV4_HEADERS_H

#include "byte-order.h"
#include "internet-checksum.h"
#include "nat-types.h"
#include "transport-layout.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace bindstorm
{

/// @ingroup nat
inline constexpr std::size_t IPV4_HEADER = 20; ///< bytes without options

/**
 * @ingroup nat
 * The endpoints of a packet where they lie, of one that came by itself or of one that an ICMP error
 * quotes. Whoever makes one has checked the lengths; nothing here reads past them.
 */
class Ipv4Headers
{
  public:
    /**
     * @param header the IPv4 header, at least 20 bytes of it
     * @param transport what follows it; empty for what is not known to be a transport header
     */
    Ipv4Headers(std::byte* header, std::span<std::byte> transport)
        : m_header(header),
          m_transport(transport),
          m_layout(transport.empty() ? &OTHER_LAYOUT : &LayoutOf(Protocol()))
    {
    }

    uint8_t
    Protocol() const
    {
        return static_cast<uint8_t>(m_header[9]);
    }

    uint16_t
    Identification() const
    {
        return LoadNetwork<uint16_t>(m_header + 4);
    }

    const TransportLayout&
    Layout() const
    {
        return *m_layout;
    }

    std::span<std::byte>
    Transport() const
    {
        return m_transport;
    }

    /// @return with port 0 where the protocol has none
    NatEndpoint
    Source() const
    {
        return {static_cast<uint32_t>(Addresses() >> 32), static_cast<uint16_t>(Ports() >> 16)};
    }

    NatEndpoint
    Destination() const
    {
        return {static_cast<uint32_t>(Addresses()), static_cast<uint16_t>(Ports())};
    }

    /// @return that of an ICMP query; 0 for other protocols
    uint16_t
    Identifier() const
    {
        return m_layout->hasIdentifier ? LoadNetwork<uint16_t>(m_transport.data() + 4)
                                       : uint16_t{0};
    }

    /**
     * Changes the endpoints, the IPv4 header's checksum, and that of the transport header as far as
     * it is there. Ports are ignored where the protocol has none. A checksum that was wrong stays
     * wrong: what a NAT lets pass, the receiver must still be able to refuse.
     * @param identifier of an ICMP query; ignored for other protocols
     */
    void Rewrite(const NatEndpoint& source, const NatEndpoint& destination, uint16_t identifier);

    /// As Rewrite(), of a packet that another one quotes.
    /// @return what that did to a sum over all of it
    ChecksumChange RewriteQuoted(const NatEndpoint& source,
                                 const NatEndpoint& destination,
                                 uint16_t identifier);

  private:
    // One access for both addresses and one for both ports: what was stored in parts and is loaded
    // whole waits for the stores (store forwarding fails).
    uint64_t
    Addresses() const
    {
        return LoadNetwork<uint64_t>(m_header + 12);
    }

    uint32_t
    Ports() const
    {
        return m_layout->hasPorts ? LoadNetwork<uint32_t>(m_transport.data()) : 0;
    }

    /// @return whether the transport header has a checksum, and as much of it is there
    bool
    HasChecksum() const
    {
        const std::size_t at = m_layout->checksumAt;
        return at != 0 && m_transport.size() >= at + 2;
    }

    std::byte* m_header;
    std::span<std::byte> m_transport;
    const TransportLayout* m_layout;
};

} // namespace bindstorm

#endif // BINDSTORM_IPV4_HEADERS_H
