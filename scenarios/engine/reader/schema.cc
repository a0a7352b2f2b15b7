/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema.h"

#include "schema-tables.h"

#include "model/base/nearest-name.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>

namespace bindstorm
{

namespace
{

/// Tables that a key could have been meant for: those of the same kind of file.
std::vector<const SchemaTable*>
Relatives(const SchemaTable& table)
{
    std::vector<const SchemaTable*> tables;
    const auto costs = GetCostSchema();
    const bool isCosts =
        std::ranges::any_of(costs, [&](const SchemaTable& other) { return &other == &table; });
    for (const SchemaTable& other : isCosts ? costs : GetScenarioSchema())
    {
        tables.push_back(&other);
    }
    if (!isCosts)
    {
        for (const WorkloadInfo& workload : GetWorkloads())
        {
            tables.push_back(&GetWorkloadSchema(workload));
        }
        for (const PacketWorkloadInfo& workload : GetPacketWorkloads())
        {
            tables.push_back(&GetPacketWorkloadSchema(workload));
        }
    }
    return tables;
}

/// @return the table of workloads with the keys of each kind after the common ones, by kind
template <class Infos>
std::map<std::string, SchemaTable>
MakeWorkloadSchemas(const Infos& infos, const std::string& name)
{
    std::map<std::string, SchemaTable> all;
    for (const auto& info : infos)
    {
        SchemaTable table = GetSchemaTable(name);
        table.header = "[[" + name + "]] of kind \"" + info.name + "\"";
        table.help = info.summary;
        for (const SettingInfo& setting : info.settings)
        {
            table.keys.push_back({.setting = setting});
        }
        all.emplace(info.name, std::move(table));
    }
    return all;
}

} // namespace

const KeyInfo*
SchemaTable::Find(const std::string& key) const
{
    const auto info = std::ranges::find_if(keys,
                                           [&](const KeyInfo& candidate)
                                           { return candidate.setting.name == key; });
    return info == keys.end() ? nullptr : &*info;
}

std::vector<std::string>
SchemaTable::KeyNames() const
{
    std::vector<std::string> names;
    for (const KeyInfo& key : keys)
    {
        names.push_back(key.setting.name);
    }
    return names;
}

std::span<const SchemaTable>
GetScenarioSchema()
{
    static const std::vector<SchemaTable> tables = []
    {
        auto all = DescribeRunTables();
        std::ranges::move(DescribeCheckTables(), std::back_inserter(all));
        return all;
    }();
    return tables;
}

std::span<const SchemaTable>
GetCostSchema()
{
    static const std::vector<SchemaTable> tables = DescribeCostTables();
    return tables;
}

const SchemaTable&
GetSchemaTable(const std::string& name)
{
    return *std::ranges::find(GetScenarioSchema(), name, &SchemaTable::name);
}

const SchemaTable&
GetWorkloadSchema(const WorkloadInfo& workload)
{
    static const auto tables = MakeWorkloadSchemas(GetWorkloads(), "host.workload");
    return tables.at(workload.name);
}

const SchemaTable&
GetPacketWorkloadSchema(const PacketWorkloadInfo& workload)
{
    static const auto tables = MakeWorkloadSchemas(GetPacketWorkloads(), "nat.workload");
    return tables.at(workload.name);
}

WorkloadKind
FindWorkloadKind(const std::string& owner, const std::string& name)
{
    if (owner == "nat")
    {
        const PacketWorkloadInfo& info = FindPacketWorkload(name);
        return {info.name, &GetPacketWorkloadSchema(info), &info.settings};
    }
    const WorkloadInfo& info = FindWorkload(name);
    return {info.name, &GetWorkloadSchema(info), &info.settings};
}

std::string
DescribeUnknownKey(const SchemaTable& table, const std::string& key)
{
    const auto known = table.KeyNames();
    const auto relatives = Relatives(table);
    for (const SchemaTable* other : relatives)
    {
        if (other->Find(key) != nullptr)
        {
            return "belongs in " + other->header + ", not in " + table.header +
                   ", which knows: " + JoinNames(known);
        }
    }
    if (!NearestName(key, known))
    {
        for (const SchemaTable* other : relatives)
        {
            if (const auto nearest = NearestName(key, other->KeyNames()))
            {
                return "unknown key of " + table.header + ", did you mean '" + *nearest + "' of " +
                       other->header + "? known here: " + JoinNames(known);
            }
        }
    }
    return DescribeUnknownName("key of " + table.header, key, known);
}

} // namespace bindstorm
