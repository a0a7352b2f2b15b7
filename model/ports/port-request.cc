/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-request.h"

#include <algorithm>
#include <array>

namespace bindstorm
{

namespace
{

/**
 * An IPv4-mapped IPv6 address (::ffff:a.b.c.d) receives IPv4 and nothing else, so it is compared as
 * the IPv4 address within.
 */
IpAddress
WithoutMapping(const IpAddress& address)
{
    static constexpr std::array<uint8_t, 12> PREFIX{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const std::array<uint8_t, 16>& bytes = address.Bytes();
    if (address.GetFamily() == IpAddress::Family::IPV4 ||
        !std::equal(PREFIX.begin(), PREFIX.end(), bytes.begin()))
    {
        return address;
    }
    return IpAddress::FromIpv4((uint32_t{bytes[12]} << 24) | (uint32_t{bytes[13]} << 16) |
                               (uint32_t{bytes[14]} << 8) | uint32_t{bytes[15]});
}

bool
AddressesOverlap(const PortRequest& a, const PortRequest& b)
{
    const IpAddress first = WithoutMapping(a.address);
    const IpAddress second = WithoutMapping(b.address);
    if (first.GetFamily() == second.GetFamily())
    {
        return first == second || first.IsAny() || second.IsAny();
    }
    // Only the IPv6 wildcard receives IPv4 as well.
    const bool firstIsIpv6 = first.GetFamily() == IpAddress::Family::IPV6;
    return firstIsIpv6 ? first.IsAny() && !a.ipv6Only : second.IsAny() && !b.ipv6Only;
}

} // namespace

bool
Conflicts(const PortRequest& a, const PortRequest& b)
{
    if (a.reuseAddress && b.reuseAddress)
    {
        return false;
    }
    if (a.device != 0 && b.device != 0 && a.device != b.device)
    {
        return false;
    }
    if (a.remote && b.remote && *a.remote != *b.remote)
    {
        return false;
    }
    return AddressesOverlap(a, b);
}

} // namespace bindstorm
