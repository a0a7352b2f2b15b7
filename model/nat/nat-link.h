/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_LINK_H
#define BINDSTORM_NAT_LINK_H

#include "nat-types.h"

#include <cstdint>

namespace bindstorm
{

/// @ingroup nat
/// Where a link lies in its pool. Is used again for another link once that one is gone.
using LinkId = uint32_t;

/// @ingroup nat
inline constexpr LinkId NO_LINK = UINT32_MAX;

/**
 * @ingroup nat
 * How much of the remote endpoint a link leaves open. FULL is a session; the others are rules
 * (redirects) and mappings, from which sessions are made. The order is that of preference.
 */
enum class LinkScope : uint8_t
{
    FULL,        ///< remote address and port are known
    ANY_PORT,    ///< the remote address is known
    ANY_ADDRESS, ///< the remote port is known
    ANY          ///< neither is
};

/// @ingroup nat
/// Who made a link, and so what ends it.
enum class LinkOrigin : uint8_t
{
    SESSION, ///< a packet; has a timer
    MAPPING, ///< endpoint-independent or address-dependent: lives as long as its sessions
    RULE     ///< a redirect; stays until it is deleted
};

/**
 * @ingroup nat
 * What is known of a TCP session. Each bit is one thing that was seen.
 */
struct TcpTrack
{
    bool synOut : 1 {false};
    bool synIn : 1 {false};
    bool finOut : 1 {false};
    bool finIn : 1 {false};
    bool reset : 1 {false};

    bool operator==(const TcpTrack&) const = default;
};

/**
 * @ingroup nat
 * One entry of a NAT's table: internal, remote and external endpoint of a protocol. An open part
 * of the remote endpoint is 0 (see LinkScope).
 *
 * One cache line, with all that a packet needs of it.
 */
struct alignas(64) NatLink
{
    NatEndpoint internal{};
    NatEndpoint remote{};
    NatEndpoint external{};
    uint8_t protocol{IP_UDP};
    LinkScope scope{LinkScope::FULL};
    LinkOrigin origin{LinkOrigin::SESSION};
    TcpTrack tcp{};
    LinkId parent{NO_LINK}; ///< of a session: the mapping or rule it was made from
    NatTime lastUse{0};
    NatTime lifetime{0}; ///< 0: has no timer
    /// Where housekeeping filed it (see LinkQueues); of a place without a link, the pool's own.
    LinkId filedBefore{NO_LINK};
    LinkId filedAfter{NO_LINK};
    uint64_t serial : 48 {0};      ///< in the order of making
    bool isAssured : 1 {false};    ///< a reply was seen
    bool hasServers : 1 {false};   ///< a rule with a pool: matches inbound packets only
    bool holdsPort : 1 {false};    ///< it counts among what its internal host has
    bool isChosenPort : 1 {false}; ///< the port choice is to hear when it is gone
    bool isLive : 1 {false};       ///< it lies in a pool

    /// @return the first instant at which the link is over; a packet at that instant finds it gone
    NatTime
    Deadline() const
    {
        return lifetime == NatTime{0} ? NatTime::max() : lastUse + lifetime;
    }
};

static_assert(sizeof(NatLink) == 64);

} // namespace bindstorm

#endif // BINDSTORM_NAT_LINK_H
