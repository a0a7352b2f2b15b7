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

const NatIndexInfo&
FindNatIndex(const std::string& name)
{
    return FindByName(GetNatIndexes(), "NAT index", name);
}

std::unique_ptr<NatIndex>
CreateNatIndex(const ComponentSpec& spec, const NatLinkPool& pool, const HashKey& key)
{
    const NatIndexInfo& info = FindNatIndex(spec.GetName());
    return info.create(spec.Resolved(info.parameters), pool, key);
}

ComponentSpec
ResolveNatIndex(const ComponentSpec& spec)
{
    const NatIndexInfo& info = FindNatIndex(spec.GetName());
    ComponentSpec resolved = spec.Resolved(info.parameters);
    // A value that the part refuses is refused where it is written.
    const NatLinkPool none;
    info.create(resolved, none, {});
    return resolved;
}

} // namespace bindstorm
