/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "duration.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

namespace bindstorm
{

namespace
{

struct Unit
{
    std::string_view name;
    uint64_t size; ///< in the smallest unit of its list
};

constexpr std::array<Unit, 6> NANOSECOND_UNITS{Unit{"ns", 1},
                                               Unit{"us", 1'000},
                                               Unit{"ms", 1'000'000},
                                               Unit{"s", 1'000'000'000},
                                               Unit{"min", 60'000'000'000},
                                               Unit{"h", 3'600'000'000'000}};

constexpr std::array<Unit, 7> PICOSECOND_UNITS{Unit{"ps", 1},
                                               Unit{"ns", 1'000},
                                               Unit{"us", 1'000'000},
                                               Unit{"ms", 1'000'000'000},
                                               Unit{"s", 1'000'000'000'000},
                                               Unit{"min", 60'000'000'000'000},
                                               Unit{"h", 3'600'000'000'000'000}};

/// Minutes and hours are for writing only: 90 s reads better than 1.5 min.
constexpr std::size_t NANOSECOND_UNITS_PRINTED = 4;
constexpr std::size_t PICOSECOND_UNITS_PRINTED = 5;

std::optional<uint64_t>
Multiply(uint64_t a, uint64_t b)
{
    uint64_t product{};
    return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

/// @return the digits as a number, nothing beyond 64 bits
std::optional<uint64_t>
ReadDigits(std::string_view digits)
{
    uint64_t number = 0;
    for (const char digit : digits)
    {
        const auto shifted = Multiply(number, 10);
        if (!shifted || __builtin_add_overflow(*shifted, uint64_t(digit - '0'), &number))
        {
            return std::nullopt;
        }
    }
    return number;
}

std::string
JoinUnits(std::span<const Unit> units)
{
    std::string text;
    for (const Unit& unit : units)
    {
        text.append(text.empty() ? "" : ", ").append(unit.name);
    }
    return text;
}

/// @return 0.digits of the unit; nothing when that is no whole number of smallest units
std::optional<uint64_t>
ReadFraction(std::string_view digits, uint64_t unit)
{
    const std::size_t last = digits.find_last_not_of('0');
    if (last == std::string_view::npos)
    {
        return 0;
    }
    digits = digits.substr(0, last + 1);
    // Not ending in 0, the digits lack a factor 2 or a factor 5, so that 10^n can divide
    // digits * unit only while 2^n or 5^n divides the unit: n <= 16 for hours in picoseconds.
    if (digits.size() > 18)
    {
        return std::nullopt;
    }
    uint64_t power = 1;
    for (std::size_t i = 0; i < digits.size(); ++i)
    {
        power *= 10;
    }
    const uint64_t common = std::gcd(power, unit);
    const uint64_t number = *ReadDigits(digits);
    if (number % (power / common) != 0)
    {
        return std::nullopt;
    }
    // Below 1 * unit, so it fits.
    return number / (power / common) * (unit / common);
}

uint64_t
ParseExact(std::string_view text, std::span<const Unit> units)
{
    const std::string quoted = "\"" + std::string(text) + "\"";
    constexpr std::string_view DIGITS = "0123456789";
    const std::size_t wholeEnd = std::min(text.find_first_not_of(DIGITS), text.size());
    const std::string_view whole = text.substr(0, wholeEnd);
    std::string_view rest = text.substr(wholeEnd);
    std::string_view fraction;
    bool isWellFormed = !whole.empty();
    if (rest.starts_with('.'))
    {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find_first_not_of(DIGITS), rest.size());
        fraction = rest.substr(0, end);
        rest.remove_prefix(end);
        isWellFormed = isWellFormed && !fraction.empty();
    }
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const Unit* unit = nullptr;
    for (const Unit& candidate : units)
    {
        unit = candidate.name == rest ? &candidate : unit;
    }
    if (!isWellFormed || unit == nullptr)
    {
        throw ConfigError(quoted + " is not a duration: write a decimal number and a unit (" +
                          JoinUnits(units) + "), such as \"1.5 ms\"");
    }
    const auto small = ReadFraction(fraction, unit->size);
    if (!small)
    {
        throw ConfigError(quoted + " is not a whole number of " + std::string(units[0].name));
    }
    const auto number = ReadDigits(whole);
    const auto large = number ? Multiply(*number, unit->size) : std::nullopt;
    constexpr uint64_t MOST = std::numeric_limits<int64_t>::max();
    if (!large || *large > MOST || *small > MOST - *large)
    {
        throw ConfigError(quoted + " is too long: at most " + std::to_string(MOST) + " " +
                          std::string(units[0].name));
    }
    return *large + *small;
}

std::string
Format(uint64_t value, std::span<const Unit> units)
{
    const Unit* unit = value == 0 ? &units.back() : &units.front();
    for (const Unit& candidate : units)
    {
        unit = candidate.size <= value ? &candidate : unit;
    }
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): the lists above have no unit of size 0
    std::string text = std::to_string(value / unit->size);
    if (const uint64_t remainder = value % unit->size; remainder != 0)
    {
        // The unit is a power of ten: its digits after the point are the remainder's, padded.
        const std::string padded = std::to_string(unit->size + remainder).substr(1);
        text += "." + padded.substr(0, padded.find_last_not_of('0') + 1);
    }
    return text.append(" ").append(unit->name);
}

} // namespace

std::chrono::nanoseconds
ParseDuration(std::string_view text)
{
    return std::chrono::nanoseconds{static_cast<int64_t>(ParseExact(text, NANOSECOND_UNITS))};
}

uint64_t
ParsePicoseconds(std::string_view text)
{
    return ParseExact(text, PICOSECOND_UNITS);
}

std::string
FormatDuration(std::chrono::nanoseconds duration)
{
    return Format(static_cast<uint64_t>(duration.count()),
                  std::span(NANOSECOND_UNITS).first<NANOSECOND_UNITS_PRINTED>());
}

std::string
FormatPicoseconds(uint64_t picoseconds)
{
    return Format(picoseconds, std::span(PICOSECOND_UNITS).first<PICOSECOND_UNITS_PRINTED>());
}

} // namespace bindstorm
