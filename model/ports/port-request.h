/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_REQUEST_H
#define BINDSTORM_PORT_REQUEST_H

#include "model/base/ip-address.h"

#include <compare>
#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup ports
 * The far end of a socket whose destination is known when it gets its port.
 */
struct RemoteEndpoint
{
    IpAddress address;
    uint16_t port{0};

    auto operator<=>(const RemoteEndpoint&) const = default;
};

/**
 * @ingroup ports
 * Everything about a request except the port: what decides which ports are free for it. Equal
 * requests have equal free sets.
 */
struct PortRequest
{
    IpAddress address{};                    ///< local address; the wildcard by default
    uint32_t device{0};                     ///< interface index; 0: not bound to a device
    bool reuseAddress{false};               ///< SO_REUSEADDR
    bool ipv6Only{false};                   ///< IPV6_V6ONLY; has a meaning for IPv6 addresses only
    std::optional<RemoteEndpoint> remote{}; ///< set for connect() without bind

    auto operator<=>(const PortRequest&) const = default;
};

/**
 * @ingroup ports
 * Whether two sockets on one port conflict. All must hold: not both have address reuse; either is
 * bound to no device, or both to the same; local addresses overlap (equal or either the wildcard;
 * an IPv6-only socket never overlaps an IPv4 one); and, where both know their destination, it is
 * the same one.
 * Source: the UDP rule of Linux 2.6.28 to 2.6.29, with the 4-tuple rule of connect() added.
 */
bool Conflicts(const PortRequest& a, const PortRequest& b);

} // namespace bindstorm

#endif // BINDSTORM_PORT_REQUEST_H
