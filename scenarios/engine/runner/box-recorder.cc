/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "box-recorder.h"

#include "model/workload/packet-workload.h"

#include <utility>

namespace bindstorm
{

BoxRecorder::BoxRecorder(std::string name, const NatBoxSpec& box)
    : m_name(std::move(name))
{
    for (const WorkloadSpec& workload : box.workloads)
    {
        const auto& phases = FindPacketWorkload(workload.kind).phases;
        m_workloads.push_back(
            {workload.name, phases, std::vector<PacketRecorder>(phases.size()), {}});
    }
}

void
BoxRecorder::Add(const PacketRecord& record, bool isMeasured)
{
    PacketRecorder& recorder = m_workloads[record.workload].packets.at(record.phase);
    if (record.isSetUp)
    {
        recorder.AddSetUp(record);
    }
    else if (isMeasured)
    {
        recorder.Add(record);
    }
}

void
BoxRecorder::Add(const ExchangeRecord& record)
{
    m_workloads[record.workload].exchanges.Add(record);
}

void
BoxRecorder::Add(const BoxSample& sample)
{
    if (m_series.box.size() >= SAMPLES_LIMIT)
    {
        RefuseSamples();
    }
    m_series.box.push_back(sample.box);
    m_series.time.push_back(sample.time.count());
    m_series.links.push_back(static_cast<int64_t>(sample.links));
    m_series.sessions.push_back(static_cast<int64_t>(sample.sessions));
    m_series.mappings.push_back(static_cast<int64_t>(sample.mappings));
    m_series.queued.push_back(static_cast<int64_t>(sample.queued));
}

void
BoxRecorder::AddEnd(const BoxSample& sample)
{
    m_links += sample.links;
    m_sessions += sample.sessions;
    m_mappings += sample.mappings;
}

void
BoxRecorder::Report(RunResult& result)
{
    result.metrics.push_back({m_name + ".end.links", static_cast<double>(m_links)});
    result.metrics.push_back({m_name + ".end.sessions", static_cast<double>(m_sessions)});
    result.metrics.push_back({m_name + ".end.mappings", static_cast<double>(m_mappings)});
    for (const Workload& workload : m_workloads)
    {
        const std::string name = m_name + "." + workload.name;
        for (std::size_t i = 0; i < workload.phases.size(); ++i)
        {
            workload.packets[i].Report(name + "." + workload.phases[i], result);
        }
        workload.exchanges.Report(name, result);
    }
    if (!m_series.time.empty())
    {
        result.tables.push_back({m_name + ".series",
                                 {{"box", std::move(m_series.box), {}},
                                  {"time_ns", std::move(m_series.time), {}},
                                  {"links", std::move(m_series.links), {}},
                                  {"sessions", std::move(m_series.sessions), {}},
                                  {"mappings", std::move(m_series.mappings), {}},
                                  {"queued", std::move(m_series.queued), {}}}});
    }
}

void
RefuseSamples()
{
    throw ConfigError("measure.sample is too short: the run has more than a million samples");
}

} // namespace bindstorm
