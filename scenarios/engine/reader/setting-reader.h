/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SETTING_READER_H
#define BINDSTORM_SETTING_READER_H

#include "config-node.h"

#include "model/base/setting.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * Reads one value.
 * @param node what was written
 * @param info what is allowed
 * @param key the key for messages, e.g. "server.cpus"
 * @return the value in canonical form, so that equal meanings are equal: "10,11" for "10-11",
 *         parameters of parts sorted and without those that equal their default
 * @throws ConfigError "file:line:column: key ...: ..." for a wrong type, a value out of range, or
 *         text that cannot be read as what it stands for
 */
SettingValue ReadSetting(const ConfigNode& node, const SettingInfo& info, const std::string& key);

/// @ingroup engine
/// @param info a setting that has a default
/// @return the default in canonical form
SettingValue DefaultSetting(const SettingInfo& info);

/// @ingroup engine
/// @return a value as text, which reads back as the same value: durations with their unit
std::string FormatSetting(const SettingInfo& info, const SettingValue& value);

/// @ingroup engine
/// @return type and limits in words: "a whole number from 1 to 1024"
std::string DescribeAllowed(const SettingInfo& info);

/// @ingroup engine
/// @return whether values are written as text in quotes
bool IsWrittenAsText(SettingType type);

} // namespace bindstorm

#endif // BINDSTORM_SETTING_READER_H
