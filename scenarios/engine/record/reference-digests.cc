/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reference-digests.h"

#include "whole-file.h"

#include "model/base/component-spec.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace bindstorm
{

namespace
{

using nlohmann::ordered_json;

ReferenceScenario
ReferenceFromJson(const std::string& name, const ordered_json& object)
{
    ReferenceScenario scenario{name, {}, {}};
    for (const auto& [key, value] : object.at("set").items())
    {
        scenario.overrides.push_back({key, value.get<std::string>()});
    }
    for (const ordered_json& run : object.at("digests"))
    {
        scenario.runs.push_back({run.at(0).get<std::string>(), run.at(1).get<std::string>()});
    }
    return scenario;
}

} // namespace

std::string
ParametersText(const std::vector<std::pair<std::string, std::string>>& parameters)
{
    std::string text;
    for (const auto& [key, value] : parameters)
    {
        text += (text.empty() ? "" : " ") + key + "=" + value;
    }
    return text;
}

std::vector<ReferenceScenario>
ReadReferenceDigests(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file.is_open() || file.bad())
    {
        throw ConfigError(path.string() + ": reference digests cannot be read");
    }
    try
    {
        const ordered_json all = ordered_json::parse(text);
        std::vector<ReferenceScenario> scenarios;
        for (const auto& [name, object] : all.items())
        {
            scenarios.push_back(ReferenceFromJson(name, object));
        }
        return scenarios;
    }
    catch (const ordered_json::exception& error)
    {
        throw ConfigError(path.string() + ": not a file of reference digests: " + error.what());
    }
}

void
WriteReferenceDigests(const std::filesystem::path& path,
                      const std::vector<ReferenceScenario>& scenarios)
{
    auto all = ordered_json::object();
    for (const ReferenceScenario& scenario : scenarios)
    {
        auto set = ordered_json::object();
        for (const Override& given : scenario.overrides)
        {
            set[given.key] = given.value;
        }
        auto digests = ordered_json::array();
        for (const ReferenceScenario::Run& run : scenario.runs)
        {
            digests.push_back({run.parameters, run.digest});
        }
        all[scenario.name] = {{"set", std::move(set)}, {"digests", std::move(digests)}};
    }
    WriteWholeFile(path, all.dump(1) + "\n");
}

} // namespace bindstorm
