/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "canonical-run-reader.h"

#include "config-node.h"
#include "cost-table-reader.h"
#include "duration.h"
#include "run-builder.h"
#include "scenario-keys.h"
#include "schema.h"

#include "model/base/component-spec.h"

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

namespace bindstorm
{

namespace
{

using CanonicalJson = nlohmann::json;

/**
 * Writes canonical JSON as the tree of a scenario file, so that one reader checks both. Durations,
 * whole numbers in JSON, become text with a unit again.
 */
class CanonicalTree
{
  public:
    explicit CanonicalTree(const std::string& source)
        : m_place(std::make_shared<const std::string>(source))
    {
    }

    ConfigNode
    MakeScenario(const CanonicalJson& run)
    {
        ConfigNode root = Table();
        root.Set("title", Text("a recorded run"));
        root.Set("question", Text("Is it the same again?"));
        for (const auto& [key, value] : Object(run, "the run").items())
        {
            if (key == "measure")
            {
                root.Set(key, MakeTable(value, GetSchemaTable("measure")));
            }
            else if (key == "hosts" || key == "nats")
            {
                const std::string section = key == "hosts" ? "host" : "nat";
                ConfigNode::List hosts;
                for (const CanonicalJson& host : value)
                {
                    hosts.push_back(MakeHost(section, host));
                }
                if (!hosts.empty()) // a run of boxes alone has no hosts
                {
                    root.Set(section, {m_place, std::move(hosts)});
                }
            }
            else
            {
                SetValue(root, key, value, GetSchemaTable(""));
            }
        }
        return root;
    }

    /// @return the cost tables met, by the names that stand in the tree
    const std::map<std::string, CostTable>&
    Costs() const
    {
        return m_costs;
    }

  private:
    ConfigNode
    Table() const
    {
        return {m_place, ConfigNode::Table{}};
    }

    ConfigNode
    Text(const std::string& text) const
    {
        return {m_place, text};
    }

    const CanonicalJson&
    Object(const CanonicalJson& value, const std::string& what) const
    {
        if (!value.is_object())
        {
            throw ConfigError(m_place.ToString() + ": " + what + " is no JSON object");
        }
        return value;
    }

    ConfigNode
    MakeValue(const std::string& key, const CanonicalJson& value, const SchemaTable& schema) const
    {
        const KeyInfo* info = schema.Find(key);
        const bool isDuration = info != nullptr && info->setting.type == SettingType::DURATION;
        if (value.is_number_integer())
        {
            return isDuration ? Text(value.dump() + " ns")
                              : ConfigNode{m_place, value.get<int64_t>()};
        }
        if (value.is_boolean())
        {
            return {m_place, value.get<bool>()};
        }
        if (value.is_number_float())
        {
            return {m_place, value.get<double>()};
        }
        if (value.is_string())
        {
            return Text(value.get<std::string>());
        }
        throw ConfigError(m_place.ToString() + ": " + key + " holds no setting: " + value.dump());
    }

    void
    SetValue(ConfigNode& table,
             const std::string& key,
             const CanonicalJson& value,
             const SchemaTable& schema) const
    {
        if (!value.is_null()) // an optional setting that was not given
        {
            table.Set(key, MakeValue(key, value, schema));
        }
    }

    ConfigNode
    MakeTable(const CanonicalJson& object, const SchemaTable& schema) const
    {
        ConfigNode table = Table();
        for (const auto& [key, value] : Object(object, schema.header).items())
        {
            SetValue(table, key, value, schema);
        }
        return table;
    }

