/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "cost-table-reader.h"

#include "duration.h"
#include "number-text.h"
#include "schema.h"
#include "table-reader.h"
#include "toml-file.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace bindstorm
{

namespace
{

const SchemaTable&
Schema(std::string_view name)
{
    for (const SchemaTable& table : GetCostSchema())
    {
        if (table.name == name)
        {
            return table;
        }
    }
    throw std::logic_error("no cost schema of that name");
}

uint64_t
ReadCost(const ConfigNode& node, const KeyInfo& info, const std::string& key)
{
    const auto most = static_cast<uint64_t>(IntegerLimit(info.setting.high));
    const std::string allowed =
        "must be a duration from 0 ps to " + FormatPicoseconds(most) + " such as \"0.5 ns\", is ";
    const std::string* text = node.AsText();
    if (text == nullptr)
    {
        Refuse(node.place, key, allowed + node.Describe());
    }
    uint64_t cost{};
    try
    {
        cost = ParsePicoseconds(*text);
    }
    catch (const ConfigError& error)
    {
        Refuse(node.place, key, allowed + node.Describe() + ": " + error.what());
    }
    if (cost > most)
    {
        Refuse(node.place, key, allowed + node.Describe());
    }
    return cost;
}

/// Reads a table that has one cost for each name, in that order.
template <std::size_t SIZE>
void
ReadCosts(const TableReader& reader,
          const SchemaTable& schema,
          const std::array<std::string_view, SIZE>& names,
          std::array<uint64_t, SIZE>& costs)
{
    for (std::size_t i = 0; i < SIZE; ++i)
    {
        const std::string name(names[i]);
        const ConfigNode& node = *reader.Find(name);
        const KeyInfo& info = *schema.Find(name);
        if (info.shape == KeyShape::COST || node.AsList() == nullptr)
        {
            costs[i] = ReadCost(node, info, reader.FullKey(name));
        }
    }
}

void
ReadNodeVisits(const ConfigNode& node, CostTable& table)
{
    constexpr std::string_view KEY = "work.node_visits";
    const SchemaTable& schema = Schema(KEY);
    const ConfigNode::List& list = *node.AsList();
    if (list.empty())
    {
        Refuse(node.place,
               std::string(KEY),
               "is an empty list; give a cost or tables with " + schema.keys[0].setting.name +
                   " and " + schema.keys[1].setting.name);
    }
    for (std::size_t i = 0; i < list.size(); ++i)
    {
        const std::string prefix = std::string(KEY) + "[" + std::to_string(i + 1) + "].";
        const TableReader reader(list[i], schema, prefix);
        const auto sockets = static_cast<uint64_t>(reader.ReadSettings().GetInteger("sockets"));
        if (i > 0 && sockets <= table.nodeVisits.back().sockets)
        {
            Refuse(reader.PlaceOf("sockets"),
                   reader.FullKey("sockets"),
                   "must be greater than that of the entry before, " +
                       std::to_string(table.nodeVisits.back().sockets) + ", is " +
                       std::to_string(sockets));
        }
        table.nodeVisits.push_back(
            {sockets,
             ReadCost(*reader.Find("cost"), *schema.Find("cost"), reader.FullKey("cost"))});
    }
    if (list.size() == 1)
    {
        // Constant beyond the ends: the same as one cost, and so the same table.
        table.work[static_cast<std::size_t>(std::ranges::find(WorkCounters::NAMES, "node_visits") -
                                            WorkCounters::NAMES.begin())] =
            table.nodeVisits.front().picoseconds;
        table.nodeVisits.clear();
    }
}

} // namespace

CostTableFile
ReadCostTable(const std::filesystem::path& path)
{
    return ReadCostTable(ReadTomlFile(path).root, path);
}

CostTableFile
ReadCostTable(const ConfigNode& root, const std::filesystem::path& path)
{
    const TableReader top(root, Schema(""), "");
    const Settings settings = top.ReadSettings();
    CostTableFile result{path, settings.GetText("title"), settings.GetText("provenance"), {}};
    result.table.name = path.stem().string();
    const TableReader base(*top.Find("base"), Schema("base"), "base.");
    ReadCosts(base, Schema("base"), OPERATION_NAMES, result.table.base);
    const TableReader work(*top.Find("work"), Schema("work"), "work.");
    ReadCosts(work, Schema("work"), WorkCounters::NAMES, result.table.work);
    if (const ConfigNode& visits = *work.Find("node_visits"); visits.AsList() != nullptr)
    {
        ReadNodeVisits(visits, result.table);
    }
    if (const ConfigNode* node = top.Find("packet"))
    {
        const TableReader packet(*node, Schema("packet"), "packet.");
        std::array<uint64_t, PacketCosts::SIZE> costs{};
        ReadCosts(packet, Schema("packet"), PacketCosts::NAMES, costs);
        result.table.packets = PacketCosts::FromArray(costs);
    }
    return result;
}

} // namespace bindstorm
