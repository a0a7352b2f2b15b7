/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "simulation.h"

#include "event-budget.h"
#include "port-host.h"

#include "ns3/global-value.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <stdexcept>

namespace bindstorm
{

namespace
{

/// Ends the simulation's global state however the run ends.
class SimulatorScope
{
  public:
    SimulatorScope()
    {
        // By global value: Simulator::SetScheduler is forgotten at Destroy.
        ns3::GlobalValue::Bind("SchedulerType", ns3::StringValue("ns3::PriorityQueueScheduler"));
    }

    SimulatorScope(const SimulatorScope&) = delete;
    SimulatorScope& operator=(const SimulatorScope&) = delete;

    ~SimulatorScope()
    {
        ns3::Simulator::Destroy();
    }
};

/// Tells the observer how every host stands, at regular instants, while anything is left to happen.
class Sampler
{
  public:
    Sampler(const std::vector<ns3::Ptr<PortHost>>& hosts,
            std::chrono::nanoseconds interval,
            Observer& observer,
            EventBudget& events)
        : m_hosts(hosts),
          m_interval(interval),
          m_observer(observer),
          m_events(events)
    {
    }

    void
    Sample()
    {
        for (const auto& host : m_hosts)
        {
            m_observer.OnSample(host->Sample());
        }
        if (!ns3::Simulator::IsFinished())
        {
            m_events.Schedule(ns3::NanoSeconds(m_interval.count()), &Sampler::Sample, this);
        }
    }

  private:
    const std::vector<ns3::Ptr<PortHost>>& m_hosts;
    std::chrono::nanoseconds m_interval;
    Observer& m_observer;
    EventBudget& m_events;
};

} // namespace

SimulationEnd
RunSimulation(const SimulationSpec& spec, Observer& observer)
{
    const SimulatorScope scope;
    EventBudget events;
    std::vector<ns3::Ptr<PortHost>> hosts;
    std::vector<ns3::Ptr<ns3::Node>> nodes;
    uint32_t nextFreeSet = 0;
    for (uint32_t i = 0; i < spec.hosts.size(); ++i)
    {
        const auto node = ns3::CreateObject<ns3::Node>();
        const auto host = ns3::CreateObject<PortHost>();
        host->Configure(spec.hosts[i],
                        {.seed = spec.seed,
                         .run = spec.run,
                         .index = i,
                         .observer = &observer,
                         .events = &events,
                         .nextFreeSet = &nextFreeSet});
        node->AggregateObject(host);
        hosts.push_back(host);
        nodes.push_back(node);
    }
    for (const auto& host : hosts)
    {
        host->StartWorkloads();
    }
    Sampler sampler(hosts,
                    spec.sampleInterval.value_or(std::chrono::nanoseconds{1}),
                    observer,
                    events);
    if (spec.sampleInterval)
    {
        events.Schedule(ns3::Time(0), &Sampler::Sample, &sampler);
    }
    if (spec.stop)
    {
        ns3::Simulator::Stop(ns3::NanoSeconds(spec.stop->count()));
    }
    ns3::Simulator::Run();
    if (const char* reason = events.WhyStopped())
    {
        throw std::runtime_error(reason);
    }
    const SimulationEnd end{std::chrono::nanoseconds{ns3::Simulator::Now().GetNanoSeconds()},
                            ns3::Simulator::GetEventCount()};
    for (const auto& node : nodes)
    {
        node->Dispose();
    }
    return end;
}

std::string
GetNs3Version()
{
    return BINDSTORM_NS3_VERSION;
}

} // namespace bindstorm
