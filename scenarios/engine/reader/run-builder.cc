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
#include "nat-box-reader.h"

#include "model/base/component-spec.h"
#include "model/base/random-engine.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"
#include "model/workload/packet-workload.h"

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
    WorkloadSpec workload{name.name, name.kind.name, settings.GetDuration("start"), {}};
    for (const SettingInfo& info : *name.kind.settings)
    {
        workload.settings.Set(info.name, settings.All().at(info.name));
    }
    return workload;
}

const Place&
PlaceOfCount(const ConfigNode& node)
{
    const ConfigNode* count = node.Find("count");
    return count == nullptr ? node.place : count->place;
}

/// Calls a function with each replica of a host or box.
template <class Spec, class Function>
void
ForEachReplica(const Spec& spec,
               uint32_t count,
               const Place& place,
               std::set<std::string>& names,
               const Function& function)
{
    for (uint32_t i = 1; i <= count; ++i)
    {
        Spec replica = spec;
        replica.name += count == 1 ? "" : "-" + std::to_string(i);
        if (!names.insert(replica.name).second)
        {
            Refuse(place,
                   spec.name + ".count",
                   "gives a second host or box of the name \"" + replica.name + "\"");
        }
        function(std::move(replica));
    }
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

/// Checks what the file gives for hosts or boxes.
void
CheckHosts(const ConfigNode& root,
           const std::string& section,
           const std::vector<ScenarioKeys::HostName>& names)
{
    for (std::size_t h = 0; h < names.size(); ++h)
    {
        const ConfigNode& node = root.Find(section)->AsList()->at(h);
        TableReader(node, GetSchemaTable(section), names[h].name + ".", Missing::ALLOWED)
            .ReadSettings();
        const ConfigNode::List& workloads = *node.Find("workload")->AsList();
        for (std::size_t w = 0; w < workloads.size(); ++w)
        {
            TableReader(workloads[w],
                        *names[h].workloads[w].kind.schema,
                        WorkloadPrefix(names[h], w),
                        Missing::ALLOWED)
                .ReadSettings();
        }
    }
}

/// Reads the workloads of a host or box.
void
AddWorkloads(const TableReader& reader,
             const ScenarioKeys::HostName& name,
             std::vector<WorkloadSpec>& specs,
             nlohmann::json& canonical)
{
    const ConfigNode::List& workloads = reader.FindTables("workload");
    for (std::size_t i = 0; i < workloads.size(); ++i)
    {
        const ScenarioKeys::WorkloadName& workload = name.workloads[i];
        const Settings given =
            TableReader(workloads[i], *workload.kind.schema, WorkloadPrefix(name, i))
                .ReadSettings();
        const WorkloadSpec& spec = specs.emplace_back(MakeWorkload(workload, given));
        canonical["workloads"].push_back({{"kind", spec.kind},
                                          {"name", spec.name},
                                          {"start", spec.start.count()},
                                          {"settings", CanonicalSettings(spec.settings)}});
    }
}

/// Refuses instances to workloads that cannot have them.
void
CheckInstances(const TableReader& reader, const NatBoxSpec& box)
{
    for (const WorkloadSpec& workload : box.workloads)
    {
        if (box.instances > 1 && FindPacketWorkload(workload.kind).needsOneTable)
        {
            Refuse(reader.PlaceOf("instances"),
                   reader.FullKey("instances"),
                   "must be 1, since the workload \"" + workload.name + "\" (" + workload.kind +
                       ") looks at the table itself");
        }
    }
}

/// @return what was built from an equal node before, else what is built now
template <class Kept, class Build>
const auto&
FindOrBuild(Kept& kept, const ConfigNode& node, std::size_t index, const Build& build)
{
    const auto known = kept.find(index);
    if (known != kept.end() && known->second.first == node)
    {
        return known->second.second;
    }
    return kept.insert_or_assign(index, std::pair(node, build())).first->second.second;
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
    CheckHosts(root, "host", m_keys.Hosts());
    CheckHosts(root, "nat", m_keys.Boxes());
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

const RunBuilder::Built<HostSpec>&
RunBuilder::FindHost(const ConfigNode& node, std::size_t index)
{
    return FindOrBuild(m_hosts,
                       node,
                       index,
                       [&]() { return BuildHost(node, m_keys.Hosts()[index]); });
}

const RunBuilder::Built<NatBoxSpec>&
RunBuilder::FindBox(const ConfigNode& node, std::size_t index)
{
    return FindOrBuild(m_boxes,
                       node,
                       index,
                       [&]() { return BuildBox(node, m_keys.Boxes()[index]); });
}

RunBuilder::Built<HostSpec>
RunBuilder::BuildHost(const ConfigNode& node, const ScenarioKeys::HostName& name)
{
    const TableReader reader(node, GetSchemaTable("host"), name.name + ".");
    const Settings settings = reader.ReadSettings();
    Built<HostSpec> host{MakeHostSpec(reader, settings),
                         static_cast<uint32_t>(settings.GetInteger("count")),
                         CanonicalSettings(settings)};
    host.spec.costs = FindCosts(reader, settings.GetText("costs"));
    host.canonical["costs"] = CanonicalCosts(host.spec.costs);
    AddWorkloads(reader, name, host.spec.workloads, host.canonical);
    return host;
}

RunBuilder::Built<NatBoxSpec>
RunBuilder::BuildBox(const ConfigNode& node, const ScenarioKeys::HostName& name)
{
    const TableReader reader(node, GetSchemaTable("nat"), name.name + ".");
    const Settings settings = reader.ReadSettings();
    nlohmann::json canonical;
    NatBoxSpec spec =
        ReadNatBox(node, reader, settings, FindCosts(reader, settings.GetText("costs")), canonical);
    AddWorkloads(reader, name, spec.workloads, canonical);
    CheckPacketWorkloads(reader, spec);
    CheckInstances(reader, spec);
    const auto count = static_cast<uint32_t>(settings.GetInteger("count"));
    return {std::move(spec), count, std::move(canonical)};
}

void
RunBuilder::AddAll(const TableReader& top, RunSpec& run, nlohmann::json& canonical)
{
    const ConfigNode::List& hosts = top.FindTables("host");
    const ConfigNode::List& boxes = top.FindTables("nat");
    uint64_t total = 0;
    const auto count = [&](const auto& built, const ConfigNode& node)
    {
        total += built.count;
        if (total > MOST_HOSTS)
        {
            Refuse(PlaceOfCount(node),
                   built.spec.name + ".count",
                   "gives more than " + std::to_string(MOST_HOSTS) + " hosts in one simulation");
        }
    };
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        count(FindHost(hosts[i], i), hosts[i]);
    }
    run.simulation.hosts.reserve(total);
    for (std::size_t i = 0; i < boxes.size(); ++i)
    {
        count(FindBox(boxes[i], i), boxes[i]);
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        const auto& host = FindHost(hosts[i], i);
        ForEachReplica(host.spec,
                       host.count,
                       PlaceOfCount(hosts[i]),
                       names,
                       [&](HostSpec replica)
                       {
                           replica.measuresPorts = run.measure.ports;
                           run.simulation.hosts.push_back(std::move(replica));
                           run.descriptionOfHost.push_back(static_cast<uint32_t>(i));
                       });
        run.descriptions.push_back(host.spec.name);
        canonical["hosts"].push_back(host.canonical);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i)
    {
        const auto& box = FindBox(boxes[i], i);
        ForEachReplica(box.spec,
                       box.count,
                       PlaceOfCount(boxes[i]),
                       names,
                       [&](NatBoxSpec replica)
                       {
                           run.simulation.boxes.push_back(std::move(replica));
                           run.descriptionOfBox.push_back(static_cast<uint32_t>(i));
                       });
        run.boxDescriptions.push_back(box.spec.name);
        canonical["nats"].push_back(box.canonical);
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
    AddAll(top, run, canonical);
    run.canonical = canonical.dump();
    return run;
}

} // namespace bindstorm
