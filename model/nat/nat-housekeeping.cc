/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-housekeeping.h"

#include "model/base/find-by-name.h"

namespace bindstorm
{

#define NAT_HOUSEKEEPING(Name) NatHousekeepingInfo Describe##Name##Housekeeping();
#include "nat-housekeeping.def"
#undef NAT_HOUSEKEEPING

std::span<const NatHousekeepingInfo>
GetNatHousekeeping()
{
    static const std::vector<NatHousekeepingInfo> all{
#define NAT_HOUSEKEEPING(Name) Describe##Name##Housekeeping(),
#include "nat-housekeeping.def"
#undef NAT_HOUSEKEEPING
    };
    return all;
}

std::unique_ptr<NatHousekeeping>
CreateNatHousekeeping(const ComponentSpec& spec, NatLinkPool& pool)
{
    const auto& info = FindByName(GetNatHousekeeping(), "NAT housekeeping", spec.GetName());
    return info.create(spec.Resolved(info.parameters), pool);
}

ComponentSpec
ResolveNatHousekeeping(const ComponentSpec& spec)
{
    const auto& info = FindByName(GetNatHousekeeping(), "NAT housekeeping", spec.GetName());
    ComponentSpec resolved = spec.Resolved(info.parameters);
    // A value that the part refuses is refused where it is written.
    NatLinkPool none;
    info.create(resolved, none);
    return resolved;
}

} // namespace bindstorm
