/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenario-folder.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"

#include <algorithm>
#include <cstdlib>

namespace bindstorm
{

namespace fs = std::filesystem;

std::optional<fs::path>
FindScenarioFolder()
{
    if (const char* given = std::getenv("BINDSTORM_SCENARIOS"); given != nullptr && *given != '\0')
    {
        return fs::path(given);
    }
    std::error_code ignored; // no answer is the same as no folder
    fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    while (folder.has_relative_path())
    {
        if (fs::is_directory(folder / "scenarios" / "costs", ignored))
        {
            return folder / "scenarios";
        }
        folder = folder.parent_path();
    }
    return std::nullopt;
}

fs::path
FindReferenceDigests()
{
    const fs::path file = fs::path("results") / "reference" / "digests.json";
    std::error_code ignored; // no answer is the same as no file
    const auto scenarios = FindScenarioFolder();
    if (scenarios)
    {
        fs::path beside = fs::absolute(*scenarios, ignored).lexically_normal();
        beside = beside.has_filename() ? beside.parent_path() : beside.parent_path().parent_path();
        if (fs::is_regular_file(beside / file, ignored))
        {
            return beside / file;
        }
    }
    // BINDSTORM_SCENARIOS may name a folder of one's own, which has no digests.
    fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    while (folder.has_relative_path())
    {
        if (fs::is_regular_file(folder / file, ignored))
        {
            return folder / file;
        }
        folder = folder.parent_path();
    }
    throw ConfigError("no " + file.string() + " beside the scenarios" +
                      (scenarios ? " in " + scenarios->string() : std::string()) +
                      "; name the file with --reference");
}

std::vector<fs::path>
ListScenarios(const fs::path& folder)
{
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
    {
        const bool isCost = entry.path().parent_path().filename() == "costs";
        if (entry.is_regular_file() && entry.path().extension() == ".toml" && !isCost)
        {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

fs::path
FindScenario(const std::string& name)
{
    if (fs::is_regular_file(name))
    {
        return name;
    }
    std::vector<std::string> known;
    if (const auto folder = FindScenarioFolder(); folder && fs::is_directory(*folder))
    {
        for (const fs::path& path : ListScenarios(*folder))
        {
            const fs::path relative = fs::relative(path, *folder);
            fs::path bare = relative;
            bare.replace_extension();
            if (name == relative || name == bare || name == bare.filename() ||
                name == relative.filename())
            {
                return path;
            }
            known.push_back(bare.string());
        }
    }
    std::string message = "no scenario file '" + name + "', and no shipped scenario of that name";
    if (const auto nearest = NearestName(name, known))
    {
        message += ", did you mean '" + *nearest + "'?";
    }
    throw ConfigError(message);
}

} // namespace bindstorm
