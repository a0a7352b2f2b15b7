/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "override-option.h"

#include "model/base/component-spec.h"

namespace bindstorm
{

std::vector<Override>
ParseOverrides(const std::vector<std::string>& texts)
{
    std::vector<Override> overrides;
    for (const std::string& text : texts)
    {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
        {
            throw ConfigError("--set " + text + ": write key=value, e.g. --set seed=7");
        }
        overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return overrides;
}

} // namespace bindstorm
