/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-allocator.h"

#include "model/base/find-by-name.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace bindstorm
{

#define ALLOCATOR(Name) PortAllocatorInfo Describe##Name();
#include "allocators.def"
#undef ALLOCATOR

namespace
{

std::deque<PortAllocatorInfo>&
AllocatorRegistry()
{
    static std::deque<PortAllocatorInfo> infos{
#define ALLOCATOR(Name) Describe##Name(),
#include "allocators.def"
#undef ALLOCATOR
    };
    return infos;
}

/// Throws where a ComponentSpec could not carry a parameter, or no value were allowed.
void
CheckParameter(const PortAllocatorInfo& info, const ParameterInfo& parameter)
{
    const auto isEqual = [&](const ParameterInfo& other) { return other.name == parameter.name; };
    if (parameter.name.empty() || std::ranges::count_if(info.parameters, isEqual) > 1)
    {
        throw ConfigError("allocator '" + info.name + "': parameter '" + parameter.name + "' " +
                          (parameter.name.empty() ? "has no name" : "is there twice"));
    }
    std::vector<std::string> values = parameter.choices;
    if (!parameter.defaultValue.empty())
    {
        values.push_back(parameter.defaultValue);
    }
    for (const std::string& value : values)
    {
        ComponentSpec spec(info.name, {{parameter.name, value}});
        spec.Resolve(info.parameters);
    }
}

} // namespace

const std::deque<PortAllocatorInfo>&
GetPortAllocators()
{
    return AllocatorRegistry();
}

const PortAllocatorInfo&
AddPortAllocator(PortAllocatorInfo info)
{
    // The constructor refuses what is not a name.
    const ComponentSpec spec(info.name);
    auto& registry = AllocatorRegistry();
    if (std::ranges::find(registry, spec.GetName(), &PortAllocatorInfo::name) != registry.end())
    {
        throw ConfigError("there is an allocator '" + info.name + "' already; choose another name");
    }
    if (!std::has_single_bit(info.defaultChains) || info.defaultChains > 65536)
    {
        throw ConfigError("allocator '" + info.name + "': default chains " +
                          std::to_string(info.defaultChains) +
                          ": a power of two from 1 to 65536 is expected");
    }
    for (const ParameterInfo& parameter : info.parameters)
    {
        CheckParameter(info, parameter);
    }
    return registry.emplace_back(std::move(info));
}

const PortAllocatorInfo&
FindPortAllocator(const std::string& name)
{
    return FindByName(GetPortAllocators(), "allocator", name);
}

std::unique_ptr<PortAllocator>
CreatePortAllocator(const ComponentSpec& spec)
{
    return FindPortAllocator(spec.GetName()).create(ResolvePortAllocator(spec));
}

ComponentSpec
ResolvePortAllocator(const ComponentSpec& spec)
{
    return spec.Resolved(FindPortAllocator(spec.GetName()).parameters);
}

} // namespace bindstorm
