/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "utc-time.h"

#include <array>
#include <cstdio>

namespace bindstorm
{

std::string
FormatUtc(std::chrono::system_clock::time_point time)
{
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::milliseconds>(time - day)};
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(),
                                     text.size(),
                                     "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                                     static_cast<int>(date.year()),
                                     static_cast<unsigned>(date.month()),
                                     static_cast<unsigned>(date.day()),
                                     static_cast<int>(clock.hours().count()),
                                     static_cast<int>(clock.minutes().count()),
                                     static_cast<int>(clock.seconds().count()),
                                     static_cast<int>(clock.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string
UtcNow()
{
    return FormatUtc(std::chrono::system_clock::now());
}

} // namespace bindstorm
