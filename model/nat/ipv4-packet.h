/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_IPV4_PACKET_H
#define BINDSTORM_IPV4_PACKET_H

#include "ipv4-headers.h"

#include <cstddef>
#include <optional>
#include <span>

namespace bindstorm
{

/**
 * @ingroup nat
 * A checked view of an IPv4 packet: every length in it holds, its transport header (that of a first
 * fragment as well) is all there.
 *
 * Checksums are not checked: a router in front of the NAT or the receiver does that, and
 * Ipv4Headers::Rewrite() keeps a wrong one wrong.
 */
class Ipv4Packet
{
    /// Lets only Parse() make one, and in its place: a copy would be loaded in words wider than the
    /// stores just before it.
    struct Key
    {
    };

  public:
    Ipv4Packet(Key key,
               std::span<std::byte> bytes,
               std::size_t headerSize,
               uint16_t offset,
               bool hasMore);

    /**
     * @param bytes from the first one of the header on; more than the packet has do no harm
     * @return nothing when the packet is malformed: shorter than it says, a header that does not
     *         fit, a UDP length outside the datagram, a fragment without data, one that is not the
     *         last and does not end at a multiple of 8, one that ends beyond 65,535 bytes
     *         (RFC 791), or one so small that it could overwrite a TCP header (RFC 3128)
     */
    static std::optional<Ipv4Packet> Parse(std::span<std::byte> bytes);

    /// @return endpoints; without transport header for a later fragment
    Ipv4Headers&
    Headers()
    {
        return m_headers;
    }

    const Ipv4Headers&
    Headers() const
    {
        return m_headers;
    }

    /// @return all of it, without bytes after its end
    std::span<std::byte>
    Bytes() const
    {
        return m_bytes;
    }

    /// @return what the IPv4 header carries
    std::span<std::byte>
    Payload() const
    {
        return m_payload;
    }

    bool
    IsFirstFragment() const
    {
        return m_hasMore && m_offset == 0;
    }

    bool
    IsLaterFragment() const
    {
        return m_offset != 0;
    }

    /// @return all false for protocols other than TCP, and for later fragments
    TcpFlags Flags() const;

  private:
    bool HasWholeTransport() const;
    bool IsSoundFragment() const;

    std::span<std::byte> m_bytes;
    std::span<std::byte> m_payload;
    Ipv4Headers m_headers;
    uint16_t m_offset; ///< in units of 8 bytes
    bool m_hasMore;
};

} // namespace bindstorm

#endif // BINDSTORM_IPV4_PACKET_H
