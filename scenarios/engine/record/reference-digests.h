/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_REFERENCE_DIGESTS_H
#define BINDSTORM_REFERENCE_DIGESTS_H

#include "scenarios/engine/scenario.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What a scenario gave when its digests were written: the runs of the file with a few settings
 * changed, so that they are short.
 */
struct ReferenceScenario
{
    struct Run
    {
        std::string parameters; ///< see ParametersText()
        std::string digest;
    };

    std::string name; ///< of a shipped scenario, or the path of a file
    std::vector<Override> overrides;
    std::vector<Run> runs; ///< in the order of the scenario
};

/// @ingroup engine
/// @return "key=value key=value", in the order of the scenario; nothing for a run without
std::string ParametersText(const std::vector<std::pair<std::string, std::string>>& parameters);

/**
 * @ingroup engine
 * @param path a JSON file: an object by scenario with "set", overrides by key, and "digests", a
 *        list of [parameters, digest]
 * @return the scenarios in the order of the file
 * @throws ConfigError when there is no such file or it has another form
 */
std::vector<ReferenceScenario> ReadReferenceDigests(const std::filesystem::path& path);

/**
 * @ingroup engine
 * Replaces the file as a whole: whoever is killed leaves the old one.
 * @throws std::runtime_error when it cannot be written
 */
void WriteReferenceDigests(const std::filesystem::path& path,
                           const std::vector<ReferenceScenario>& scenarios);

} // namespace bindstorm

#endif // BINDSTORM_REFERENCE_DIGESTS_H
