/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ATTACK_SETTINGS_H
#define BINDSTORM_ATTACK_SETTINGS_H

#include "attack-pattern.h"

#include "model/base/setting.h"

#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// @return the settings of the workload `attack`
std::vector<SettingInfo> DescribeAttackSettings();

/// @ingroup workload
AttackSettings ReadAttackSettings(const Settings& settings);

} // namespace bindstorm

#endif // BINDSTORM_ATTACK_SETTINGS_H
