/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "run-recorder.h"

#include "box-recorder.h"
#include "free-set-recorder.h"
#include "operation-recorder.h"
#include "run-digest.h"
#include "workload-reports.h"

#include "model/base/component-spec.h"

#include <array>
#include <chrono>
#include <fmt/format.h>
#include <memory>

namespace bindstorm
{

namespace
{

/// Memory that port counts of one run may take.
constexpr std::size_t PORT_COUNTS_LIMIT = std::size_t{2} << 30;

/**
 * Listens to one simulation. Replicas of one description are counted together, except for their
 * free sets, which each have their own.
 */
class RunRecorder final : public Observer
{
  public:
    explicit RunRecorder(const RunSpec& spec)
        : m_spec(spec),
          m_workloads(spec.descriptions.size()),
          m_freeSets(spec.descriptions.size()),
          m_series(spec.descriptions.size())
    {
        for (std::size_t host = 0; host < spec.simulation.hosts.size(); ++host)
        {
            auto& workloads = m_workloads[spec.descriptionOfHost[host]];
            if (workloads.empty())
            {
                for (const WorkloadSpec& workload : spec.simulation.hosts[host].workloads)
                {
                    workloads.push_back({workload.name, {}});
                }
            }
        }
        m_freeSetsOfHost.resize(spec.simulation.hosts.size(), 0);
        for (std::size_t box = 0; box < spec.simulation.boxes.size(); ++box)
        {
            const uint32_t description = spec.descriptionOfBox[box];
            if (description == m_boxes.size())
            {
                m_boxes.emplace_back(spec.boxDescriptions[description], spec.simulation.boxes[box]);
            }
        }
    }

    void
    OnFreeSet(uint32_t /* freeSet */, uint32_t host, uint16_t low, uint16_t high) override
    {
        const uint32_t description = m_spec.descriptionOfHost[host];
        const uint32_t place = m_freeSetsOfHost[host]++;
        auto& places = m_freeSets[description];
        if (places.size() <= place)
        {
            places.resize(place + 1);
        }
        places[place].push_back(std::make_unique<FreeSetRecorder>(low, high));
        m_freeSetById.push_back(places[place].back().get());
    }

    void
    OnAllocate(uint32_t freeSet,
               uint16_t port,
               uint32_t free,
               bool isSetUp,
               std::chrono::nanoseconds submitted) override
    {
        if (!isSetUp && submitted >= m_spec.measure.warmUp)
        {
            m_freeSetById[freeSet]->OnAllocate(port, free);
        }
    }

    void
    OnBusy(uint32_t freeSet, uint16_t port) override
    {
        m_freeSetById[freeSet]->OnBusy(port);
    }

    void
    OnFree(uint32_t freeSet, uint16_t port) override
    {
        m_freeSetById[freeSet]->OnFree(port);
    }

    void
    OnOperation(const OperationRecord& record) override
    {
        m_digest.Add(record);
        OperationRecorder& recorder =
            m_workloads[m_spec.descriptionOfHost[record.host]][record.workload]
                .kinds[static_cast<std::size_t>(record.kind)];
        if (record.isSetUp)
        {
            recorder.AddSetUp(record);
        }
        else if (record.submitted >= m_spec.measure.warmUp)
        {
            recorder.Add(record);
        }
    }

    void
    OnSample(const HostSample& sample) override
    {
        m_digest.Add(sample);
        Series& series = m_series[m_spec.descriptionOfHost[sample.host]];
        if (series.host.size() >= SAMPLES_LIMIT)
        {
            RefuseSamples();
        }
        series.host.push_back(sample.host);
        series.time.push_back(sample.time.count());
        series.live.push_back(static_cast<int64_t>(sample.liveSockets));
        series.queued.push_back(static_cast<int64_t>(sample.queued));
    }

    void
    OnWorkloadReport(uint32_t box, uint32_t workload, const WorkloadReport& report) override
    {
        m_reports.Add(m_spec.boxDescriptions[m_spec.descriptionOfBox[box]] + "." +
                          m_spec.simulation.boxes[box].workloads[workload].name,
                      report);
        BoxOf(box).Add(workload, report);
    }

    void
    OnPacket(const PacketRecord& record) override
    {
        m_digest.Add(record);
        BoxOf(record.box).Add(record, record.submitted >= m_spec.measure.warmUp);
    }

    void
    OnExchange(const ExchangeRecord& record) override
    {
        m_digest.Add(record);
        if (!record.isSetUp && record.begun >= m_spec.measure.warmUp)
        {
            BoxOf(record.box).Add(record);
        }
    }

    void
    OnBoxSample(const BoxSample& sample) override
    {
        m_digest.Add(sample);
        BoxOf(sample.box).Add(sample);
    }

