/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-tables.h"

#include "model/base/observer.h"
#include "model/base/packet-costs.h"
#include "model/base/work-counters.h"

#include <array>

namespace bindstorm
{

namespace
{

// Limits in picoseconds: an operation of 10^9 units of work at the dearest fits into 64 bits.
constexpr double DEAREST_BASE = 1e12;
constexpr double DEAREST_WORK = 1e9;

KeyInfo
Cost(std::string_view name, KeyShape shape, double high, const std::string& help)
{
    return {.setting = {.name = std::string(name),
                        .type = SettingType::DURATION,
                        .defaultValue = {},
                        .low = 0,
                        .high = high,
                        .help = help},
            .shape = shape,
            .example = "\"0.5 ns\""};
}

} // namespace

std::vector<SchemaTable>
DescribeCostTables()
{
    SchemaTable base{"base",
                     "[base] of a cost table",
                     "What an operation costs beyond its counted work, e.g. the system call.",
                     {}};
    for (const std::string_view name : OPERATION_NAMES)
    {
        base.keys.push_back(Cost(name,
                                 KeyShape::COST,
                                 DEAREST_BASE,
                                 "Of one operation \"" + std::string(name) + "\""));
    }
    SchemaTable work{"work", "[work] of a cost table", "What each unit of counted work costs.", {}};
    for (const std::string_view name : WorkCounters::NAMES)
    {
        const bool dependsOnSize = name == "node_visits";
        work.keys.push_back(Cost(name,
                                 dependsOnSize ? KeyShape::COSTS : KeyShape::COST,
                                 DEAREST_WORK,
                                 "Of one of " + std::string(name) +
                                     (dependsOnSize ? ", or a list by the number of sockets in the "
                                                      "table: linear between two, constant beyond"
                                                    : "")));
    }
    work.keys[4].example =
        R"([{ sockets = 0, cost = "1 ns" }, { sockets = 100000, cost = "20 ns" }])";

    SchemaTable packet{
        "packet",
        "[packet] of a cost table",
        "What packets through a box cost beyond the work that [work] prices. A table "
        "without it is of no use for a box.",
        {}};
    constexpr std::array<const char*, PacketCosts::SIZE> PACKET_HELP{
        "Of a packet from inside beyond its counted work: parsing, checksums",
        "Of a packet from outside beyond its counted work",
        "Of one comparison of keys",
        "Of one reading of an exact clock",
        "Of one reading of the clock that has the system's tick",
        "Of one entry looked at for being expired",
        "Of one entry removed since its time was over"};
    for (std::size_t i = 0; i < PacketCosts::SIZE; ++i)
    {
        packet.keys.push_back(
            Cost(PacketCosts::NAMES[i], KeyShape::COST, DEAREST_WORK, PACKET_HELP[i]));
    }

    SchemaTable nodeVisits{"work.node_visits",
                           "the list node_visits of a cost table",
                           "Cost of a node visit in a table of that many sockets, or links of a "
                           "box; ascending.",
                           {{.setting = {.name = "sockets",
                                         .type = SettingType::INTEGER,
                                         .defaultValue = {},
                                         .low = 0,
                                         .high = 1e7,
                                         .help = "Number of sockets in the table"},
                             .example = "100000"},
                            Cost("cost", KeyShape::COST, DEAREST_WORK, "Of one node visit")}};
    return {
        {"",
         "the top of a cost table",
         "What an operation and each unit of work cost on one machine.",
         {{.setting = {.name = "schema",
                       .type = SettingType::INTEGER,
                       .defaultValue = {},
                       .low = 1,
                       .high = 1,
                       .help = "Version of this format"},
           .example = "1"},
          TextKey("title", "One line that names the machine", "\"Core 2 Duo of 2009\""),
          TextKey("provenance",
                  "Who measured this, where and how; what is assumed",
                  "\"assumed: every unit of work one nanosecond\""),
          {.setting = {.name = "base",
                       .type = SettingType::TEXT,
                       .defaultValue = {},
                       .help = "Costs of operations"},
           .shape = KeyShape::TABLE},
          {.setting = {.name = "work",
                       .type = SettingType::TEXT,
                       .defaultValue = {},
                       .help = "Costs of units of work"},
           .shape = KeyShape::TABLE},
          {.setting = {.name = "packet",
                       .type = SettingType::TEXT,
                       .defaultValue = {},
                       .help = "Costs of packets"},
           .shape = KeyShape::TABLE,
           .isOptional = true,
           .defaultText = "no costs of packets"}}},
        std::move(base),
        std::move(work),
        std::move(packet),
        std::move(nodeVisits),
    };
}

} // namespace bindstorm
