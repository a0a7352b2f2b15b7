/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "ipv4-packet.h"

namespace bindstorm
{

Ipv4Packet::Ipv4Packet(Key /* key */,
                       std::span<std::byte> bytes,
                       std::size_t headerSize,
                       uint16_t offset,
                       bool hasMore)
    : m_bytes(bytes),
      m_payload(bytes.subspan(headerSize)),
      m_headers(bytes.data(), offset == 0 ? m_payload : std::span<std::byte>{}),
      m_offset(offset),
      m_hasMore(hasMore)
{
}

std::optional<Ipv4Packet>
Ipv4Packet::Parse(std::span<std::byte> bytes)
{
    std::optional<Ipv4Packet> packet;
    if (bytes.size() < IPV4_HEADER)
    {
        return packet;
    }
    const auto versionAndSize = static_cast<unsigned>(bytes[0]);
    const std::size_t headerSize = std::size_t{versionAndSize & 0xF} * 4;
    const std::size_t totalLength = LoadNetwork<uint16_t>(bytes.data() + 2);
    if (versionAndSize >> 4 != 4 || headerSize < IPV4_HEADER || totalLength < headerSize ||
        totalLength > bytes.size())
    {
        return packet;
    }
    const auto fragment = LoadNetwork<uint16_t>(bytes.data() + 6);
    const auto offset = static_cast<uint16_t>(fragment & 0x1FFF);
    const bool hasMore = (fragment & 0x2000) != 0;
    packet.emplace(Key{}, bytes.first(totalLength), headerSize, offset, hasMore);
    const bool isFragment = hasMore || offset != 0;
    if ((isFragment && !packet->IsSoundFragment()) || (offset == 0 && !packet->HasWholeTransport()))
    {
        packet.reset();
    }
    return packet;
}

bool
Ipv4Packet::IsSoundFragment() const
{
    const std::size_t size = m_payload.size();
    if (size == 0 || (m_hasMore && size % 8 != 0))
    {
        return false;
    }
    if (m_bytes.size() + std::size_t{m_offset} * 8 > 65535)
    {
        return false;
    }
    return m_offset != 1 || m_headers.Protocol() != IP_TCP;
}

bool
Ipv4Packet::HasWholeTransport() const
{
    // Of an empty payload the headers do not know the layout.
    const uint8_t protocol = m_headers.Protocol();
    if (m_payload.size() < LayoutOf(protocol).headerSize)
    {
        return false;
    }
    if (protocol == IP_TCP)
    {
        const std::size_t headerSize = (static_cast<std::size_t>(m_payload[12]) >> 4) * 4;
        return headerSize >= TCP_LAYOUT.headerSize && headerSize <= m_payload.size();
    }
    if (protocol == IP_UDP)
    {
        // The rest of a fragmented datagram is still to come.
        const std::size_t length = LoadNetwork<uint16_t>(m_payload.data() + 4);
        return length >= UDP_LAYOUT.headerSize && (length <= m_payload.size() || m_hasMore);
    }
    return true;
}

TcpFlags
Ipv4Packet::Flags() const
{
    if (m_headers.Protocol() != IP_TCP || IsLaterFragment())
    {
        return {};
    }
    return TcpFlags::Of(m_payload[13]);
}

} // namespace bindstorm
