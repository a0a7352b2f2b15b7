/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-address-text.h"

#include "model/base/ip-address.h"

#include "model/base/component-spec.h"

namespace bindstorm
{

std::string
Ipv4Text(uint32_t address)
{
    return IpAddress::FromIpv4(address).ToString();
}

uint32_t
ParseIpv4(std::string_view text)
{
    const IpAddress address = IpAddress::Parse(text);
    if (address.GetFamily() != IpAddress::Family::IPV4)
    {
        throw ConfigError("address \"" + std::string(text) + "\": an IPv4 address is expected");
    }
    const auto& bytes = address.Bytes();
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 |
           uint32_t{bytes[3]};
}

} // namespace bindstorm
