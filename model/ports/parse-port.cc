/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "parse-port.h"

#include <charconv>

namespace bindstorm
{

std::string_view
TrimBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
    {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<uint32_t>
ParsePort(std::string_view text)
{
    const std::string_view digits = TrimBlanks(text);
    uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (digits.empty() || error != std::errc{} || stop != end)
    {
        return std::nullopt;
    }
    return number;
}

std::optional<std::pair<uint32_t, uint32_t>>
ParsePortPair(std::string_view text)
{
    const std::size_t hyphen = text.find('-');
    if (hyphen == std::string_view::npos)
    {
        return std::nullopt;
    }
    const std::optional<uint32_t> low = ParsePort(text.substr(0, hyphen));
    const std::optional<uint32_t> high = ParsePort(text.substr(hyphen + 1));
    if (!low || !high)
    {
        return std::nullopt;
    }
    return std::pair{*low, *high};
}

} // namespace bindstorm
