/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "ip-address.h"

#include "component-spec.h"

#include <algorithm>
#include <arpa/inet.h>

namespace bindstorm
{

IpAddress
IpAddress::Parse(std::string_view text)
{
    // inet_pton reads up to the first zero byte.
    const std::string copy(text.substr(0, text.find('\0')));
    IpAddress address;
    if (copy.size() == text.size())
    {
        if (inet_pton(AF_INET, copy.c_str(), address.m_bytes.data()) == 1)
        {
            return address;
        }
        if (inet_pton(AF_INET6, copy.c_str(), address.m_bytes.data()) == 1)
        {
            address.m_family = Family::IPV6;
            return address;
        }
    }
    throw ConfigError("'" + std::string(text) + "' is not an IPv4 or IPv6 address");
}

IpAddress
IpAddress::FromIpv4(uint32_t address)
{
    IpAddress result;
    for (unsigned i = 0; i < 4; ++i)
    {
        result.m_bytes.at(i) = static_cast<uint8_t>(address >> (24 - 8 * i));
    }
    return result;
}

IpAddress
IpAddress::AnyIpv6()
{
    IpAddress result;
    result.m_family = Family::IPV6;
    return result;
}

IpAddress::Family
IpAddress::GetFamily() const
{
    return m_family;
}

bool
IpAddress::IsAny() const
{
    return std::ranges::all_of(m_bytes, [](uint8_t byte) { return byte == 0; });
}

const std::array<uint8_t, 16>&
IpAddress::Bytes() const
{
    return m_bytes;
}

std::string
IpAddress::ToString() const
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    inet_ntop(m_family == Family::IPV4 ? AF_INET : AF_INET6,
              m_bytes.data(),
              text.data(),
              text.size());
    return text.data();
}

} // namespace bindstorm
