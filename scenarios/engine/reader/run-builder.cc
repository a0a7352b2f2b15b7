/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "run-builder.h"

#include "canonical-run.h"
#include "cost-folder.h"
#include "duration.h"

#include "model/base/component-spec.h"
#include "model/base/random-engine.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"

#include <bit>
#include <optional>
#include <set>
#include <utility>

namespace bindstorm
{

namespace
{

/// A simulation of more hosts than this is a mistake in a matrix or a count.
constexpr uint64_t MOST_HOSTS = 100'000;

std::optional<std::chrono::nanoseconds>
FindDuration(const Settings& settings, const std::string& name)
{
    return HasSetting(settings, name) ? std::optional(settings.GetDuration(name)) : std::nullopt;
}

nlohmann::json
OrNull(const std::optional<std::chrono::nanoseconds>& duration)
{
    return duration ? nlohmann::json(duration->count()) : nlohmann::json(nullptr);
}

LockModel
ReadLock(const std::string& word)
{
    if (word == "none")
    {
        return LockModel::NONE;
    }
    return word == "table" ? LockModel::TABLE : LockModel::AUTOMATIC;
}

uint32_t
ReadChains(const TableReader& host, const Settings& settings)
{
    const auto chains = static_cast<uint32_t>(settings.GetInteger("chains"));
    if (chains != 0 && !std::has_single_bit(chains))
    {
        Refuse(host.PlaceOf("chains"),
               host.FullKey("chains"),
               "must be a power of two from 1 to 65536, or 0 for what the allocator was written "
               "for, is " +
                   std::to_string(chains) + "; the nearest are " +
                   std::to_string(std::bit_floor(chains)) + " and " +
                   std::to_string(std::bit_ceil(chains)));
    }
    return chains;
}

HostSpec
MakeHostSpec(const TableReader& reader, const Settings& settings)
{
    HostSpec spec;
    spec.name = settings.GetText("name");
    spec.range = PortRange::Parse(settings.GetText("range"));
    spec.reserved = PortSet::Parse(settings.GetText("reserved"));
    spec.excluded = PortSet::Parse(settings.GetText("excluded"));
    spec.chains = ReadChains(reader, settings);
    spec.allocator = ResolvePortAllocator(ComponentSpec::Parse(settings.GetText("allocator")));
    spec.generator = ResolveRandomEngine(ComponentSpec::Parse(settings.GetText("generator")));
    spec.busy = ResolveBusyPattern(ComponentSpec::Parse(settings.GetText("busy")));
    spec.cpus = static_cast<uint32_t>(settings.GetInteger("cpus"));
    spec.queue = static_cast<uint32_t>(settings.GetInteger("queue"));
    spec.lock = ReadLock(settings.GetText("lock"));
    return spec;
}

/// Separates what all workloads have from what the kind takes.
WorkloadSpec
MakeWorkload(const ScenarioKeys::WorkloadName& name, const Settings& settings)
{
    WorkloadSpec workload{name.name, name.kind->name, settings.GetDuration("start"), {}};
    for (const SettingInfo& info : name.kind->settings)
    {
        workload.settings.Set(info.name, settings.All().at(info.name));
    }
    return workload;
}

/// Adds the replicas of a host to a run.
void
AddHosts(const HostSpec& host,
         uint32_t count,
         const Place& place,
         std::set<std::string>& names,
         RunSpec& run)
{
    const auto description = static_cast<uint32_t>(run.descriptions.size());
    for (uint32_t i = 1; i <= count; ++i)
    {
        HostSpec replica = host;
        replica.measuresPorts = run.measure.ports;
        replica.name += count == 1 ? "" : "-" + std::to_string(i);
        if (!names.insert(replica.name).second)
        {
            Refuse(place,
                   host.name + ".count",
                   "gives a second host of the name \"" + replica.name + "\"");
        }
        run.simulation.hosts.push_back(std::move(replica));
        run.descriptionOfHost.push_back(description);
    }
    run.descriptions.push_back(host.name);
}

void
CheckWarmUp(const ConfigNode& measure, const RunSpec& run)
{
    const auto& stop = run.simulation.stop;
    if (stop && run.measure.warmUp >= *stop && run.measure.warmUp.count() > 0)
    {
        Refuse(measure.Find("warm_up")->place,
               "measure.warm_up",
               "must be less than stop, " + FormatDuration(*stop) + ", is " +
                   FormatDuration(run.measure.warmUp) + ": nothing would be measured");
    }
}

std::string
WorkloadPrefix(const ScenarioKeys::HostName& host, std::size_t index)
{
    return host.name + "." + host.workloads[index].name + ".";
}

} // namespace

RunBuilder::RunBuilder(std::filesystem::path scenario, const ScenarioKeys& keys)
    : m_scenario(std::move(scenario)),
      m_keys(keys)
{
}

void
RunBuilder::AddCosts(const std::string& name, const CostTable& costs)
{
    m_costs.insert_or_assign(name, costs);
}

void
RunBuilder::CheckGiven(const ConfigNode& root) const
{
    TableReader(root, GetSchemaTable(""), "", Missing::ALLOWED).ReadSettings();
    if (const ConfigNode* measure = root.Find("measure"))
    {
        TableReader(*measure, GetSchemaTable("measure"), "measure.").ReadSettings();
    }
    const ConfigNode::List& hosts = *root.Find("host")->AsList();
    for (std::size_t h = 0; h < hosts.size(); ++h)
    {
        const ScenarioKeys::HostName& name = m_keys.Hosts()[h];
        TableReader(hosts[h], GetSchemaTable("host"), name.name + ".", Missing::ALLOWED)
            .ReadSettings();
        const ConfigNode::List& workloads = *hosts[h].Find("workload")->AsList();
        for (std::size_t w = 0; w < workloads.size(); ++w)
        {
            TableReader(workloads[w],
                        GetWorkloadSchema(*name.workloads[w].kind),
                        WorkloadPrefix(name, w),
                        Missing::ALLOWED)
                .ReadSettings();
        }
    }
}

const CostTable&
RunBuilder::FindCosts(const TableReader& host, const std::string& name)
{
    const auto known = m_costs.find(name);
    if (known != m_costs.end())
    {
        return known->second;
    }
    std::filesystem::path path;
    try
    {
        path = FindCostTable(name, m_scenario);
    }
    catch (const ConfigError& error)
    {
        Refuse(host.PlaceOf("costs"), host.FullKey("costs"), error.what());
    }
    return m_costs.emplace(name, ReadCostTable(path).table).first->second;
}

const RunBuilder::Host&
RunBuilder::FindHost(const ConfigNode& node, std::size_t index)
{
    const auto known = m_hosts.find(index);
    if (known != m_hosts.end() && known->second.first == node)
    {
        return known->second.second;
    }
    Host host = BuildHost(node, m_keys.Hosts()[index]);
    return m_hosts.insert_or_assign(index, std::pair(node, std::move(host))).first->second.second;
}

RunBuilder::Host
RunBuilder::BuildHost(const ConfigNode& node, const ScenarioKeys::HostName& name)
{
    const TableReader reader(node, GetSchemaTable("host"), name.name + ".");
    const Settings settings = reader.ReadSettings();
    Host host{MakeHostSpec(reader, settings),
              static_cast<uint32_t>(settings.GetInteger("count")),
              CanonicalSettings(settings)};
    host.spec.costs = FindCosts(reader, settings.GetText("costs"));
    host.canonical["costs"] = CanonicalCosts(host.spec.costs);
    const ConfigNode::List& workloads = reader.FindTables("workload");
    for (std::size_t i = 0; i < workloads.size(); ++i)
    {
        const ScenarioKeys::WorkloadName& workload = name.workloads[i];
        const Settings given =
            TableReader(workloads[i], GetWorkloadSchema(*workload.kind), WorkloadPrefix(name, i))
                .ReadSettings();
        const WorkloadSpec& spec = host.spec.workloads.emplace_back(MakeWorkload(workload, given));
        host.canonical["workloads"].push_back({{"kind", spec.kind},
                                               {"name", spec.name},
                                               {"start", spec.start.count()},
                                               {"settings", CanonicalSettings(spec.settings)}});
    }
    return host;
}

void
RunBuilder::AddAllHosts(const ConfigNode::List& nodes, RunSpec& run, nlohmann::json& canonical)
{
    const auto placeOfCount = [](const ConfigNode& node) -> const Place&
    {
        const ConfigNode* count = node.Find("count");
        return count == nullptr ? node.place : count->place;
    };
    uint64_t total = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        const Host& host = FindHost(nodes[i], i);
        total += host.count;
        if (total > MOST_HOSTS)
        {
            Refuse(placeOfCount(nodes[i]),
                   host.spec.name + ".count",
                   "gives more than " + std::to_string(MOST_HOSTS) + " hosts in one simulation");
        }
    }
    std::set<std::string> names;
    run.simulation.hosts.reserve(total);
    for (std::size_t i = 0; i < nodes.size(); ++i)
    {
        const Host& host = FindHost(nodes[i], i);
        AddHosts(host.spec, host.count, placeOfCount(nodes[i]), names, run);
        canonical.push_back(host.canonical);
    }
}

