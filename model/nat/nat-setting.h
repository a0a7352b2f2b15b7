/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_SETTING_H
#define BINDSTORM_NAT_SETTING_H

#include "nat-config.h"

#include "model/base/setting.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * One setting of a NAT as it is written in a scenario or given to Python. It has no default of its
 * own: what is not given is as the profile says.
 */
struct NatSetting
{
    SettingInfo info;
    std::string example{}; ///< as its value is written
    /// @return the value in a config; nothing where the config leaves it open
    std::function<std::optional<SettingValue>(const NatConfig&)> get;
    std::function<void(NatConfig&, const SettingValue&)> set;
};

/// @ingroup nat
/// @param name of the setting, for the message
/// @return place of the word that a value holds
/// @throws ConfigError when it is none of them
std::size_t FindNatWord(const std::string& name,
                        const SettingValue& value,
                        const std::vector<std::string>& words);

/// @ingroup nat
/// @return a setting that is one word of an enumeration
template <class Enum>
NatSetting
NatChoice(const std::string& name,
          Enum NatConfig::*member,
          const std::vector<std::string>& words,
          const std::string& help)
{
    return {.info = {.name = name,
                     .type = SettingType::CHOICE,
                     .defaultValue = {},
                     .choices = words,
                     .help = help},
            .get = [member, words](const NatConfig& config)
            { return SettingValue(words[static_cast<std::size_t>(config.*member)]); },
            .set = [name, member, words](NatConfig& config, const SettingValue& value)
            { config.*member = static_cast<Enum>(FindNatWord(name, value, words)); }};
}

/// @ingroup nat
/// @return mapping or filtering, of all the protocols
NatSetting NatDependenceOf(const std::string& name,
                           NatDependence NatProtocolBehaviour::*member,
                           const std::vector<NatProtocolBehaviour NatConfig::*>& protocols,
                           const std::string& help);

NatSetting NatComponent(const std::string& name,
                        SettingType type,
                        ComponentSpec NatConfig::*member,
                        ComponentSpec (*resolve)(const ComponentSpec&),
                        const std::string& help);

NatSetting NatSwitch(const std::string& name, bool NatConfig::*member, const std::string& help);

NatSetting NatNumber(const std::string& name,
                     uint32_t NatConfig::*member,
                     double high,
                     const std::string& unit,
                     const std::string& help);

NatSetting NatHold(const std::string& name, NatTime NatConfig::*member, const std::string& help);

NatSetting NatTimer(const std::string& name,
                    NatTime NatTimers::*member,
                    double low,
                    const std::string& help);

NatSetting NatAddress(const std::string& name,
                      std::optional<uint32_t> NatConfig::*member,
                      const std::string& help);

} // namespace bindstorm

#endif // BINDSTORM_NAT_SETTING_H
