/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-setting.h"

#include "model/base/nearest-name.h"

#include "nat-address-text.h"

namespace bindstorm
{

namespace
{

/// As CheckNatConfig() allows: ten years.
constexpr double LONGEST = 3600e9 * 24 * 365 * 10;

const std::vector<std::string>&
DependenceWords()
{
    static const std::vector<std::string> words{"endpoint-independent",
                                                "address-dependent",
                                                "address-and-port-dependent"};
    return words;
}

SettingInfo
DurationInfo(const std::string& name, double low, const std::string& help)
{
    return {.name = name,
            .type = SettingType::DURATION,
            .defaultValue = {},
            .low = low,
            .high = LONGEST,
            .help = help};
}

} // namespace

std::size_t
FindNatWord(const std::string& name,
            const SettingValue& value,
            const std::vector<std::string>& words)
{
    const auto& given = std::get<std::string>(value);
    const auto word = std::ranges::find(words, given);
    if (word == words.end())
    {
        throw ConfigError("NAT: " + name + " \"" + given + "\": expected is " + JoinNames(words));
    }
    return static_cast<std::size_t>(word - words.begin());
}

NatSetting
NatDependenceOf(const std::string& name,
                NatDependence NatProtocolBehaviour::*member,
                const std::vector<NatProtocolBehaviour NatConfig::*>& protocols,
                const std::string& help)
{
    return {.info = {.name = name,
                     .type = SettingType::CHOICE,
                     .defaultValue = {},
                     .choices = DependenceWords(),
                     .help = help},
            .get =
                [member, protocols](const NatConfig& config)
            {
                const auto which = static_cast<std::size_t>(config.*protocols.front().*member);
                return SettingValue(DependenceWords()[which]);
            },
            .set =
                [name, member, protocols](NatConfig& config, const SettingValue& value)
            {
                for (const auto protocol : protocols)
                {
                    config.*protocol.*member =
                        static_cast<NatDependence>(FindNatWord(name, value, DependenceWords()));
                }
            }};
}

NatSetting
NatComponent(const std::string& name,
             SettingType type,
             ComponentSpec NatConfig::*member,
             ComponentSpec (*resolve)(const ComponentSpec&),
             const std::string& help)
{
    return {.info = {.name = name, .type = type, .defaultValue = {}, .help = help},
            .get = [member, resolve](const NatConfig& config)
            { return SettingValue(resolve(config.*member).ToString()); },
            .set = [member, resolve](NatConfig& config, const SettingValue& value)
            { config.*member = resolve(ComponentSpec::Parse(std::get<std::string>(value))); }};
}

NatSetting
NatSwitch(const std::string& name, bool NatConfig::*member, const std::string& help)
{
    return {.info = {.name = name, .type = SettingType::BOOLEAN, .defaultValue = {}, .help = help},
            .get = [member](const NatConfig& config) { return SettingValue(config.*member); },
            .set = [member](NatConfig& config, const SettingValue& value)
            { config.*member = std::get<bool>(value); }};
}

NatSetting
NatNumber(const std::string& name,
          uint32_t NatConfig::*member,
          double high,
          const std::string& unit,
          const std::string& help)
{
    return {.info = {.name = name,
                     .type = SettingType::INTEGER,
                     .defaultValue = {},
                     .low = 0,
                     .high = high,
                     .help = help,
                     .unit = unit},
            .get = [member](const NatConfig& config)
            { return SettingValue(int64_t{config.*member}); },
            .set = [member](NatConfig& config, const SettingValue& value)
            { config.*member = static_cast<uint32_t>(std::get<int64_t>(value)); }};
}

NatSetting
NatHold(const std::string& name, NatTime NatConfig::*member, const std::string& help)
{
    return {.info = DurationInfo(name, 0, help),
            .get = [member](const NatConfig& config)
            { return SettingValue(int64_t{(config.*member).count()}); },
            .set = [member](NatConfig& config, const SettingValue& value)
            { config.*member = NatTime{std::get<int64_t>(value)}; }};
}

NatSetting
NatTimer(const std::string& name, NatTime NatTimers::*member, double low, const std::string& help)
{
    return {.info = DurationInfo(name, low, help),
            .get = [member](const NatConfig& config)
            { return SettingValue(int64_t{(config.timers.*member).count()}); },
            .set = [member](NatConfig& config, const SettingValue& value)
            { config.timers.*member = NatTime{std::get<int64_t>(value)}; }};
}

NatSetting
NatAddress(const std::string& name,
           std::optional<uint32_t> NatConfig::*member,
           const std::string& help)
{
    return {.info = {.name = name, .type = SettingType::ADDRESS, .defaultValue = {}, .help = help},
            .example = "\"10.0.0.2\"",
            .get =
                [member](const NatConfig& config)
            {
                const auto& address = config.*member;
                return address ? std::optional<SettingValue>(Ipv4Text(*address)) : std::nullopt;
            },
            .set = [member](NatConfig& config, const SettingValue& value)
            { config.*member = ParseIpv4(std::get<std::string>(value)); }};
}

} // namespace bindstorm
