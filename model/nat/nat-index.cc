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
    const NatIndexInfo& info = FindByName(GetNatIndexes(), "NAT index", spec.GetName());
    return info.create(ResolveNatIndex(spec), pool);
}

ComponentSpec
ResolveNatIndex(const ComponentSpec& spec)
{
    ComponentSpec resolved = spec;
    resolved.Resolve(FindByName(GetNatIndexes(), "NAT index", spec.GetName()).parameters);
    return resolved;
}

} // namespace bindstorm
