/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_ADDRESS_LIST_H
#define BINDSTORM_NAT_ADDRESS_LIST_H

#include "nat-types.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/// @ingroup nat
/// Most addresses that a list may have.
inline constexpr std::size_t MOST_ADDRESSES = 65536;

/// @ingroup nat
/// @param text addresses and ranges "203.0.113.1,203.0.113.8-203.0.113.15"; may be empty
/// @return the addresses in the order of the text, in host order
/// @throws ConfigError for another form, a range that runs backwards, too many addresses
std::vector<uint32_t> ParseIpv4List(std::string_view text);

/// @ingroup nat
/// @return the text, neighbours that ascend by one as ranges, so that equal lists have equal texts
std::string Ipv4ListText(const std::vector<uint32_t>& addresses);

/// @ingroup nat
/// @param text "192.0.2.1:80"
/// @throws ConfigError for another form
NatEndpoint ParseNatEndpoint(std::string_view text);

/// @ingroup nat
std::string NatEndpointText(const NatEndpoint& endpoint);

} // namespace bindstorm

#endif // BINDSTORM_NAT_ADDRESS_LIST_H
