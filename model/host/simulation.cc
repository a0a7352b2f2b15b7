/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "simulation.h"

#include "event-budget.h"
#include "nat-box.h"
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

/// Hosts and boxes of one simulation, each on a node of its own.
class Nodes
{
  public:
    Nodes(const SimulationSpec& spec, Observer& observer, EventBudget& events)
    {
        for (uint32_t i = 0; i < spec.hosts.size(); ++i)
        {
            Add<PortHost>(m_hosts)->Configure(spec.hosts[i],
                                              {.seed = spec.seed,
                                               .run = spec.run,
                                               .index = i,
                                               .observer = &observer,
                                               .events = &events,
                                               .nextFreeSet = &m_nextFreeSet});
        }
        for (uint32_t i = 0; i < spec.boxes.size(); ++i)
        {
            Add<NatBox>(m_boxes)->Configure(spec.boxes[i],
                                            {.seed = spec.seed,
                                             .run = spec.run,
                                             .index = i,
                                             .observer = &observer,
                                             .events = &events});
        }
    }

    Nodes(const Nodes&) = delete;
    Nodes& operator=(const Nodes&) = delete;

    ~Nodes()
    {
        for (const auto& node : m_nodes)
        {
            node->Dispose();
        }
    }

    const std::vector<ns3::Ptr<PortHost>>&
    Hosts() const
    {
        return m_hosts;
    }

    const std::vector<ns3::Ptr<NatBox>>&
    Boxes() const
    {
        return m_boxes;
    }

    void
    StartWorkloads()
    {
        for (const auto& host : m_hosts)
        {
            host->StartWorkloads();
        }
        for (const auto& box : m_boxes)
        {
            box->StartWorkloads();
        }
    }

  private:
    template <class Part>
    ns3::Ptr<Part>
    Add(std::vector<ns3::Ptr<Part>>& parts)
    {
        m_nodes.push_back(ns3::CreateObject<ns3::Node>());
        parts.push_back(ns3::CreateObject<Part>());
        m_nodes.back()->AggregateObject(parts.back());
        return parts.back();
    }

    uint32_t m_nextFreeSet{0};
    std::vector<ns3::Ptr<PortHost>> m_hosts;
    std::vector<ns3::Ptr<NatBox>> m_boxes;
    std::vector<ns3::Ptr<ns3::Node>> m_nodes;
};

/// Tells the observer how every host and box stands, at regular instants, while anything is left to
/// happen.
class Sampler
{
  public:
    Sampler(const Nodes& nodes,
            std::chrono::nanoseconds interval,
            Observer& observer,
            EventBudget& events)
        : m_nodes(nodes),
          m_interval(interval),
          m_observer(observer),
          m_events(events)
    {
    }

    void
    Sample()
    {
        for (const auto& host : m_nodes.Hosts())
        {
            m_observer.OnSample(host->Sample());
        }
        for (const auto& box : m_nodes.Boxes())
        {
            m_observer.OnBoxSample(box->Sample());
        }
        if (!ns3::Simulator::IsFinished())
        {
            m_events.Schedule(ns3::NanoSeconds(m_interval.count()), &Sampler::Sample, this);
        }
    }

  private:
    const Nodes& m_nodes;
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
    Nodes nodes(spec, observer, events);
    nodes.StartWorkloads();
    Sampler sampler(nodes,
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
    for (const auto& box : nodes.Boxes())
    {
        box->ReportWorkloads();
        observer.OnBoxEnd(box->Sample());
    }
    return {std::chrono::nanoseconds{ns3::Simulator::Now().GetNanoSeconds()},
            ns3::Simulator::GetEventCount()};
}

std::string
GetNs3Version()
{
    return BINDSTORM_NS3_VERSION;
}

} // namespace bindstorm
