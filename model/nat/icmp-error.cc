/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "icmp-error.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/// Bytes of an ICMP error before the quote.
constexpr std::size_t ICMP_ERROR_HEADER = 8;

/// As much of a transport header as every quote has (RFC 792).
constexpr std::size_t QUOTED_TRANSPORT = 8;

} // namespace

IcmpKind
KindOfIcmp(uint8_t type)
{
    switch (type)
    {
    case 8:  // echo
    case 13: // timestamp
    case 15: // information
    case 17: // address mask
        return IcmpKind::REQUEST;
    case 0:
    case 14:
    case 16:
    case 18:
        return IcmpKind::REPLY;
    case 3:  // destination unreachable
    case 4:  // source quench
    case 11: // time exceeded
    case 12: // parameter problem
        return IcmpKind::ERROR;
    default:
        return IcmpKind::OTHER;
    }
}

IcmpKind
KindOfIcmp(const Ipv4Headers& packet)
{
    return KindOfIcmp(static_cast<uint8_t>(packet.Transport()[0]));
}

IcmpError::IcmpError(Ipv4Packet& packet, const Ipv4Headers& quoted, bool isLaterFragment)
    : m_packet(&packet),
      m_quoted(quoted),
      m_isLaterFragment(isLaterFragment)
{
}

std::optional<IcmpError>
IcmpError::Parse(Ipv4Packet& packet)
{
    const std::span<std::byte> payload = packet.Payload();
    if (payload.size() < ICMP_ERROR_HEADER + IPV4_HEADER || InternetChecksum(payload) != 0)
    {
        return std::nullopt;
    }
    const std::span<std::byte> quote = payload.subspan(ICMP_ERROR_HEADER);
    const auto versionAndSize = static_cast<unsigned>(quote[0]);
    const std::size_t headerSize = std::size_t{versionAndSize & 0xF} * 4;
    const std::size_t totalLength = LoadNetwork<uint16_t>(quote.data() + 2);
    if (versionAndSize >> 4 != 4 || headerSize < IPV4_HEADER || headerSize > quote.size() ||
        totalLength < headerSize || InternetChecksum(quote.first(headerSize)) != 0)
    {
        return std::nullopt;
    }
    const bool isLaterFragment = (LoadNetwork<uint16_t>(quote.data() + 6) & 0x1FFF) != 0;
    const std::size_t quoted = std::min(quote.size(), totalLength);
    const std::span<std::byte> transport =
        isLaterFragment ? std::span<std::byte>{} : quote.subspan(headerSize, quoted - headerSize);
    const auto protocol = static_cast<uint8_t>(quote[9]);
    const TransportLayout& layout = LayoutOf(protocol);
    if (!isLaterFragment && (layout.hasPorts || layout.hasIdentifier) &&
        transport.size() < QUOTED_TRANSPORT)
    {
        return std::nullopt;
    }
    const Ipv4Headers headers(quote.data(), transport);
    if (headers.Source().address != packet.Headers().Destination().address)
    {
        return std::nullopt;
    }
    return IcmpError(packet, headers, isLaterFragment);
}

bool
IcmpError::NamesFlow() const
{
    const TransportLayout& layout = LayoutOf(m_quoted.Protocol());
    if (m_isLaterFragment)
    {
        return !layout.hasPorts && !layout.hasIdentifier;
    }
    if (layout.hasIdentifier)
    {
        const IcmpKind kind = KindOfIcmp(m_quoted);
        return kind == IcmpKind::REQUEST || kind == IcmpKind::REPLY;
    }
    return true;
}

void
IcmpError::Rewrite(uint32_t outerSource,
                   uint32_t outerDestination,
                   const NatEndpoint& quotedSource,
                   const NatEndpoint& quotedDestination,
                   uint16_t identifier)
{
    const ChecksumChange change =
        m_quoted.RewriteQuoted(quotedSource, quotedDestination, identifier);
    Ipv4Headers& outer = Outer();
    std::byte* checksum = outer.Transport().data() + ICMP_LAYOUT.checksumAt;
    StoreNetwork(checksum, change.ApplyTo(LoadNetwork<uint16_t>(checksum)));
    // What is the identifier of a query is unused in an error, or its pointer or MTU.
    outer.Rewrite({outerSource, 0}, {outerDestination, 0}, outer.Identifier());
}

} // namespace bindstorm
