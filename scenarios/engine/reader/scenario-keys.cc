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
    const ConfigNode::List& boxes = top.FindTables("nat");
    if (hosts.empty() && boxes.empty())
    {
        Refuse(root.place, "host", "must be given: at least one table [[host]] or [[nat]]");
    }
    for (const ConfigNode& host : hosts)
    {
        ReadHost("host", host, m_hosts);
    }
    for (const ConfigNode& box : boxes)
    {
        ReadHost("nat", box, m_boxes);
    }
}

bool
ScenarioKeys::IsTaken(const std::string& name) const
{
    return std::ranges::find(m_hosts, name, &HostName::name) != m_hosts.end() ||
           std::ranges::find(m_boxes, name, &HostName::name) != m_boxes.end();
}

void
ScenarioKeys::ReadHost(const std::string& section,
                       const ConfigNode& node,
                       std::vector<HostName>& hosts)
{
    const SchemaTable& schema = GetSchemaTable(section);
    const std::size_t index = hosts.size();
    const TableReader reader(node,
                             schema,
                             section + "[" + std::to_string(index + 1) + "].",
                             Missing::ALLOWED);
    const ConfigNode* name = reader.Find("name");
    if (name == nullptr)
    {
        Refuse(node.place,
               reader.FullKey("name"),
               "must be given, such as name = " + schema.Find("name")->example);
    }
    HostName host{ReadName(*name, schema.Find("name")->setting, reader.FullKey("name")), {}};
    if (Contains(FORBIDDEN_HOST_NAMES, host.name))
    {
        Refuse(name->place,
               reader.FullKey("name"),
               "must not be \"" + host.name + "\", which other keys begin with");
    }
    if (IsTaken(host.name))
    {
        Refuse(name->place,
               reader.FullKey("name"),
               "\"" + host.name + "\" is the name of another [[host]] or [[nat]]");
    }
    AddSettings(host.name + ".", {.table = &schema, .host = index});
    const ConfigNode::List& workloads = reader.FindTables("workload");
    if (workloads.empty())
    {
        Refuse(node.place,
               host.name + ".workload",
               "must be given: at least one table [[" + section + ".workload]] below its " +
                   schema.header);
    }
    for (const ConfigNode& workload : workloads)
    {
        ReadWorkload(section, workload, host, index);
    }
    hosts.push_back(std::move(host));
}

void
ScenarioKeys::ReadWorkload(const std::string& section,
                           const ConfigNode& node,
                           HostName& host,
                           std::size_t hostIndex)
{
    const SchemaTable& schema = GetSchemaTable(section + ".workload");
    const std::string prefix =
        host.name + ".workload[" + std::to_string(host.workloads.size() + 1) + "].";
    const ConfigNode* kind = node.Find("kind");
    if (kind == nullptr || kind->AsText() == nullptr)
    {
        Refuse(kind == nullptr ? node.place : kind->place,
               prefix + "kind",
               "must be given as text, such as kind = " + schema.Find("kind")->example);
    }
    WorkloadKind info;
    try
    {
        info = FindWorkloadKind(section, *kind->AsText());
    }
    catch (const ConfigError& error)
    {
        Refuse(kind->place, prefix + "kind", error.what());
    }
    const TableReader reader(node, *info.schema, prefix, Missing::ALLOWED);
    std::string name = info.name;
    if (const ConfigNode* given = reader.Find("name"))
    {
        name = ReadName(*given, schema.Find("name")->setting, prefix + "name");
    }
    if (std::ranges::find(host.workloads, name, &WorkloadName::name) != host.workloads.end())
    {
        Refuse(reader.PlaceOf("name"),
               prefix + "name",
               "\"" + name + "\" is the name of another workload of this " +
                   (section == "nat" ? "box" : "host") + "; give each its own");
    }
    AddSettings(host.name + "." + name + ".",
                {.table = info.schema, .host = hostIndex, .workload = host.workloads.size()});
    host.workloads.push_back({std::move(name), std::move(info)});
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

const std::vector<ScenarioKeys::HostName>&
ScenarioKeys::Boxes() const
{
    return m_boxes;
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
        const std::string& name = target.table->name;
        table = &root.Find(name.substr(0, name.find('.')))->AsList()->at(target.host);
        if (name.ends_with(".workload"))
        {
            table = &table->Find("workload")->AsList()->at(target.workload);
        }
    }
    table->Set(target.info->name, value);
}

} // namespace bindstorm
