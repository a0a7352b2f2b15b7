/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_TYPES_H
#define BINDSTORM_NAT_TYPES_H

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace bindstorm
{

/// @ingroup nat
/// An instant on the clock of a table, since its start.
using NatTime = std::chrono::nanoseconds;

/// @ingroup nat
/// Numbers of IP protocols (IANA) that a NAT knows more of than the addresses.
enum IpProtocol : uint8_t
{
    IP_ICMP = 1,
    IP_TCP = 6,
    IP_UDP = 17
};

/// @ingroup nat
/// @return whether packets of an IP protocol are told apart by ports, or by a query identifier
constexpr bool
HasPorts(uint8_t protocol)
{
    return protocol == IP_TCP || protocol == IP_UDP || protocol == IP_ICMP;
}

/**
 * @ingroup nat
 * An IPv4 address and a port, both in host order. ICMP queries have their identifier for a port on
 * the side that asked and 0 on the other; protocols without ports have 0 on both.
 */
struct NatEndpoint
{
    uint32_t address{0};
    uint16_t port{0};

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares with.
    auto operator<=>(const NatEndpoint&) const = default;
};

/// @ingroup nat
/// A packet on the inside of a NAT, or the flow that it belongs to: internal to remote.
struct NatFlow
{
    uint8_t protocol{IP_UDP};
    NatEndpoint internal{};
    NatEndpoint remote{};

    bool operator==(const NatFlow&) const = default;
};

/// @ingroup nat
/// A packet on the outside of a NAT: remote to external.
struct NatArrival
{
    uint8_t protocol{IP_UDP};
    NatEndpoint remote{};
    NatEndpoint external{};

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares with.
    auto operator<=>(const NatArrival&) const = default;
};

/**
 * @ingroup nat
 * What a table wants to know of a packet beyond its endpoints. All false for UDP and ICMP.
 */
struct TcpFlags
{
    bool syn{false};
    bool ack{false};
    bool fin{false};
    bool rst{false};

    /// @param octet the one at offset 13 of a TCP header
    static TcpFlags
    Of(std::byte octet)
    {
        const auto has = [octet](unsigned bit)
        { return (static_cast<unsigned>(octet) & bit) != 0; };
        return {.syn = has(0x02), .ack = has(0x10), .fin = has(0x01), .rst = has(0x04)};
    }
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_TYPES_H
