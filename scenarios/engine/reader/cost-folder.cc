/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "cost-folder.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <system_error>

namespace bindstorm
{

namespace
{

/// @return the .toml files of a folder, by name
std::vector<std::filesystem::path>
TomlFiles(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    {
        if (entry.path().extension() == ".toml" && entry.is_regular_file(error))
        {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::filesystem::path
FolderOf(const std::filesystem::path& scenario)
{
    return std::filesystem::absolute(scenario).lexically_normal().parent_path();
}

} // namespace

std::vector<std::filesystem::path>
CostFolders(const std::filesystem::path& scenario)
{
    const std::filesystem::path folder = FolderOf(scenario);
    std::vector<std::filesystem::path> folders{folder.parent_path() / "costs", folder / "costs"};
    // Read once a scenario, before any thread of the program starts.
    const char* const extra = std::getenv("BINDSTORM_SCENARIOS"); // NOLINT(concurrency-mt-unsafe)
    if (extra != nullptr && *extra != '\0')
    {
        folders.push_back(std::filesystem::path(extra) / "costs");
    }
    return folders;
}

std::filesystem::path
FindCostTable(const std::string& costs, const std::filesystem::path& scenario)
{
    std::error_code error;
    if (costs.find('/') != std::string::npos || costs.ends_with(".toml"))
    {
        std::filesystem::path path = (FolderOf(scenario) / costs).lexically_normal();
        if (!std::filesystem::is_regular_file(path, error))
        {
            throw ConfigError("no cost table at " + path.string());
        }
        return path;
    }
    std::vector<std::string> names;
    std::string places;
    std::set<std::filesystem::path> seen;
    for (const std::filesystem::path& folder : CostFolders(scenario))
    {
        if (!seen.insert(std::filesystem::weakly_canonical(folder, error)).second)
        {
            continue; // the shipped one, when the scenario lies beside it
        }
        std::filesystem::path path = folder / (costs + ".toml");
        if (std::filesystem::is_regular_file(path, error))
        {
            return path;
        }
        for (const std::filesystem::path& file : TomlFiles(folder))
        {
            names.push_back(file.stem().string());
        }
        places += (places.empty() ? "" : ", ") + folder.string();
    }
    throw ConfigError(DescribeUnknownName("cost table", costs, names) + " (looked for " + costs +
                      ".toml in " + places + ")");
}

std::vector<CostTableFile>
ListCostTables(const std::filesystem::path& folder)
{
    std::vector<CostTableFile> tables;
    for (const std::filesystem::path& file : TomlFiles(folder))
    {
        tables.push_back(ReadCostTable(file));
    }
    return tables;
}

} // namespace bindstorm
