/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-port-choice.h"

#include "model/base/find-by-name.h"

namespace bindstorm
{

#define NAT_PORT_CHOICE(Name) NatPortChoiceInfo Describe##Name();
#include "nat-port-choices.def"
#undef NAT_PORT_CHOICE

std::span<const NatPortChoiceInfo>
GetNatPortChoices()
{
    static const std::vector<NatPortChoiceInfo> all{
#define NAT_PORT_CHOICE(Name) Describe##Name(),
#include "nat-port-choices.def"
#undef NAT_PORT_CHOICE
    };
    return all;
}

const NatPortChoiceInfo&
FindNatPortChoice(const std::string& name)
{
    return FindByName(GetNatPortChoices(), "port choice", name);
}

PortRange
GetExternalRange(const NatPortChoiceInfo& info,
                 const std::optional<PortRange>& configured,
                 uint8_t protocol)
{
    if (protocol == IP_ICMP && !info.identifiersInRange)
    {
        return PortRange::Identifiers();
    }
    return configured ? *configured : PortRange::Parse(info.defaultRange);
}

std::unique_ptr<NatPortChoice>
CreateNatPortChoice(const ComponentSpec& spec)
{
    const NatPortChoiceInfo& info = FindNatPortChoice(spec.GetName());
    return info.create(spec.Resolved(info.parameters));
}

ComponentSpec
ResolveNatPortChoice(const ComponentSpec& spec)
{
    const NatPortChoiceInfo& info = FindNatPortChoice(spec.GetName());
    ComponentSpec resolved = spec.Resolved(info.parameters);
    info.create(resolved); // throws for a value that does not do
    return resolved;
}

} // namespace bindstorm
