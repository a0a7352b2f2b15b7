/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "quantity-text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace bindstorm
{

namespace
{

struct TimeUnit
{
    std::string_view name;
    double nanoseconds;
};

constexpr std::array<TimeUnit, 4> TIME_UNITS{{{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1.0}}};

/// @return the decimal exponent of a number other than zero, after rounding to so many digits
int
RoundedExponent(double number, int digits)
{
    const std::string text = fmt::format("{:.{}e}", number, digits - 1);
    const char* begin = text.data() + text.find('e') + 1;
    int exponent = 0;
    std::from_chars(*begin == '+' ? begin + 1 : begin, text.data() + text.size(), exponent);
    return exponent;
}

bool
IsWhole(double number)
{
    return std::abs(number) < 1e15 && number == std::trunc(number);
}

/// @return with so many decimals, and a comma between thousands
std::string
FormatFixed(double number, int decimals)
{
    std::string text = fmt::format("{:.{}f}", number, decimals);
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const std::size_t point = std::min(text.find('.'), text.size());
    if (point - sign > 3)
    {
        for (std::size_t at = point - 3; at > sign; at = at > 3 ? at - 3 : 0)
        {
            text.insert(at, 1, ',');
        }
    }
    return text;
}

/**
 * @return how many decimals let all numbers of a column show at least three digits; nothing where
 *         they are all whole, or too far apart for one number of decimals
 */
std::optional<int>
CommonDecimals(const NumberColumn& numbers)
{
    bool areWhole = true;
    std::optional<int> low;
    std::optional<int> high;
    for (const auto& number : numbers)
    {
        if (number && *number != 0.0)
        {
            if (!std::isfinite(*number))
            {
                return std::nullopt;
            }
            areWhole = areWhole && IsWhole(*number);
            const int exponent = RoundedExponent(*number, 4);
            low = std::min(low.value_or(exponent), exponent);
            high = std::max(high.value_or(exponent), exponent);
        }
    }
    if (areWhole || *high - *low > 3 || *low < -4 || *high > 5)
    {
        return std::nullopt;
    }
    return std::max({2 - *low, 3 - *high, 0});
}

} // namespace

std::string
FormatNumber(double number, int digits)
{
    if (number == 0.0)
    {
        return "0";
    }
    if (!std::isfinite(number))
    {
        return fmt::format("{}", number);
    }
    if (IsWhole(number))
    {
        return FormatFixed(number, 0);
    }
    const int exponent = RoundedExponent(number, digits);
    if (exponent < -4 || exponent >= 15)
    {
        return fmt::format("{:.{}g}", number, digits);
    }
    std::string text = FormatFixed(number, std::max(digits - 1 - exponent, 0));
    if (text.find('.') != text.npos)
    {
        text.erase(text.find_last_not_of('0') + 1);
        text.erase(text.find_last_not_of('.') + 1);
    }
    return text;
}

std::string
FormatTime(double nanoseconds, int digits)
{
    if (!std::isfinite(nanoseconds) || (IsWhole(nanoseconds) && std::abs(nanoseconds) < 1000))
    {
        return FormatNumber(nanoseconds) + " ns";
    }
    for (const TimeUnit& unit : TIME_UNITS)
    {
        const double number = nanoseconds / unit.nanoseconds;
        const int exponent = RoundedExponent(number, digits);
        if (exponent >= 0 || unit.nanoseconds == 1.0)
        {
            return FormatFixed(number, std::max(digits - 1 - exponent, 0)) + " " +
                   std::string(unit.name);
        }
    }
    return {};
}

std::string
FormatCount(std::size_t count, const std::string& what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::optional<double>
NanosecondsIn(const std::string& unit)
{
    const auto found = std::find_if(TIME_UNITS.begin(),
                                    TIME_UNITS.end(),
                                    [&](const TimeUnit& u) { return u.name == unit; });
    return found == TIME_UNITS.end() ? std::nullopt : std::optional(found->nanoseconds);
}

std::vector<std::string>
FormatColumn(const NumberColumn& numbers)
{
    const std::optional<int> decimals = CommonDecimals(numbers);
    std::vector<std::string> texts;
    for (const auto& number : numbers)
    {
        texts.push_back(!number    ? "-"
                        : decimals ? FormatFixed(*number, *decimals)
                                   : FormatNumber(*number));
    }
    return texts;
}

bool
IsProbability(const std::string& metric)
{
    return metric.ends_with(".p_value") || metric.find(".ports.p.") != std::string::npos;
}

std::vector<std::string>
FormatProbabilities(const NumberColumn& numbers)
{
    std::vector<std::string> texts = FormatColumn(numbers);
    for (std::size_t i = 0; i < texts.size(); ++i)
    {
        if (numbers[i] == 0.0)
        {
            texts[i] = "< 1e-300";
        }
    }
    return texts;
}

std::vector<std::string>
FormatTimes(const NumberColumn& nanoseconds)
{
    std::vector<std::string> texts;
    for (const auto& number : nanoseconds)
    {
        texts.push_back(number ? FormatTime(*number) : "-");
    }
    return texts;
}

} // namespace bindstorm
