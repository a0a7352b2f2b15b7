/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORKLOAD_SETTINGS_H
#define BINDSTORM_WORKLOAD_SETTINGS_H

#include "workload.h"

#include <string>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// Settings that every workload which opens sockets takes: protocol, address, device,
/// reuse_address.
std::vector<SettingInfo> SocketSettings();

/// @ingroup workload
/// @return the settings of a workload: those of its sockets after its own
std::vector<SettingInfo> WithSocketSettings(std::vector<SettingInfo> own);

/// @ingroup workload
/// @return a whole number from 1 to 10^12 that says how often
SettingInfo CountSetting(const std::string& name, int64_t defaultValue, const std::string& help);

/// @ingroup workload
/// @return number of processes, 1 to 10^6
SettingInfo ProcessesSetting(int64_t defaultValue);

/// @ingroup workload
/// @return ports of automatic choice: in range, neither reserved nor excluded; ascending
std::vector<uint16_t> EligiblePorts(const SocketTable::Config& config);

/// @ingroup workload
Protocol ProtocolOf(const Settings& settings);

/// @ingroup workload
PortRequest RequestOf(const Settings& settings);

} // namespace bindstorm

#endif // BINDSTORM_WORKLOAD_SETTINGS_H
