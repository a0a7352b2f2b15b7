/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "box-recorder.h"

#include "model/workload/packet-workload.h"

#include <algorithm>
#include <utility>

namespace bindstorm
{

BoxRecorder::BoxRecorder(std::string name, const NatBoxSpec& box)
    : m_name(std::move(name)),
      m_cpus(box.cpus),
      m_countsFreePorts(box.config.countFreePorts)
{
    for (const WorkloadSpec& workload : box.workloads)
    {
        const PacketWorkloadInfo& info = FindPacketWorkload(workload.kind);
        m_workloads.push_back({.name = workload.name,
                               .phases = info.phases,
                               .packets = std::vector<PacketRecorder>(info.phases.size()),
                               .exchanges = {},
                               .isAttack = info.isAttack,
                               .attack = {}});
    }
}

void
BoxRecorder::Add(const PacketRecord& record, bool isMeasured)
{
    Workload& workload = m_workloads[record.workload];
    PacketRecorder& recorder = workload.packets.at(record.phase);
    ++workload.attack.sent;
    if (record.isSetUp)
    {
        recorder.AddSetUp(record);
    }
    else if (isMeasured)
    {
        recorder.Add(record);
        ++workload.attack.measured;
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
    ++m_replicas;
    m_links += sample.links;
    m_sessions += sample.sessions;
    m_mappings += sample.mappings;
}

void
BoxRecorder::Add(uint32_t workload, const WorkloadReport& report)
{
    m_workloads[workload].exchanges.AddUnfinished(report.unfinished);
    for (const WorkloadReport::Count& count : report.counts)
    {
        if (count.name == ATTACK_ENTRIES)
        {
            auto& entries = m_workloads[workload].attack.entries;
            entries = entries.value_or(0) + static_cast<uint64_t>(count.value);
        }
    }
}

void
BoxRecorder::ReportAttacks(std::chrono::nanoseconds measured, RunResult& result) const
{
    uint64_t failures = 0;
    double offered = 0; // ns of service
    for (const Workload& workload : m_workloads)
    {
        failures += workload.exchanges.Count() - workload.exchanges.Successes();
        for (const PacketRecorder& packets : workload.packets)
        {
            offered += packets.OfferedService();
        }
    }
    const double load =
        measured.count() <= 0
            ? 0
            : offered / (static_cast<double>(measured.count()) * m_cpus * m_replicas);
    result.metrics.push_back({m_name + ".offered_load", load});
    for (const Workload& workload : m_workloads)
    {
        const std::string name = m_name + "." + workload.name;
        const ExchangeRecorder& exchanges = workload.exchanges;
        if (workload.isAttack)
        {
            ReportAttack(name, workload.attack, failures, result);
        }
        else if (exchanges.Count() > 0)
        {
            const double bound = QueueingBound(load, exchanges.MostAttempts());
            const double success =
                static_cast<double>(exchanges.Successes()) / static_cast<double>(exchanges.Count());
            result.metrics.push_back({name + ".queueing_bound", bound});
            result.metrics.push_back({name + ".success_to_bound", success / bound});
        }
    }
}

void
BoxRecorder::Report(std::chrono::nanoseconds measured, RunResult& result)
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
        if (m_countsFreePorts)
        {
            uint64_t refused = 0;
            for (const PacketRecorder& packets : workload.packets)
            {
                refused += packets.FalselyRefused();
            }
            result.metrics.push_back({name + ".false_exhaustion", static_cast<double>(refused)});
        }
    }
    if (std::ranges::any_of(m_workloads, &Workload::isAttack))
    {
        ReportAttacks(measured, result);
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
