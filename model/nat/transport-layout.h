/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TRANSPORT_LAYOUT_H
#define BINDSTORM_TRANSPORT_LAYOUT_H

#include "nat-types.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup nat
 * What a NAT needs to know of a transport header.
 */
struct TransportLayout
{
    uint8_t headerSize{0};        ///< bytes it has at least
    uint8_t checksumAt{0};        ///< offset of the checksum; 0: has none that a NAT touches
    bool hasPorts{false};         ///< source and destination port are its first two words
    bool hasIdentifier{false};    ///< of ICMP queries, at offset 4
    bool coversAddresses{false};  ///< its checksum includes a pseudo header
    bool checksumOptional{false}; ///< 0 is no checksum: see ChecksumChange::ApplyToOptional()
};

inline constexpr TransportLayout TCP_LAYOUT{20, 16, true, false, true, false};
inline constexpr TransportLayout UDP_LAYOUT{8, 6, true, false, true, true};
inline constexpr TransportLayout ICMP_LAYOUT{8, 2, false, true, false, false};
/// UDP-Lite (RFC 3828) and DCCP (RFC 4340) go by address, as all the others, but their receivers
/// check the pseudo header; its part in the checksum does not depend on how much else is covered.
inline constexpr TransportLayout UDP_LITE_LAYOUT{8, 6, false, false, true, true};
inline constexpr TransportLayout DCCP_LAYOUT{12, 6, false, false, true, false};
/// Addresses are all there is to change. SCTP's checksum does not cover them.
inline constexpr TransportLayout OTHER_LAYOUT{};

/// @ingroup nat
inline const TransportLayout&
LayoutOf(uint8_t protocol)
{
    constexpr uint8_t DCCP = 33;
    constexpr uint8_t UDP_LITE = 136;
    switch (protocol)
    {
    case IP_TCP:
        return TCP_LAYOUT;
    case IP_UDP:
        return UDP_LAYOUT;
    case IP_ICMP:
        return ICMP_LAYOUT;
    case UDP_LITE:
        return UDP_LITE_LAYOUT;
    case DCCP:
        return DCCP_LAYOUT;
    default:
        return OTHER_LAYOUT;
    }
}

} // namespace bindstorm

#endif // BINDSTORM_TRANSPORT_LAYOUT_H
