/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RECORDING_OBSERVER_H
#define BINDSTORM_RECORDING_OBSERVER_H

#include "model/base/observer.h"
#include "model/host/simulation.h"
#include "model/workload/workload.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace bindstorm
{

/// Keeps everything it is told, and checks that free sets stay consistent.
class RecordingObserver final : public Observer
{
  public:
    void
    OnFreeSet(uint32_t freeSet, uint32_t host, uint16_t low, uint16_t high) override
    {
        if (freeSet != free.size())
        {
            throw std::logic_error("free sets are announced in order");
        }
        std::set<uint16_t> ports;
        for (uint32_t port = low; port <= high; ++port)
        {
            ports.insert(static_cast<uint16_t>(port));
        }
        free.push_back(std::move(ports));
        hostOfSet.push_back(host);
    }

    void
    OnAllocate(uint32_t freeSet,
               uint16_t port,
               uint32_t count,
               bool /* isSetUp */,
               std::chrono::nanoseconds /* submitted */) override
    {
        if (count != free[freeSet].size() || free[freeSet].count(port) == 0)
        {
            throw std::logic_error("a choice is told before the port becomes busy");
        }
        allocated.push_back(port);
    }

    void
    OnBusy(uint32_t freeSet, uint16_t port) override
    {
        free[freeSet].erase(port);
    }

    void
    OnFree(uint32_t freeSet, uint16_t port) override
    {
        free[freeSet].insert(port);
    }

    void
    OnOperation(const OperationRecord& record) override
    {
        operations.push_back(record);
    }

    void
    OnSample(const HostSample& sample) override
    {
        samples.push_back(sample);
    }

    /// @return ports of successful binds of a host, in order
    std::vector<uint16_t>
    PortsOf(uint32_t host) const
    {
        std::vector<uint16_t> ports;
        for (const OperationRecord& record : operations)
        {
            if (record.host == host && record.kind == OperationKind::BIND && record.outcome == 0)
            {
                ports.push_back(record.port);
            }
        }
        return ports;
    }

    std::vector<std::set<uint16_t>> free;
    std::vector<uint32_t> hostOfSet;
    std::vector<uint16_t> allocated;
    std::vector<OperationRecord> operations;
    std::vector<HostSample> samples;
};

/// A host on which each unit of work costs 1 ns and each operation 1 us besides.
inline HostSpec
MakeHost(const std::string& name, const std::string& allocator)
{
    HostSpec host;
    host.name = name;
    host.allocator = ComponentSpec::Parse(allocator);
    host.generator = ComponentSpec("mt19937_64");
    host.busy = ComponentSpec("none");
    host.costs.base = {1'000'000, 1'000'000, 1'000'000, 0};
    host.costs.work.fill(1000);
    return host;
}

/// A workload with the defaults of its kind and some settings replaced.
inline WorkloadSpec
MakeWorkload(const std::string& kind, const std::map<std::string, SettingValue>& given)
{
    WorkloadSpec workload{.name = kind, .kind = kind, .start = {}, .settings = {}};
    for (const SettingInfo& info : FindWorkload(kind).settings)
    {
        workload.settings.Set(info.name, info.defaultValue.value());
    }
    for (const auto& [name, value] : given)
    {
        workload.settings.Set(name, value);
    }
    return workload;
}

} // namespace bindstorm

#endif // BINDSTORM_RECORDING_OBSERVER_H