    void
    OnBoxEnd(const BoxSample& sample) override
    {
        m_digest.Add(sample);
        BoxOf(sample.box).AddEnd(sample);
    }

    RunResult
    Finish(const SimulationEnd& end)
    {
        RunResult result;
        result.metrics.push_back(
            {"simulated_seconds", static_cast<double>(end.time.count()) * 1e-9});
        for (std::size_t i = 0; i < m_spec.descriptions.size(); ++i)
        {
            ReportDescription(i, result);
        }
        for (BoxRecorder& box : m_boxes)
        {
            box.Report(end.time - m_spec.measure.warmUp, result);
        }
        m_reports.Report(result);
        result.digest = m_digest.Finish(end, result.tables);
        return result;
    }

  private:
    struct WorkloadRecorder
    {
        std::string name;
        std::array<OperationRecorder, ALL_OPERATION_KINDS.size()> kinds;
    };

    struct Series
    {
        std::vector<int64_t> host;
        std::vector<int64_t> time;
        std::vector<int64_t> live;
        std::vector<int64_t> queued;
    };

    BoxRecorder&
    BoxOf(uint32_t box)
    {
        return m_boxes[m_spec.descriptionOfBox[box]];
    }

    void
    ReportDescription(std::size_t index, RunResult& result)
    {
        const std::string& name = m_spec.descriptions[index];
        for (const WorkloadRecorder& workload : m_workloads[index])
        {
            for (const OperationKind kind : ALL_OPERATION_KINDS)
            {
                const OperationRecorder& recorder = workload.kinds[static_cast<std::size_t>(kind)];
                const std::string metric =
                    fmt::format("{}.{}.{}",
                                name,
                                workload.name,
                                OPERATION_NAMES[static_cast<std::size_t>(kind)]);
                if (recorder.Count() > 0)
                {
                    recorder.Report(metric, kind, result);
                }
                if (recorder.SetUpFailures() > 0)
                {
                    result.metrics.push_back({metric + ".set_up_failures",
                                              static_cast<double>(recorder.SetUpFailures())});
                }
                if (recorder.WrongChoices() > 0)
                {
                    result.metrics.push_back(
                        {metric + ".wrong_choices", static_cast<double>(recorder.WrongChoices())});
                }
            }
        }
        for (std::size_t place = 0; place < m_freeSets[index].size(); ++place)
        {
            std::vector<const FreeSetRecorder*> replicas;
            for (const auto& recorder : m_freeSets[index][place])
            {
                replicas.push_back(recorder.get());
            }
            ReportFreeSets(place == 0 ? name + ".ports"
                                      : fmt::format("{}.ports_{}", name, place + 1),
                           replicas,
                           result);
        }
        Series& series = m_series[index];
        if (!series.time.empty())
        {
            result.tables.push_back({name + ".series",
                                     {{"host", std::move(series.host), {}},
                                      {"time_ns", std::move(series.time), {}},
                                      {"live_sockets", std::move(series.live), {}},
                                      {"queued", std::move(series.queued), {}}}});
        }
    }

    const RunSpec& m_spec;
    RunDigest m_digest;
    WorkloadReports m_reports;
    std::vector<std::vector<WorkloadRecorder>> m_workloads; ///< by description
    /// By description, then by the set's place on its host; one recorder a replica.
    std::vector<std::vector<std::vector<std::unique_ptr<FreeSetRecorder>>>> m_freeSets;
    std::vector<FreeSetRecorder*> m_freeSetById;
    std::vector<uint32_t> m_freeSetsOfHost; ///< number of sets announced, by host
    std::vector<Series> m_series;           ///< by description
    std::vector<BoxRecorder> m_boxes;       ///< by description of a box
};

} // namespace

void
CheckRunMemory(const RunSpec& spec)
{
    std::size_t bytes = 0;
    for (const HostSpec& host : spec.simulation.hosts)
    {
        // Every workload may ask for a free set of its own.
        bytes += host.measuresPorts
                     ? FreeSetRecorder::BYTES_PER_PORT * host.range.Size() * host.workloads.size()
                     : 0;
    }
    if (bytes > PORT_COUNTS_LIMIT)
    {
        throw ConfigError(fmt::format("port counts of {} hosts would take more than {} MiB: set "
                                      "measure.ports = false, or simulate fewer hosts",
                                      spec.simulation.hosts.size(),
                                      PORT_COUNTS_LIMIT >> 20));
    }
}

RunResult
ExecuteRun(const RunSpec& spec)
{
    const auto began = std::chrono::steady_clock::now();
    RunRecorder recorder(spec);
    const SimulationEnd end = RunSimulation(spec.simulation, recorder);
    RunResult result = recorder.Finish(end);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;
    result.wallSeconds = wall.count();
    return result;
}

} // namespace bindstorm
