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

std::unique_ptr<NatClock>
CreateNatClock(const ComponentSpec& spec)
{
    const NatClockInfo& info = FindByName(GetNatClocks(), "NAT clock", spec.GetName());
    return info.create(ResolveNatClock(spec));
}

ComponentSpec
ResolveNatClock(const ComponentSpec& spec)
{
    ComponentSpec resolved = spec;
    resolved.Resolve(FindByName(GetNatClocks(), "NAT clock", spec.GetName()).parameters);
    return resolved;
}

} // namespace bindstorm
