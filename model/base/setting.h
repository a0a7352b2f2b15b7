/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SETTING_H
#define BINDSTORM_SETTING_H

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bindstorm
{

/// @ingroup base
/// What a setting may hold. Durations are whole nanoseconds in an int64_t.
using SettingValue = std::variant<bool, int64_t, double, std::string>;

/**
 * @ingroup base
 * The type of a setting, which says how it is written in a file and what it holds.
 */
enum class SettingType : uint8_t
{
    BOOLEAN,   ///< true or false
    INTEGER,   ///< whole number; holds int64_t
    NUMBER,    ///< number; holds double
    TEXT,      ///< free text
    CHOICE,    ///< one word of SettingInfo::choices
    DURATION,  ///< text with a unit, "1.001 s"; holds whole nanoseconds as int64_t
    RANGE,     ///< ports "low-high"
    PORTS,     ///< list of ports and ranges "10250,30000-32767"
    ADDRESS,   ///< IPv4 or IPv6 address
    ALLOCATOR, ///< allocator with parameters, "linux-2.6.28(lock=table)"
    GENERATOR, ///< random engine with parameters
    BUSY,      ///< busy pattern, "random(0.9)"
    ADDRESSES, ///< IPv4 addresses and ranges of them, "203.0.113.1,203.0.113.8-203.0.113.15"
    ENDPOINT,  ///< IPv4 address and port, "192.0.2.1:80"
    NAT_INDEX,
    NAT_HOUSEKEEPING,
    NAT_CLOCK,
    NAT_PORTS
};

/**
 * @ingroup base
 * One setting that a part takes: enough to read, check and document it.
 */
struct SettingInfo
{
    std::string name;
    SettingType type;
    std::optional<SettingValue> defaultValue; ///< none: the setting must be given
    double low{0};                            ///< least value of numbers and durations (ns)
    double high{0};                           ///< greatest value
    std::vector<std::string> choices{};       ///< of CHOICE
    std::string help{};                       ///< one or two sentences
    std::string unit{};                       ///< e.g. "per second"; empty where there is none
};

/**
 * @ingroup base
 * Settings of one part, all of them present and checked against their SettingInfo.
 */
class Settings
{
  public:
    void
    Set(const std::string& name, SettingValue value)
    {
        m_values[name] = std::move(value);
    }

    bool
    GetBoolean(const std::string& name) const
    {
        return std::get<bool>(m_values.at(name));
    }

    int64_t
    GetInteger(const std::string& name) const
    {
        return std::get<int64_t>(m_values.at(name));
    }

    double
    GetNumber(const std::string& name) const
    {
        return std::get<double>(m_values.at(name));
    }

    const std::string&
    GetText(const std::string& name) const
    {
        return std::get<std::string>(m_values.at(name));
    }

    std::chrono::nanoseconds
    GetDuration(const std::string& name) const
    {
        return std::chrono::nanoseconds{std::get<int64_t>(m_values.at(name))};
    }

    const std::map<std::string, SettingValue>&
    All() const
    {
        return m_values;
    }

  private:
    std::map<std::string, SettingValue> m_values;
};

} // namespace bindstorm

#endif // BINDSTORM_SETTING_H
