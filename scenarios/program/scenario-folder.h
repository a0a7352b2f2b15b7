/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCENARIO_FOLDER_H
#define BINDSTORM_SCENARIO_FOLDER_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup program
 * The folder of the scenarios that came with this program: what BINDSTORM_SCENARIOS names, else the
 * nearest folder "scenarios" (with a folder "costs" in it) above the program's own file.
 */
std::optional<std::filesystem::path> FindScenarioFolder();

/**
 * @ingroup program
 * @param name a path to a scenario file, or the name of a shipped one with or without folder and
 *        ending: "quick", "bind-storm/quick", "bind-storm/quick.toml"
 * @throws ConfigError when there is none, with the nearest name
 */
std::filesystem::path FindScenario(const std::string& name);

/**
 * @ingroup program
 * @return the digests that came with the scenarios: results/reference/digests.json beside their
 *         folder, else beside a folder above the program's own file
 * @throws ConfigError when there are none
 */
std::filesystem::path FindReferenceDigests();

/// @ingroup program
/// @return scenario files below the folder, sorted
std::vector<std::filesystem::path> ListScenarios(const std::filesystem::path& folder);

} // namespace bindstorm

#endif // BINDSTORM_SCENARIO_FOLDER_H
