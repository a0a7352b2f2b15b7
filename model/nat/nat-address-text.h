/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_ADDRESS_TEXT_H
#define BINDSTORM_NAT_ADDRESS_TEXT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/// @ingroup nat
/// @param address in host order
/// @return dotted quad
std::string Ipv4Text(uint32_t address);

/// @ingroup nat
/// @return the address, in host order
/// @throws ConfigError when the text is no dotted quad
uint32_t ParseIpv4(std::string_view text);

} // namespace bindstorm

#endif // BINDSTORM_NAT_ADDRESS_TEXT_H