    ConfigNode
    MakeHost(const std::string& section, const CanonicalJson& host)
    {
        const SchemaTable& schema = GetSchemaTable(section);
        ConfigNode table = Table();
        for (const auto& [key, value] : Object(host, schema.header).items())
        {
            if (key == "costs")
            {
                // Not a name that a folder could have: this table comes from nowhere else.
                const std::string name = "recorded/" + std::to_string(m_costs.size() + 1);
                m_costs.emplace(name, ReadCostTable(MakeCosts(value), "recorded").table);
                table.Set(key, Text(name));
            }
            else if (key == "workloads")
            {
                ConfigNode::List workloads;
                for (const CanonicalJson& workload : value)
                {
                    workloads.push_back(MakeWorkload(section, workload));
                }
                table.Set("workload", {m_place, std::move(workloads)});
            }
            else if (key == "redirects")
            {
                ConfigNode::List redirects;
                for (const CanonicalJson& redirect : value)
                {
                    redirects.push_back(MakeTable(redirect, GetSchemaTable("nat.redirect")));
                }
                table.Set("redirect", {m_place, std::move(redirects)});
            }
            else
            {
                SetValue(table, key, value, schema);
            }
        }
        return table;
    }

    const SchemaTable&
    FindSchema(const std::string& section, const CanonicalJson& workload) const
    {
        try
        {
            return *FindWorkloadKind(section, workload.at("kind").get<std::string>()).schema;
        }
        catch (const ConfigError& error)
        {
            throw ConfigError(m_place.ToString() + ": " + error.what());
        }
    }

    ConfigNode
    MakeWorkload(const std::string& section, const CanonicalJson& workload) const
    {
        Object(workload, "a workload");
        const SchemaTable& schema = FindSchema(section, workload);
        ConfigNode table = Table();
        for (const auto& [key, value] : workload.items())
        {
            if (key != "settings")
            {
                SetValue(table, key, value, schema);
                continue;
            }
            for (const auto& [name, setting] : Object(value, "settings of a workload").items())
            {
                SetValue(table, name, setting, schema);
            }
        }
        return table;
    }

    ConfigNode
    MakeCost(const CanonicalJson& picoseconds) const
    {
        return Text(FormatPicoseconds(picoseconds.get<uint64_t>()));
    }

    ConfigNode
    MakeCosts(const CanonicalJson& costs) const
    {
        ConfigNode root = Table();
        root.Set("schema", {m_place, int64_t{1}});
        root.Set("title", Text("costs of a recorded run"));
        root.Set("provenance", Text("see the run"));
        for (const auto& [part, entries] : Object(costs, "costs").items())
        {
            ConfigNode table = Table();
            for (const auto& [name, cost] : Object(entries, "costs." + part).items())
            {
                if (!cost.is_array())
                {
                    table.Set(name, MakeCost(cost));
                    continue;
                }
                ConfigNode::List sizes;
                for (const CanonicalJson& entry : cost)
                {
                    ConfigNode size = Table();
                    size.Set("sockets", {m_place, entry.at(0).get<int64_t>()});
                    size.Set("cost", MakeCost(entry.at(1)));
                    sizes.push_back(std::move(size));
                }
                table.Set(name, {m_place, std::move(sizes)});
            }
            root.Set(part, std::move(table));
        }
        if (root.Find("base") == nullptr) // of a box, which no operation is asked of
        {
            ConfigNode base = Table();
            for (const std::string_view name : OPERATION_NAMES)
            {
                base.Set(std::string(name), MakeCost(0));
            }
            root.Set("base", std::move(base));
        }
        return root;
    }

    Place m_place;
    std::map<std::string, CostTable> m_costs;
};

} // namespace

RunSpec
ReadCanonicalRun(const std::string& canonical, const std::string& source)
{
    CanonicalTree tree(source);
    ConfigNode root;
    try
    {
        root = tree.MakeScenario(CanonicalJson::parse(canonical));
    }
    catch (const CanonicalJson::exception& error)
    {
        throw ConfigError(source + ": not the specification of a run: " + error.what());
    }
    const ScenarioKeys keys(root);
    RunBuilder builder(source, keys);
    for (const auto& [name, costs] : tree.Costs())
    {
        builder.AddCosts(name, costs);
    }
    return builder.Build(root);
}

} // namespace bindstorm
