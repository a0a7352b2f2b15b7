/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "plugin-files.h"

#include "model/ports/port-allocator.h"
#include "plugins/python-file.h"
#include "plugins/shared-object.h"
#include "results/sha256.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace bindstorm
{

namespace
{

std::string
ReadPlugin(const std::filesystem::path& path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (error || !std::filesystem::is_regular_file(status))
    {
        throw ConfigError("plug-in '" + path.string() +
                          "': " + (error ? error.message() : std::string("it is not a file")));
    }
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file)
    {
        throw ConfigError("plug-in '" + path.string() + "': it cannot be read");
    }
    return content;
}

} // namespace

void
LoadPlugins(const std::vector<std::string>& paths)
{
    for (const std::string& path : paths)
    {
        const std::string content = ReadPlugin(path);
        if (path.ends_with(".py"))
        {
            LoadPythonFile(path, content, Sha256(content));
        }
        else
        {
            LoadSharedObject(path, Sha256(content));
        }
    }
}

std::vector<std::string>
PluginsOfEnvironment()
{
    std::vector<std::string> paths;
    const char* const given = std::getenv("BINDSTORM_PLUGINS");
    std::istringstream text(given != nullptr ? given : "");
    for (std::string path; std::getline(text, path, ':');)
    {
        if (!path.empty())
        {
            paths.push_back(path);
        }
    }
    return paths;
}

std::map<std::string, std::string>
PluginsOf(const RunSpec& run)
{
    std::map<std::string, std::string> plugins;
    const auto add = [&](const std::string& allocator)
    {
        const PluginOrigin& origin = FindPortAllocator(allocator).plugin;
        if (!origin.hash.empty())
        {
            plugins[origin.hash] = origin.path;
        }
    };
    for (const HostSpec& host : run.simulation.hosts)
    {
        add(host.allocator.GetName());
    }
    for (const NatBoxSpec& box : run.simulation.boxes)
    {
        if (box.config.ports.GetName() == "allocator")
        {
            add(box.config.ports.Get("name").value());
        }
    }
    return plugins;
}

std::string
PluginHash(const RunSpec& run)
{
    std::string hashes;
    for (const auto& [hash, path] : PluginsOf(run))
    {
        hashes += (hashes.empty() ? "" : " ") + hash;
    }
    return hashes;
}

} // namespace bindstorm
