/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-box-reader.h"

#include "canonical-run.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-address-list.h"
#include "model/nat/nat-config-settings.h"
#include "model/nat/nat-rules.h"
#include "model/workload/packet-workload.h"

namespace bindstorm
{

namespace
{

NatRedirect
MakeNatRedirect(const Settings& settings)
{
    return {.protocol = settings.GetText("protocol") == "tcp" ? IP_TCP : IP_UDP,
            .internal = ParseNatEndpoint(settings.GetText("internal")),
            .remote = ParseNatEndpoint(settings.GetText("remote")),
            .external = ParseNatEndpoint(settings.GetText("external"))};
}

BoxLock
ReadBoxLock(const std::string& word)
{
    if (word == "none")
    {
        return BoxLock::NONE;
    }
    return word == "one" ? BoxLock::ONE : BoxLock::EACH;
}

/// What means the same has one text, which for one table is that of the time when there were no
/// others. But for lock = "one": a matrix of locks and instances may have it beside "each".
void
CanonicalizeInstances(const NatBoxSpec& spec, nlohmann::json& canonical)
{
    if (spec.instances == 1)
    {
        canonical.erase("instances");
        canonical.erase("split");
    }
    if (spec.lock == BoxLock::EACH)
    {
        canonical["lock"] = "table";
    }
}

void
AddRedirects(const TableReader& reader, NatBoxSpec& spec, nlohmann::json& canonical)
{
    const ConfigNode::List& redirects = reader.FindTables("redirect");
    for (std::size_t i = 0; i < redirects.size(); ++i)
    {
        const std::string prefix = reader.FullKey("redirect[" + std::to_string(i + 1) + "].");
        const Settings settings =
            TableReader(redirects[i], GetSchemaTable("nat.redirect"), prefix).ReadSettings();
        const NatRedirect redirect = MakeNatRedirect(settings);
        try
        {
            CheckNatRedirect(redirect);
        }
        catch (const ConfigError& error)
        {
            Refuse(redirects[i].place, prefix.substr(0, prefix.size() - 1), error.what());
        }
        spec.redirects.push_back(redirect);
        canonical["redirects"].push_back(CanonicalSettings(settings));
    }
}

} // namespace

NatBoxSpec
ReadNatBox(const ConfigNode& node,
           const TableReader& reader,
           const Settings& settings,
           const CostTable& costs,
           nlohmann::json& canonical)
{
    if (!costs.packets)
    {
        Refuse(reader.PlaceOf("costs"),
               reader.FullKey("costs"),
               "the cost table \"" + settings.GetText("costs") +
                   "\" has no costs of packets: it needs a table [packet]");
    }
    NatBoxSpec spec{
        .name = settings.GetText("name"),
        .config = {},
        .instances = static_cast<uint32_t>(settings.GetInteger("instances")),
        .split = settings.GetText("split") == "ports" ? NatSplit::PORTS : NatSplit::REMOTE,
        .redirects = {},
        .generator = ResolveRandomEngine(ComponentSpec::Parse(settings.GetText("generator"))),
        .cpus = static_cast<uint32_t>(settings.GetInteger("cpus")),
        .queue = static_cast<uint32_t>(settings.GetInteger("queue")),
        .lock = ReadBoxLock(settings.GetText("lock")),
        .costs = costs,
        .workloads = {}};
    try
    {
        spec.config = MakeNatConfig(settings);
        // Refuses, with the place in the file, what several instances cannot do.
        const NatSplitRule split(spec.config, spec.instances, spec.split, 0);
    }
    catch (const ConfigError& error)
    {
        Refuse(node.place, spec.name, error.what());
    }
    canonical = CanonicalSettings(settings);
    canonical.update(CanonicalSettings(MakeNatSettings(spec.config)));
    CanonicalizeInstances(spec, canonical);
    canonical["costs"] = CanonicalPacketCosts(costs);
    AddRedirects(reader, spec, canonical);
    return spec;
}

void
CheckPacketWorkloads(const TableReader& box, const NatBoxSpec& spec)
{
    for (std::size_t i = 0; i < spec.workloads.size(); ++i)
    {
        const WorkloadSpec& workload = spec.workloads[i];
        const PacketWorkloadInfo& info = FindPacketWorkload(workload.kind);
        try
        {
            if (info.check != nullptr)
            {
                info.check(workload.settings, spec.config);
            }
            if (info.needsWholeBox && spec.workloads.size() > 1)
            {
                throw ConfigError(workload.kind +
                                  " must be the only workload of its box: it empties the table, "
                                  "and packets of others would be part of its rate");
            }
        }
        catch (const ConfigError& error)
        {
            Refuse(box.FindTables("workload")[i].place,
                   spec.name + "." + workload.name,
                   error.what());
        }
    }
}

} // namespace bindstorm
