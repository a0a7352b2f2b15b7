/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ICMP_ERROR_H
#define BINDSTORM_ICMP_ERROR_H

#include "ipv4-packet.h"

#include <cstdint>
#include <optional>

namespace bindstorm
{

/// @ingroup nat
/// What a NAT does with an ICMP message: RFC 5508.
enum class IcmpKind : uint8_t
{
    REQUEST, ///< a query; its identifier is a port on the internal side
    REPLY,   ///< the answer to one
    ERROR,   ///< quotes the packet that it is about
    OTHER    ///< belongs to no flow
};

/**
 * @ingroup nat
 * Errors are Destination Unreachable, Source Quench, Time Exceeded and Parameter Problem. Redirect
 * quotes a packet too, but names a gateway of the sender's own link, which means nothing beyond the
 * NAT: it counts among the others, with router discovery. Queries are echo, timestamp, information
 * and address mask.
 */
IcmpKind KindOfIcmp(uint8_t type);

/// @ingroup nat
/// @param packet of protocol ICMP, not a later fragment
IcmpKind KindOfIcmp(const Ipv4Headers& packet);

/**
 * @ingroup nat
 * A checked view of an ICMP error with the packet that it quotes (RFC 5508, sections 4 and 5). The
 * quote may end anywhere from 8 bytes after its IPv4 header on; what comes after it, padding and
 * extensions (RFC 4884), is only summed.
 */
class IcmpError
{
  public:
    /**
     * @param packet an ICMP error that is whole; must outlive this object
     * @return nothing when it is malformed: a wrong ICMP checksum or wrong checksum of the quoted
     *         IPv4 header (REQ-3), no whole IPv4 header in the quote, less than 8 bytes of TCP, UDP
     *         or ICMP after it, or a receiver that did not send what is quoted. The checksum of the
     *         quoted transport header is not looked at.
     */
    static std::optional<IcmpError> Parse(Ipv4Packet& packet);

    Ipv4Headers&
    Outer()
    {
        return m_packet->Headers();
    }

    Ipv4Headers&
    Quoted()
    {
        return m_quoted;
    }

    /// @return whether the quote says of which flow it is: not for a later fragment of a protocol
    ///         with ports, nor for an ICMP message that is no query
    bool NamesFlow() const;

    /// Changes both packets and the checksum over the quote. Type, code and the rest stay.
    /// @param identifier of a quoted ICMP query
    void Rewrite(uint32_t outerSource,
                 uint32_t outerDestination,
                 const NatEndpoint& quotedSource,
                 const NatEndpoint& quotedDestination,
                 uint16_t identifier);

  private:
    IcmpError(Ipv4Packet& packet, const Ipv4Headers& quoted, bool isLaterFragment);

    Ipv4Packet* m_packet;
    Ipv4Headers m_quoted;
    bool m_isLaterFragment;
};

} // namespace bindstorm

#endif // BINDSTORM_ICMP_ERROR_H
