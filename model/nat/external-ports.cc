/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "external-ports.h"

#include "nat-port-choice.h"

namespace bindstorm
{

EligiblePortSets
MakeExternalPorts(const NatConfig& config, uint8_t protocol)
{
    const NatPortChoiceInfo& info = FindNatPortChoice(config.ports.GetName());
    const PortRange range = GetExternalRange(info, config.range, protocol);
    if (protocol == IP_ICMP)
    {
        return {range, {}};
    }
    std::optional<PortRange> low;
    if (config.keepClass && !info.keepsClass)
    {
        // Of a configured range only what lies below 1024 is left, which may be nothing.
        low = config.range.value_or(PortRange(1, EligiblePortSets::CLASS_END - 1));
    }
    return {range, config.reserved, config.keepParity, low};
}

} // namespace bindstorm
