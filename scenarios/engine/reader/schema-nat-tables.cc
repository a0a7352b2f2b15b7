/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-tables.h"
#include "setting-reader.h"

#include "model/nat/nat-config-settings.h"
#include "model/nat/nat-profile.h"
#include "model/nat/nat-split.h"
#include "model/workload/packet-workload.h"

#include <utility>

namespace bindstorm
{

namespace
{

std::string
WrittenValue(const SettingInfo& info, const std::optional<SettingValue>& value)
{
    if (!value)
    {
        return "none";
    }
    const std::string text = FormatSetting(info, *value);
    return IsWrittenAsText(info.type) ? "\"" + text + "\"" : text;
}

/// @return what the default profile says, and the others where they say something else
std::string
DescribeProfiles(const NatSetting& setting)
{
    const auto profiles = GetNatProfiles();
    const std::string common = WrittenValue(setting.info, setting.get(profiles.front().config));
    std::string text = common;
    for (const NatProfile& profile : profiles.subspan(1))
    {
        const std::string own = WrittenValue(setting.info, setting.get(profile.config));
        text += own == common ? "" : "; " + profile.name + ": " + own;
    }
    return text;
}

std::vector<KeyInfo>
NatKeys()
{
    std::vector<KeyInfo> keys{{.setting = GetNatProfileSetting(), .example = "\"libalias\""}};
    for (const NatSetting& setting : GetNatSettings())
    {
        std::string example = setting.example;
        if (example.empty())
        {
            example = WrittenValue(setting.info, setting.get(GetNatProfiles().front().config));
        }
        const bool isOptional = setting.info.name != "external";
        keys.push_back({.setting = setting.info,
                        .isOptional = isOptional,
                        .defaultText = isOptional ? DescribeProfiles(setting) : "",
                        .example = std::move(example)});
    }
    return keys;
}

SchemaTable
DescribeNat()
{
    SchemaTable table{
        "nat",
        "[[nat]]",
        "One NAT box, or several alike: its table and modes in the words of RFC 4787, CPU and "
        "costs. "
        "What is not given is as the profile says.",
        {
            {.setting = {.name = "name",
                         .type = SettingType::TEXT,
                         .defaultValue = {},
                         .help = "Name in results, in matrix axes and in --set; unique among hosts "
                                 "and boxes"},
             .shape = KeyShape::NAME,
             .example = "\"box\""},
            {.setting = {.name = "count",
                         .type = SettingType::INTEGER,
                         .defaultValue = int64_t{1},
                         .low = 1,
                         .high = 100000,
                         .help = "Number of boxes alike; more than one are called box-1, box-2 and "
                                 "so on, and each has random numbers and traffic of its own"},
             .example = "4"},
        },
    };
    for (KeyInfo& key : NatKeys())
    {
        table.keys.push_back(std::move(key));
    }
    const std::vector<KeyInfo> machine{
        {.setting = {.name = "generator",
                     .type = SettingType::GENERATOR,
                     .defaultValue = "taus88",
                     .help = "What the port choice draws from"},
         .example = "\"chacha20\""},
        {.setting = {.name = "instances",
                     .type = SettingType::INTEGER,
                     .defaultValue = int64_t{1},
                     .low = 1,
                     .high = NatSplitRule::MOST_TABLES,
                     .help =
                         "Tables that share the flows; limits such as max_links are shared out, "
                         "and each has random numbers of its own"},
         .example = "1"},
        {.setting = {.name = "split",
                     .type = SettingType::CHOICE,
                     .defaultValue = "remote",
                     .choices = {"remote", "ports"},
                     .help = "How several instances share the flows: by a hash of protocol and "
                             "remote endpoint (remote; only where ports are shared, see overload), "
                             "or by internal address, each with a block of the range (ports)"},
         .example = "\"ports\""},
        {.setting = {.name = "cpus",
                     .type = SettingType::INTEGER,
                     .defaultValue = int64_t{1},
                     .low = 1,
                     .high = 1024,
                     .help = "Number of CPUs that share one queue of packets"},
         .example = "4"},
        {.setting = {.name = "queue",
                     .type = SettingType::INTEGER,
                     .defaultValue = int64_t{1000},
                     .low = 0,
                     .high = 1000000,
                     .help = "Packets that may wait for a CPU; one more is dropped",
                     .unit = "packets"},
         .example = "100"},
        {.setting = {.name = "lock",
                     .type = SettingType::CHOICE,
                     .defaultValue = "each",
                     .choices = {"none", "one", "each", "table"},
                     .help = "What the CPUs lock: one lock for all instances of the table (one), "
                             "one for each (each; table is the same), or nothing (none)"},
         .example = "\"none\""},
        {.setting = {.name = "costs",
                     .type = SettingType::TEXT,
                     .defaultValue = "unit",
                     .help = "Cost table with a table [packet]: its name, or its path from the "
                             "folder of the scenario when it holds '/' or ends with .toml"},
         .example = "\"unit\""},
        {.setting = {.name = "redirect",
                     .type = SettingType::TEXT,
                     .defaultValue = {},
                     .help = "A static mapping from outside to inside"},
         .shape = KeyShape::TABLES,
         .isOptional = true,
         .defaultText = "none"},
        {.setting = {.name = "workload",
                     .type = SettingType::TEXT,
                     .defaultValue = {},
                     .help = "Traffic that passes the box; at least one"},
         .shape = KeyShape::TABLES},
    };
    table.keys.insert(table.keys.end(), machine.begin(), machine.end());
    return table;
}

SchemaTable
DescribeNatRedirect()
{
    return {
        "nat.redirect",
        "[[nat.redirect]]",
        "A static mapping from an external endpoint to an internal one. Of two that fit equally "
        "well the later one is taken.",
        {
            {.setting = {.name = "protocol",
                         .type = SettingType::CHOICE,
                         .defaultValue = "udp",
                         .choices = {"udp", "tcp"},
                         .help = "Protocol of the packets"},
             .example = "\"tcp\""},
            {.setting = {.name = "internal",
                         .type = SettingType::ENDPOINT,
                         .defaultValue = {},
                         .help = "Where the packets go"},
             .example = "\"10.0.0.1:80\""},
            {.setting = {.name = "external",
                         .type = SettingType::ENDPOINT,
                         .defaultValue = {},
                         .help = "Where they were sent to; address 0.0.0.0 is the box's own"},
             .example = "\"203.0.113.1:8080\""},
            {.setting = {.name = "remote",
                         .type = SettingType::ENDPOINT,
                         .defaultValue = "0.0.0.0:0",
                         .help = "Where they come from; address 0.0.0.0 and port 0 are any"},
             .example = "\"198.51.100.7:0\""},
        },
    };
}

SchemaTable
DescribeNatWorkload()
{
    std::vector<std::string> kinds;
    for (const PacketWorkloadInfo& workload : GetPacketWorkloads())
    {
        kinds.push_back(workload.name);
    }
    SchemaTable table = DescribeWorkloadTable();
    table.name = "nat.workload";
    table.header = "[[nat.workload]]";
    table.help = "Traffic that passes the box. The other keys depend on the kind.";
    table.keys[0].setting.choices = std::move(kinds);
    table.keys[0].setting.help = "What the hosts on both sides do: the name of a workload of "
                                 "packets";
    table.keys[0].example = "\"request-response\"";
    table.keys[1].setting.help = "Name in matrix axes and in --set; unique on its box";
    return table;
}

} // namespace

std::vector<SchemaTable>
DescribeNatTables()
{
    return {DescribeNat(), DescribeNatRedirect(), DescribeNatWorkload()};
}

} // namespace bindstorm
