/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "connection-plan.h"

#include "model/base/component-spec.h"

#include <fmt/format.h>

namespace bindstorm
{

ConnectionPlan::ConnectionPlan(const Shape& shape, DrawSource& draws)
    : m_shape(shape),
      m_order(Most(shape), draws)
{
}

uint64_t
ConnectionPlan::Most(const Shape& shape)
{
    return uint64_t{shape.hosts} * SOURCE_PORTS * shape.destinationPorts;
}

NatFlow
ConnectionPlan::operator[](uint64_t connection) const
{
    uint64_t place = m_order[connection];
    const auto host = static_cast<uint32_t>(place % m_shape.hosts);
    place /= m_shape.hosts;
    const auto source = static_cast<uint16_t>(FIRST_SOURCE_PORT + place % SOURCE_PORTS);
    const auto destination = static_cast<uint16_t>(1 + place / SOURCE_PORTS);
    return {.protocol = IP_UDP,
            .internal = {m_shape.firstHost + host, source},
            .remote = {SERVER, destination}};
}

std::vector<SettingInfo>
ConnectionSettings()
{
    return {{.name = "hosts",
             .type = SettingType::INTEGER,
             .defaultValue = int64_t{16},
             .low = 1,
             .high = 1e6,
             .help = "Internal hosts of the connections, from 10.0.0.1 on."},
            {.name = "destination_ports",
             .type = SettingType::INTEGER,
             .defaultValue = int64_t{1},
             .low = 1,
             .high = 49151,
             .help = "Ports of the one server that the connections go to, from 1 on."}};
}

ConnectionPlan::Shape
ConnectionShape(const Settings& settings, const std::string& workload, const std::string& key)
{
    const ConnectionPlan::Shape shape{
        .hosts = static_cast<uint32_t>(settings.GetInteger("hosts")),
        .destinationPorts = static_cast<uint32_t>(settings.GetInteger("destination_ports"))};
    const auto wanted = static_cast<uint64_t>(settings.GetInteger(key));
    if (wanted > ConnectionPlan::Most(shape))
    {
        throw ConfigError(fmt::format("{}: {} = {} is more than hosts x {} source ports x "
                                      "destination_ports = {}",
                                      workload,
                                      key,
                                      wanted,
                                      ConnectionPlan::SOURCE_PORTS,
                                      ConnectionPlan::Most(shape)));
    }
    return shape;
}

void
RequireExternal(const NatConfig& config, const std::string& workload)
{
    if (config.external.empty())
    {
        throw ConfigError(workload + ": the NAT has no external address, so nothing would pass it");
    }
}

void
EndSessionsBut(NatTable& table, const ConnectionPlan::Shape& kept)
{
    for (const NatMappingRow& row : table.Links())
    {
        // Below the first host the difference is a large number.
        const bool isKept = row.link.internal.address - kept.firstHost < kept.hosts;
        if (row.link.origin == LinkOrigin::SESSION && !isKept)
        {
            // One that ended with another is no longer there, which is as good.
            static_cast<void>(table.Delete(row.handle));
        }
    }
}

void
EndSessions(NatTable& table)
{
    EndSessionsBut(table, {.hosts = 0});
}

} // namespace bindstorm
