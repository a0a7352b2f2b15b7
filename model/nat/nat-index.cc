/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-index.h"

#include "model/base/find-by-name.h"

namespace bindstorm
{

#define NAT_INDEX(Name) NatIndexInfo Describe##Name##Index();
#include "nat-indexes.def"
#undef NAT_INDEX

std::span<const NatIndexInfo>
GetNatIndexes()
{
    static const std::vector<NatIndexInfo> all{
#define NAT_INDEX(Name) Describe##Name##Index(),
#include "nat-indexes.def"
#undef NAT_INDEX
    };
    return all;
}

std::unique_ptr<NatIndex>
CreateNatIndex(const ComponentSpec& spec, const NatLinkPool& pool)
{
    const auto& info = FindByName(GetNatIndexes(), "NAT index", spec.GetName());
    return info.create(spec.Resolved(info.parameters), pool);
}

ComponentSpec
ResolveNatIndex(const ComponentSpec& spec)
{
    const auto& info = FindByName(GetNatIndexes(), "NAT index", spec.GetName());
    ComponentSpec resolved = spec.Resolved(info.parameters);
    // A value that the part refuses is refused where it is written.
    const NatLinkPool none;
    info.create(resolved, none);
    return resolved;
}

} // namespace bindstorm
