/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenario-keys.h"

#include "table-reader.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace bindstorm
{

namespace
{

/// First parts of keys that mean something else.
constexpr std::array<std::string_view, 5> FORBIDDEN_HOST_NAMES{"seed",
                                                               "run",
                                                               "stop",
                                                               "part",
                                                               "measure"};

/// What an experiment cannot vary: other keys refer to names, and a kind decides which keys exist.
constexpr std::array<std::string_view, 5> FIXED_KEYS{"schema", "title", "question", "name", "kind"};

template <std::size_t SIZE>
bool
Contains(const std::array<std::string_view, SIZE>& all, std::string_view name)
{
    return std::ranges::find(all, name) != all.end();
}

/// @return the keys that begin with a prefix and have no further part
std::string
JoinSiblings(const std::map<std::string, SettingTarget>& targets, const std::string& prefix)
{
    std::vector<std::string> names;
    for (const auto& [key, target] : targets)
    {
        if (key.starts_with(prefix) && key.find('.', prefix.size()) == std::string::npos)
        {
            names.push_back(key);
        }
    }
    return JoinNames(names);
}

} // namespace

ScenarioKeys::ScenarioKeys(const ConfigNode& root)
{
    const TableReader top(root, GetSchemaTable(""), "", Missing::ALLOWED);
    AddSettings("", {.table = &GetSchemaTable("")});
    AddSettings("measure.", {.table = &GetSchemaTable("measure")});
    const ConfigNode::List& hosts = top.FindTables("host");
    if (hosts.empty())
    {
        Refuse(root.place, "host", "must be given: at least one table [[host]]");
    }
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        ReadHost(hosts[i], i);
    }
}

void
ScenarioKeys::ReadHost(const ConfigNode& node, std::size_t index)
{
    const SchemaTable& schema = GetSchemaTable("host");
    const TableReader reader(node,
                             schema,
                             "host[" + std::to_string(index + 1) + "].",
                             Missing::ALLOWED);
    const ConfigNode* name = reader.Find("name");
    if (name == nullptr)
    {
        Refuse(node.place, reader.FullKey("name"), "must be given, such as name = \"server\"");
    }
    HostName host{ReadName(*name, schema.Find("name")->setting, reader.FullKey("name")), {}};
    if (Contains(FORBIDDEN_HOST_NAMES, host.name))
    {
        Refuse(name->place,
               reader.FullKey("name"),
               "must not be \"" + host.name + "\", which other keys begin with");
    }
    if (std::ranges::find(m_hosts, host.name, &HostName::name) != m_hosts.end())
    {
        Refuse(name->place,
               reader.FullKey("name"),
               "\"" + host.name + "\" is the name of another [[host]]");
    }
    AddSettings(host.name + ".", {.table = &schema, .host = index});
    const ConfigNode::List& workloads = reader.FindTables("workload");
    if (workloads.empty())
    {
        Refuse(node.place,
               host.name + ".workload",
               "must be given: at least one table [[host.workload]] below its [[host]]");
    }
    for (const ConfigNode& workload : workloads)
    {
        ReadWorkload(workload, host, index);
    }
    m_hosts.push_back(std::move(host));
}

void
ScenarioKeys::ReadWorkload(const ConfigNode& node, HostName& host, std::size_t hostIndex)
{
    const SchemaTable& schema = GetSchemaTable("host.workload");
    const std::string prefix =
        host.name + ".workload[" + std::to_string(host.workloads.size() + 1) + "].";
    const ConfigNode* kind = node.Find("kind");
    if (kind == nullptr || kind->AsText() == nullptr)
    {
        Refuse(kind == nullptr ? node.place : kind->place,
               prefix + "kind",
               "must be given as text, such as kind = \"open-close\"");
    }
    const WorkloadInfo* info = nullptr;
    try
    {
        info = &FindWorkload(*kind->AsText());
    }
    catch (const ConfigError& error)
    {
        Refuse(kind->place, prefix + "kind", error.what());
    }
    const TableReader reader(node, GetWorkloadSchema(*info), prefix, Missing::ALLOWED);
    std::string name = info->name;
    if (const ConfigNode* given = reader.Find("name"))
    {
        name = ReadName(*given, schema.Find("name")->setting, prefix + "name");
    }
    if (std::ranges::find(host.workloads, name, &WorkloadName::name) != host.workloads.end())
    {
        Refuse(reader.PlaceOf("name"),
               prefix + "name",
               "\"" + name + "\" is the name of another workload of this host; give each its own");
    }
    AddSettings(
        host.name + "." + name + ".",
        {.table = &GetWorkloadSchema(*info), .host = hostIndex, .workload = host.workloads.size()});
    host.workloads.push_back({std::move(name), info});
}

void
ScenarioKeys::AddSettings(const std::string& prefix, const SettingTarget& table)
{
    for (const KeyInfo& key : table.table->keys)
    {
        if (key.shape == KeyShape::SETTING && !Contains(FIXED_KEYS, key.setting.name))
        {
            SettingTarget target = table;
            target.info = &key.setting;
            m_targets.emplace(prefix + key.setting.name, target);
        }
    }
}

const std::vector<ScenarioKeys::HostName>&
ScenarioKeys::Hosts() const
{
    return m_hosts;
}

const SettingTarget&
ScenarioKeys::Find(const std::string& key,
                   const Place& place,
                   std::span<const std::string> alsoKnown) const
{
    if (const auto target = m_targets.find(key); target != m_targets.end())
    {
        return target->second;
    }
    const std::size_t lastDot = key.rfind('.');
    const std::string lastPart = key.substr(lastDot == std::string::npos ? 0 : lastDot + 1);
    const std::string prefix = key.substr(0, key.size() - lastPart.size());
    std::vector<std::string> known(alsoKnown.begin(), alsoKnown.end());
    for (const auto& [name, target] : m_targets)
    {
        known.push_back(name);
    }
    const auto nearest = NearestName(key, known);
    std::string what = Contains(FIXED_KEYS, lastPart) ? "cannot vary" : "names no setting";
    what += nearest ? ", did you mean '" + *nearest + "'?" : "";
    const std::string siblings = JoinSiblings(m_targets, prefix);
    what += siblings.empty() ? "" : "; known here: " + siblings;
    what += "; keys are seed, run, stop, measure.SETTING, HOST.SETTING and HOST.WORKLOAD.SETTING";
    Refuse(place, key, what);
}

void
ScenarioKeys::Set(ConfigNode& root, const SettingTarget& target, const ConfigNode& value)
{
    ConfigNode* table = &root;
    if (target.table->name == "measure")
    {
        if (root.Find("measure") == nullptr)
        {
            root.Set("measure", {value.place, ConfigNode::Table{}});
        }
        table = root.Find("measure");
    }
    else if (!target.table->name.empty())
    {
        table = &root.Find("host")->AsList()->at(target.host);
        if (target.table->name == "host.workload")
        {
            table = &table->Find("workload")->AsList()->at(target.workload);
        }
    }
    table->Set(target.info->name, value);
}

} // namespace bindstorm
