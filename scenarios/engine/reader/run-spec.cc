/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/scenario.h"

#include <algorithm>

namespace bindstorm
{

std::optional<std::string>
RunSpec::Parameter(const std::string& name) const
{
    const auto parameter =
        std::ranges::find_if(parameters, [&](const auto& pair) { return pair.first == name; });
    return parameter == parameters.end() ? std::nullopt : std::optional(parameter->second);
}

bool
RunSpec::Matches(const Selection& selection) const
{
    return std::ranges::all_of(selection,
                               [this](const auto& wanted)
                               { return Parameter(wanted.first) == wanted.second; });
}

} // namespace bindstorm
