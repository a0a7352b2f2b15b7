/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "stored-run.h"

#include "sha256.h"

#include <nlohmann/json.hpp>

namespace bindstorm
{

std::string
ExperimentPlan::Identity() const
{
    nlohmann::json plan{"bindstorm experiment 1", name, Sha256(scenarioText)};
    for (const Run& planned : runs)
    {
        plan.push_back({{"identity", planned.identity}, {"parameters", planned.parameters}});
    }
    return Sha256(plan.dump());
}

} // namespace bindstorm
