/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-example.h"

#include "duration.h"
#include "number-text.h"
#include "setting-reader.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-port-choice.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"
#include "model/ports/port-range.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/// Something within the limits of a setting that has no default.
SettingValue
AnyValue(const SettingInfo& info)
{
    switch (info.type)
    {
    case SettingType::BOOLEAN:
        return true;
    case SettingType::INTEGER:
        return std::clamp<int64_t>(1, IntegerLimit(info.low), IntegerLimit(info.high));
    case SettingType::NUMBER:
        return std::clamp(0.5, info.low, info.high);
    case SettingType::TEXT:
        return "text";
    case SettingType::CHOICE:
        return info.choices.front();
    case SettingType::DURATION:
        return std::clamp<int64_t>(1'000'000, IntegerLimit(info.low), IntegerLimit(info.high));
    case SettingType::RANGE:
        return PortRange().ToString();
    case SettingType::PORTS:
        return "10250,30000-32767";
    case SettingType::ADDRESS:
        return "192.0.2.1";
    case SettingType::ALLOCATOR:
        return GetPortAllocators().front().name;
    case SettingType::GENERATOR:
        return GetRandomEngines().front().name;
    case SettingType::BUSY:
        return GetBusyPatterns().front().name;
    case SettingType::ADDRESSES:
        return "203.0.113.1";
    case SettingType::ENDPOINT:
        return "192.0.2.1:80";
    case SettingType::NAT_INDEX:
        return GetNatIndexes().front().name;
    case SettingType::NAT_HOUSEKEEPING:
        return GetNatHousekeeping().front().name;
    case SettingType::NAT_CLOCK:
        return GetNatClocks().front().name;
    case SettingType::NAT_PORTS:
        return GetNatPortChoices().front().name;
    }
    return {};
}

} // namespace

std::string
WriteToml(const SettingInfo& info, const SettingValue& value)
{
    const std::string text = FormatSetting(info, value);
    return IsWrittenAsText(info.type) ? "\"" + text + "\"" : text;
}

std::string
ExampleOf(const KeyInfo& key)
{
    switch (key.shape)
    {
    case KeyShape::TABLE:
    case KeyShape::TABLES:
    case KeyShape::AXES:
        return {};
    case KeyShape::SETTING:
    case KeyShape::NAME:
    case KeyShape::COST:
    case KeyShape::COSTS:
    case KeyShape::SELECTION:
    case KeyShape::INTERVAL:
    case KeyShape::COLUMNS:
    case KeyShape::NAMES:
        break;
    }
    if (!key.example.empty())
    {
        return key.example;
    }
    const SettingInfo& info = key.setting;
    return WriteToml(info, info.defaultValue ? DefaultSetting(info) : AnyValue(info));
}

} // namespace bindstorm
