/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PARSE_PORT_H
#define BINDSTORM_PARSE_PORT_H

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace bindstorm
{

/// The highest port there is.
inline constexpr uint32_t MAXIMUM_PORT = 65535;

/// @return the text without blanks at either end
std::string_view TrimBlanks(std::string_view text);

/**
 * @ingroup ports
 * @param text decimal digits with or without blanks around them
 * @return the number, which may be above 65535; nothing when the text is anything else
 */
std::optional<uint32_t> ParsePort(std::string_view text);

/**
 * @ingroup ports
 * @param text two numbers with a hyphen between them
 * @return both as written, in any order and of any size; nothing when the text is anything else
 */
std::optional<std::pair<uint32_t, uint32_t>> ParsePortPair(std::string_view text);

} // namespace bindstorm

#endif // BINDSTORM_PARSE_PORT_H
