/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-allocator.h"

#include "model/base/find-by-name.h"

#include <array>

namespace bindstorm
{

#define ALLOCATOR(Name) PortAllocatorInfo Describe##Name();
#include "allocators.def"
#undef ALLOCATOR

std::span<const PortAllocatorInfo>
GetPortAllocators()
{
    static const std::array INFOS{
#define ALLOCATOR(Name) Describe##Name(),
#include "allocators.def"
#undef ALLOCATOR
    };
    return INFOS;
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
    ComponentSpec resolved = spec;
    resolved.Resolve(FindPortAllocator(spec.GetName()).parameters);
    return resolved;
}

} // namespace bindstorm
