/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "canonical-run.h"

#include <string>
#include <variant>

namespace bindstorm
{

nlohmann::json
CanonicalSettings(const Settings& settings)
{
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [name, value] : settings.All())
    {
        std::visit([&json, &key = name](const auto& held) { json[key] = held; }, value);
    }
    return json;
}

nlohmann::json
CanonicalCosts(const CostTable& costs)
{
    nlohmann::json base = nlohmann::json::object();
    for (std::size_t i = 0; i < costs.base.size(); ++i)
    {
        base[std::string(OPERATION_NAMES[i])] = costs.base[i];
    }
    nlohmann::json work = nlohmann::json::object();
    for (std::size_t i = 0; i < costs.work.size(); ++i)
    {
        work[std::string(WorkCounters::NAMES[i])] = costs.work[i];
    }
    if (!costs.nodeVisits.empty())
    {
        nlohmann::json visits = nlohmann::json::array();
        for (const auto& [sockets, picoseconds] : costs.nodeVisits)
        {
            visits.push_back({sockets, picoseconds});
        }
        work["node_visits"] = std::move(visits);
    }
    return {{"base", std::move(base)}, {"work", std::move(work)}};
}

nlohmann::json
CanonicalPacketCosts(const CostTable& costs)
{
    nlohmann::json json = CanonicalCosts(costs);
    json.erase("base"); // of operations, which a box has none of
    nlohmann::json packet = nlohmann::json::object();
    const auto values = costs.packets.value().AsArray();
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        packet[std::string(PacketCosts::NAMES[i])] = values[i];
    }
    json["packet"] = std::move(packet);
    return json;
}

} // namespace bindstorm
