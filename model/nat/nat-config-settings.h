/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_CONFIG_SETTINGS_H
#define BINDSTORM_NAT_CONFIG_SETTINGS_H

#include "nat-setting.h"

#include <span>

namespace bindstorm
{

/// @ingroup nat
/// @return all settings but the profile, in the order of the reference; one that sets several
///         (mapping) comes before those it may be overridden by (tcp_mapping)
std::span<const NatSetting> GetNatSettings();

/// @ingroup nat
/// @return the setting "profile"
const SettingInfo& GetNatProfileSetting();

/**
 * @ingroup nat
 * @param given any of the settings, and "profile"; others are left alone
 * @return the profile's config with what is given
 * @throws ConfigError when they cannot go together, see CheckNatConfig()
 */
NatConfig MakeNatConfig(const Settings& given);

/// @ingroup nat
/// @return every setting that the config does not leave open, and the profile's name for the
///         default one: MakeNatConfig() of it gives an equal config
Settings MakeNatSettings(const NatConfig& config);

} // namespace bindstorm

#endif // BINDSTORM_NAT_CONFIG_SETTINGS_H
