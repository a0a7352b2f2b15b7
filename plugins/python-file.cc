/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "python-file.h"

#include "python-allocator.h"
#include "python-process.h"

#include <nlohmann/json.hpp>

namespace bindstorm
{

namespace
{

PortAllocatorInfo
ReadClass(const nlohmann::json& described, const std::shared_ptr<PythonSource>& source)
{
    PortAllocatorInfo info{.name = described.at("name"),
                           .summary = described.at("summary"),
                           .source = described.at("source"),
                           .defaultChains = described.at("chains"),
                           .lockScope = described.at("lock") == "table" ? LockScope::TABLE
                                                                        : LockScope::CHAIN,
                           .needsChains = false,
                           .usesFreeSet = described.at("uses_free_set"),
                           .parameters = {},
                           .create = {}};
    if (info.source.empty())
    {
        info.source = source->path;
    }
    for (const nlohmann::json& parameter : described.at("parameters"))
    {
        info.parameters.push_back({.name = parameter.at("name"),
                                   .defaultValue = parameter.at("default"),
                                   .choices = parameter.at("choices"),
                                   .help = parameter.at("help")});
    }
    info.create = [source](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
    { return std::make_unique<PythonAllocator>(source, spec); };
    return info;
}

} // namespace

const AllocatorNames&
LoadPythonFile(const std::filesystem::path& path, const std::string& text, const std::string& hash)
{
    const auto load = [&]()
    {
        const auto source = std::make_shared<PythonSource>();
        source->path = path.string();
        source->text = text;
        AllocatorNames names;
        const PythonProcess process(source->path, text);
        for (const nlohmann::json& described : nlohmann::json::parse(process.GetClasses()))
        {
            try
            {
                PortAllocatorInfo info = ReadClass(described, source);
                info.plugin = {.path = source->path, .hash = hash};
                names.push_back(AddPortAllocator(std::move(info)).name);
            }
            catch (const ConfigError& error)
            {
                throw ConfigError("plug-in '" + source->path + "': " + error.what());
            }
        }
        return names;
    };
    return LoadOnce(path, hash, load);
}

} // namespace bindstorm
