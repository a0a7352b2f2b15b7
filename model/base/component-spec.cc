/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "component-spec.h"

#include "nearest-name.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace bindstorm
{

namespace
{

std::string
Quote(std::string_view text)
{
    return "'" + std::string(text) + "'";
}

std::string_view
Trim(std::string_view text)
{
    constexpr std::string_view BLANKS = " \t\r\n";
    const std::size_t first = text.find_first_not_of(BLANKS);
    if (first == std::string_view::npos)
    {
        return {};
    }
    return text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

/// A name of a part or of a parameter.
bool
IsName(std::string_view text)
{
    constexpr std::string_view ALLOWED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789-._";
    return !text.empty() && text.find_first_not_of(ALLOWED) == std::string_view::npos;
}

/// Anything that the text form can carry: no punctuation of its own, no control characters.
bool
IsValue(std::string_view text)
{
    return !text.empty() && Trim(text) == text &&
           std::ranges::none_of(text,
                                [](unsigned char c) {
                                    return c < 0x20 || c == 0x7f || c == '(' || c == ')' ||
                                           c == ',' || c == '=';
                                });
}

[[noreturn]] void
RefuseText(std::string_view text, const std::string& reason)
{
    throw ConfigError("cannot read " + Quote(text) + ": " + reason +
                      "; the form is name or name(value) or name(key=value, key=value)");
}

/// @return the text between the parentheses; empty optional where there are none
std::optional<std::string_view>
FindArguments(std::string_view text, std::string_view whole)
{
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos)
    {
        return std::nullopt;
    }
    const std::size_t close = text.find_first_of("()", open + 1);
    if (close == std::string_view::npos)
    {
        RefuseText(whole, "the closing parenthesis is missing");
    }
    if (text[close] == '(')
    {
        RefuseText(whole, "parentheses do not nest");
    }
    if (close + 1 != text.size())
    {
        RefuseText(whole, Quote(text.substr(close + 1)) + " follows the closing parenthesis");
    }
    return text.substr(open + 1, close - open - 1);
}

std::pair<std::string, std::string>
ParseArgument(std::string_view argument, std::string_view whole)
{
    const std::size_t equals = argument.find('=');
    if (equals == std::string_view::npos)
    {
        if (!IsValue(argument))
        {
            RefuseText(whole, Quote(argument) + " is not a value");
        }
        return {"", std::string(argument)};
    }
    const std::string_view key = Trim(argument.substr(0, equals));
    const std::string_view value = Trim(argument.substr(equals + 1));
    if (!IsName(key))
    {
        RefuseText(whole, Quote(key) + " is not a key");
    }
    if (!IsValue(value))
    {
        RefuseText(whole, Quote(value) + " is not a value for " + Quote(key));
    }
    return {std::string(key), std::string(value)};
}

std::string
ToText(double number)
{
    char buffer[32];
    const auto end = std::to_chars(std::begin(buffer), std::end(buffer), number).ptr;
    return {buffer, end};
}

/// @return the number that is the whole of the text
template <class Number>
std::optional<Number>
ReadWhole(const std::string& text)
{
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || last != end)
    {
        return std::nullopt;
    }
    return number;
}

} // namespace

ComponentSpec::ComponentSpec(std::string name, std::map<std::string, std::string> parameters)
    : m_name(std::move(name)),
      m_parameters(std::move(parameters))
{
    if (!IsName(m_name))
    {
        throw ConfigError(Quote(m_name) + " is not a name: letters, digits, '-', '.' and '_'");
    }
    for (const auto& [key, value] : m_parameters)
    {
        if (!key.empty() && !IsName(key))
        {
            throw ConfigError(Quote(key) + " is not a name for a parameter of " + Quote(m_name));
        }
        if (!IsValue(value))
        {
            throw ConfigError(Quote(value) + " is not a value for parameter " + Quote(key) +
                              " of " + Quote(m_name));
        }
    }
}

ComponentSpec
ComponentSpec::Parse(std::string_view text)
{
    const std::string_view trimmed = Trim(text);
    const std::string_view name = Trim(trimmed.substr(0, trimmed.find('(')));
    if (!IsName(name))
    {
        RefuseText(text, Quote(name) + " is not a name");
    }
    std::map<std::string, std::string> parameters;
    const auto arguments = FindArguments(trimmed, text);
    if (arguments && !Trim(*arguments).empty())
    {
        std::string_view rest = *arguments;
        for (bool more = true; more;)
        {
            const std::size_t comma = rest.find(',');
            more = comma != std::string_view::npos;
            auto argument = ParseArgument(Trim(rest.substr(0, comma)), text);
            rest.remove_prefix(more ? comma + 1 : rest.size());
            if (argument.first.empty() && !parameters.empty())
            {
                RefuseText(text,
                           "the value " + Quote(argument.second) + " without a key is not first");
            }
            const auto [position, isNew] = parameters.insert(std::move(argument));
            if (!isNew)
            {
                RefuseText(text, Quote(position->first) + " is given twice");
            }
        }
    }
    return ComponentSpec(std::string(name), std::move(parameters));
}