RunSpec
RunBuilder::Build(const ConfigNode& root)
{
    static const ConfigNode noMeasure{Place(), ConfigNode::Table{}};
    const TableReader top(root, GetSchemaTable(""), "");
    const Settings settings = top.ReadSettings();
    const ConfigNode* given = top.Find("measure");
    const ConfigNode& measureNode = given == nullptr ? noMeasure : *given;
    const Settings measure =
        TableReader(measureNode, GetSchemaTable("measure"), "measure.").ReadSettings();

    RunSpec run;
    run.simulation.seed = static_cast<uint64_t>(settings.GetInteger("seed"));
    run.simulation.run = static_cast<uint64_t>(settings.GetInteger("run"));
    run.simulation.stop = FindDuration(settings, "stop");
    run.simulation.sampleInterval = FindDuration(measure, "sample");
    run.measure.ports = measure.GetBoolean("ports");
    run.measure.warmUp = measure.GetDuration("warm_up");
    CheckWarmUp(measureNode, run);

    nlohmann::json canonical{{"schema", settings.GetInteger("schema")},
                             {"seed", run.simulation.seed},
                             {"run", run.simulation.run},
                             {"stop", OrNull(run.simulation.stop)},
                             {"measure",
                              {{"ports", run.measure.ports},
                               {"warm_up", run.measure.warmUp.count()},
                               {"sample", OrNull(run.simulation.sampleInterval)}}},
                             {"hosts", nlohmann::json::array()}};
    AddAllHosts(top.FindTables("host"), run, canonical["hosts"]);
    run.canonical = canonical.dump();
    return run;
}

} // namespace bindstorm
