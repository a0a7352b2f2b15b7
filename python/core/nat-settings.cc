/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-settings.h"

#include "model/nat/nat-config-settings.h"

#include <algorithm>
#include <pybind11/stl.h>
#include <string>
#include <vector>

namespace py = pybind11;

namespace bindstorm
{

namespace
{

/// @return addresses as one text, which is what a scenario has
std::string
JoinAddresses(const py::handle& value)
{
    std::string text;
    for (const auto& address : value.cast<std::vector<std::string>>())
    {
        text += (text.empty() ? "" : ",") + address;
    }
    return text;
}

SettingValue
SettingValueOf(const SettingInfo& info, const py::handle& value)
{
    switch (info.type)
    {
    case SettingType::BOOLEAN:
        return value.cast<bool>();
    case SettingType::INTEGER:
    case SettingType::DURATION:
        return value.cast<int64_t>();
    case SettingType::ADDRESSES:
        return JoinAddresses(value);
    default:
        return value.cast<std::string>();
    }
}

} // namespace

NatConfig
NatConfigOf(const std::string& profile, const py::dict& settings)
{
    Settings given;
    given.Set(GetNatProfileSetting().name, profile);
    const auto known = GetNatSettings();
    for (const auto& [key, value] : settings)
    {
        const auto name = key.cast<std::string>();
        const auto found =
            std::ranges::find_if(known,
                                 [&](const NatSetting& each) { return each.info.name == name; });
        if (found == known.end())
        {
            throw ConfigError("a NAT has no setting \"" + name + "\"");
        }
        given.Set(name, SettingValueOf(found->info, value));
    }
    return MakeNatConfig(given);
}

} // namespace bindstorm
