/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-clock.h"

#include "model/base/find-by-name.h"

namespace bindstorm
{

#define NAT_CLOCK(Name) NatClockInfo Describe##Name##Clock();
#include "nat-clocks.def"
#undef NAT_CLOCK

std::span<const NatClockInfo>
GetNatClocks()
{
    static const std::vector<NatClockInfo> all{
#define NAT_CLOCK(Name) Describe##Name##Clock(),
#include "nat-clocks.def"
#undef NAT_CLOCK
    };
    return all;
}

const NatClockInfo&
FindNatClock(const std::string& name)
{
    return FindByName(GetNatClocks(), "NAT clock", name);
}

std::unique_ptr<NatClock>
CreateNatClock(const ComponentSpec& spec)
{
    const auto& info = FindNatClock(spec.GetName());
    return info.create(spec.Resolved(info.parameters));
}

ComponentSpec
ResolveNatClock(const ComponentSpec& spec)
{
    const auto& info = FindNatClock(spec.GetName());
    ComponentSpec resolved = spec.Resolved(info.parameters);
    // A value that the part refuses is refused where it is written.
    info.create(resolved);
    return resolved;
}

} // namespace bindstorm
