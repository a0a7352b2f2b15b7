/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "random-engine.h"

#include "find-by-name.h"

namespace bindstorm
{

#define ENGINE(Name) RandomEngineInfo Describe##Name();
#include "engines.def"
#undef ENGINE

namespace
{

const RandomEngineInfo&
FindEngine(const ComponentSpec& spec)
{
    return FindByName(GetRandomEngines(), "generator", spec.GetName());
}

} // namespace

std::span<const RandomEngineInfo>
GetRandomEngines()
{
#define ENGINE(Name) Describe##Name(),
    static const std::vector<RandomEngineInfo> ENGINES{
#include "engines.def"
    };
#undef ENGINE
    return ENGINES;
}

std::unique_ptr<RandomEngine>
CreateRandomEngine(const ComponentSpec& spec, const StreamSeed& seed)
{
    const RandomEngineInfo& info = FindEngine(spec);
    return info.create(spec.Resolved(info.parameters), seed);
}

ComponentSpec
ResolveRandomEngine(const ComponentSpec& spec)
{
    const RandomEngineInfo& info = FindEngine(spec);
    ComponentSpec resolved = spec.Resolved(info.parameters);
    // Only the generator itself knows which numbers it can start from.
    info.create(resolved, StreamSeed(1, 0, "", "check"));
    return resolved;
}

} // namespace bindstorm
