/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "number-text.h"

#include <charconv>
#include <iterator>
#include <limits>

namespace bindstorm
{

std::string
NumberText(double value)
{
    char buffer[32];
    const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
    return {buffer, end};
}

int64_t
IntegerLimit(double limit)
{
    constexpr double TWO_63 = 9223372036854775808.0;
    if (limit >= TWO_63)
    {
        return std::numeric_limits<int64_t>::max();
    }
    if (limit <= -TWO_63)
    {
        return std::numeric_limits<int64_t>::min();
    }
    return static_cast<int64_t>(limit);
}

} // namespace bindstorm
