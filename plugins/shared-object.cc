/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "shared-object.h"

#include "c-allocator.h"

#include <dlfcn.h>
#include <memory>

namespace bindstorm
{

namespace
{

/// Leaves a shared object again, unless it is kept.
class LoadedObject
{
  public:
    explicit LoadedObject(const std::filesystem::path& path)
        // A name without a slash would be looked for where libraries are.
        : m_handle(dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL))
    {
        if (m_handle == nullptr)
        {
            throw ConfigError(std::string("it cannot be loaded: ") + dlerror());
        }
    }

    LoadedObject(const LoadedObject&) = delete;
    LoadedObject& operator=(const LoadedObject&) = delete;

    ~LoadedObject()
    {
        if (m_handle != nullptr)
        {
            dlclose(m_handle);
        }
    }

    const BindstormAllocator*
    Describe() const
    {
        void* const symbol = dlsym(m_handle, "bindstorm_plugin");
        if (symbol == nullptr)
        {
            throw ConfigError("it is a shared object without the symbol bindstorm_plugin");
        }
        return reinterpret_cast<decltype(&bindstorm_plugin)>(symbol)();
    }

    void
    Keep()
    {
        m_handle = nullptr;
    }

  private:
    void* m_handle;
};

void
CheckDescription(const BindstormAllocator* description)
{
    if (description == nullptr)
    {
        throw ConfigError("bindstorm_plugin() returned no description");
    }
    if (description->abiVersion != BINDSTORM_PLUGIN_ABI)
    {
        throw ConfigError("it was built for version " + std::to_string(description->abiVersion) +
                          " of the plug-in interface, and this is version " +
                          std::to_string(BINDSTORM_PLUGIN_ABI) +
                          "; build it with the header that `bindstorm plugin-header` prints");
    }
    if (description->size < sizeof(BindstormAllocator))
    {
        throw ConfigError("its description has " + std::to_string(description->size) +
                          " bytes, must have " + std::to_string(sizeof(BindstormAllocator)) +
                          ": .size = sizeof(BindstormAllocator) is expected");
    }
    if (description->name == nullptr)
    {
        throw ConfigError("its allocator has no name");
    }
    if (description->choose == nullptr)
    {
        throw ConfigError("its allocator has no function choose()");
    }
    if (description->lockScope > BINDSTORM_LOCK_CHAIN)
    {
        throw ConfigError("its lockScope is " + std::to_string(description->lockScope) +
                          ", must be BINDSTORM_LOCK_TABLE or BINDSTORM_LOCK_CHAIN");
    }
    if ((description->flags & ~(BINDSTORM_NEEDS_CHAINS | BINDSTORM_USES_FREE_SET)) != 0)
    {
        throw ConfigError("its flags are " + std::to_string(description->flags) +
                          ", and some are not known");
    }
    if (description->parameterCount > 0 && description->parameters == nullptr)
    {
        throw ConfigError("it has " + std::to_string(description->parameterCount) +
                          " parameters and does not say which");
    }
}

std::string
TextOrNothing(const char* text)
{
    return text != nullptr ? text : "";
}

std::vector<ParameterInfo>
ReadParameters(const BindstormAllocator& description)
{
    std::vector<ParameterInfo> parameters;
    for (uint32_t i = 0; i < description.parameterCount; ++i)
    {
        const BindstormParameter& read = description.parameters[i];
        ParameterInfo& parameter = parameters.emplace_back();
        parameter.name = TextOrNothing(read.name);
        parameter.defaultValue = TextOrNothing(read.defaultValue);
        parameter.help = TextOrNothing(read.help);
        for (const char* const* choice = read.choices; choice != nullptr && *choice != nullptr;
             ++choice)
        {
            parameter.choices.emplace_back(*choice);
        }
    }
    return parameters;
}

AllocatorNames
LoadAndAdd(const std::filesystem::path& path, const std::string& hash)
try
{
    LoadedObject object(path);
    const BindstormAllocator* const description = object.Describe();
    CheckDescription(description);
    PortAllocatorInfo info{
        .name = description->name,
        .summary = TextOrNothing(description->summary),
        .source = description->source != nullptr ? description->source : path.string(),
        .defaultChains = description->defaultChains,
        .lockScope =
            description->lockScope == BINDSTORM_LOCK_TABLE ? LockScope::TABLE : LockScope::CHAIN,
        .needsChains = (description->flags & BINDSTORM_NEEDS_CHAINS) != 0,
        .usesFreeSet = (description->flags & BINDSTORM_USES_FREE_SET) != 0,
        .parameters = ReadParameters(*description),
        .create = [description](const ComponentSpec& spec) -> std::unique_ptr<PortAllocator>
        { return std::make_unique<CAllocator>(*description, spec); },
        .plugin = {.path = path.string(), .hash = hash}};
    AllocatorNames names{AddPortAllocator(std::move(info)).name};
    object.Keep();
    return names;
}
catch (const ConfigError& error)
{
    throw ConfigError("plug-in '" + path.string() + "': " + error.what());
}

} // namespace

const AllocatorNames&
LoadSharedObject(const std::filesystem::path& path, const std::string& hash)
{
    return LoadOnce(path, hash, [&]() { return LoadAndAdd(path, hash); });
}

} // namespace bindstorm
