/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_OVERRIDE_OPTION_H
#define BINDSTORM_OVERRIDE_OPTION_H

#include "scenarios/engine/scenario.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup program
 * @param texts what was given with --set, "key=value" each
 * @throws ConfigError for one without a key or "="
 */
std::vector<Override> ParseOverrides(const std::vector<std::string>& texts);

} // namespace bindstorm

#endif // BINDSTORM_OVERRIDE_OPTION_H