std::string
ComponentSpec::ToString() const
{
    if (m_parameters.empty())
    {
        return m_name;
    }
    std::string text = m_name;
    char separator = '(';
    for (const auto& [key, value] : m_parameters)
    {
        text += separator;
        text += separator == ',' ? " " : "";
        text.append(key).append(key.empty() ? "" : "=").append(value);
        separator = ',';
    }
    return text + ")";
}

const std::string&
ComponentSpec::GetName() const
{
    return m_name;
}

const std::map<std::string, std::string>&
ComponentSpec::GetParameters() const
{
    return m_parameters;
}

void
ComponentSpec::Resolve(std::span<const ParameterInfo> known)
{
    std::map<std::string, std::string> parameters;
    for (const auto& [written, value] : m_parameters)
    {
        if (known.empty())
        {
            throw ConfigError(Quote(m_name) + " takes no parameters, but got " + Quote(ToString()));
        }
        const std::string& key = written.empty() ? known.front().name : written;
        const auto info = std::ranges::find(known, key, &ParameterInfo::name);
        if (info == known.end())
        {
            std::vector<std::string> names;
            std::ranges::transform(known, std::back_inserter(names), &ParameterInfo::name);
            throw ConfigError(DescribeUnknownName("parameter of " + m_name, key, names));
        }
        if (!info->choices.empty() &&
            std::ranges::find(info->choices, value) == info->choices.end())
        {
            const std::string what = "value of parameter " + key + " of " + m_name;
            throw ConfigError(DescribeUnknownName(what, value, info->choices));
        }
        if (!parameters.emplace(key, value).second)
        {
            throw ConfigError("parameter " + Quote(key) +
                              " is given twice, with and without key: " + Quote(ToString()));
        }
    }
    std::map<std::string, std::string> defaults;
    for (const ParameterInfo& info : known)
    {
        if (!info.defaultValue.empty())
        {
            defaults.emplace(info.name, info.defaultValue);
        }
    }
    std::erase_if(parameters,
                  [&](const auto& parameter)
                  {
                      const auto standard = defaults.find(parameter.first);
                      return standard != defaults.end() && standard->second == parameter.second;
                  });
    m_parameters = std::move(parameters);
    m_defaults = std::move(defaults);
}

ComponentSpec
ComponentSpec::Resolved(std::span<const ParameterInfo> known) const
{
    ComponentSpec resolved = *this;
    resolved.Resolve(known);
    return resolved;
}

std::optional<std::string>
ComponentSpec::Get(std::string_view key) const
{
    const std::string name(key);
    for (const auto* values : {&m_parameters, &m_defaults})
    {
        if (const auto position = values->find(name); position != values->end())
        {
            return position->second;
        }
    }
    return std::nullopt;
}

std::optional<uint64_t>
ComponentSpec::GetInteger(std::string_view key, uint64_t low, uint64_t high) const
{
    const auto text = Get(key);
    if (!text)
    {
        return std::nullopt;
    }
    const auto number = ReadWhole<uint64_t>(*text);
    if (!number || *number < low || *number > high)
    {
        throw ConfigError("parameter " + Quote(key) + " of " + Quote(m_name) + " is " +
                          Quote(*text) + ", must be a whole number from " + std::to_string(low) +
                          " to " + std::to_string(high));
    }
    return number;
}

std::optional<double>
ComponentSpec::GetNumber(std::string_view key, double low, double high) const
{
    const auto text = Get(key);
    if (!text)
    {
        return std::nullopt;
    }
    const auto number = ReadWhole<double>(*text);
    if (!number || !std::isfinite(*number) || *number < low || *number > high)
    {
        throw ConfigError("parameter " + Quote(key) + " of " + Quote(m_name) + " is " +
                          Quote(*text) + ", must be a number from " + ToText(low) + " to " +
                          ToText(high));
    }
    return number;
}

bool
ComponentSpec::operator==(const ComponentSpec& other) const
{
    return m_name == other.m_name && m_parameters == other.m_parameters;
}

} // namespace bindstorm
