/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_HOST_H
#define BINDSTORM_PORT_HOST_H

#include "cpu.h"
#include "event-budget.h"
#include "free-set-follower.h"
#include "job-pool.h"
#include "simulation.h"

#include "model/base/random-engine.h"
#include "model/workload/workload.h"

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup host
 * What a host shares with the others of its simulation.
 */
struct HostContext
{
    uint64_t seed{1};
    uint64_t run{0};
    uint32_t index{0};           ///< of this host, in file order
    Observer* observer{nullptr}; ///< may be null
    EventBudget* events{nullptr};
    uint32_t* nextFreeSet{nullptr}; ///< running number of free sets
};

/**
 * @ingroup host
 * Sockets, an allocator, a CPU and the processes of one host: aggregated to an ns3::Node.
 *
 * Each operation runs the real module; its counted work times the cost table gives its service
 * time, queueing gives its latency.
 */
class PortHost : public ns3::Object, public CpuClient
{
  public:
    static ns3::TypeId GetTypeId();

    PortHost();
    ~PortHost() override;

    /**
     * Builds the host. To be called once, before the simulation starts.
     * @throws ConfigError when the description cannot be built
     */
    void Configure(const HostSpec& spec, const HostContext& context);

    /// Schedules the start of every workload.
    void StartWorkloads();

    /// @return live sockets of both protocols, and operations waiting for a CPU
    HostSample Sample() const;

    HostSockets& Sockets();

    /// Callback of the trace source Bind: the port, and the reason (NONE for success).
    typedef void (*BindCallback)(uint16_t port, BindError error);
    /// Callback of the trace source Close: the reason.
    typedef void (*CloseCallback)(BindError error);

  protected:
    void DoDispose() override;

  private:
    class Runner;

    /// An operation from submission to completion.
    struct Job
    {
        Operation operation;
        Completion completion;
        OperationRecord record;
        Runner* runner;
    };

    void Submit(Runner& runner, uint32_t process, const Operation& operation);
    Service StartJob(uint32_t job) override;
    void FinishJob(uint32_t job) override;
    void Refuse(uint32_t job);
    BindResult Bind(Job& job);
    FreeSetFollower* FindFollower(Protocol protocol, const PortRequest& request);
    void BindBusyPorts(const HostSpec& spec);
    void FollowRequests();

    HostContext m_context;
    CostTable m_costs;
    EventClock m_clock;
    std::unique_ptr<RandomEngine> m_engine;
    std::unique_ptr<HostSockets> m_sockets;
    std::unique_ptr<Cpu> m_cpu;
    std::vector<std::unique_ptr<Runner>> m_runners;
    std::vector<std::unique_ptr<FreeSetFollower>> m_followers;
    JobPool<Job> m_jobs;

    ns3::TracedCallback<uint16_t, BindError> m_bindTrace;
    ns3::TracedCallback<BindError> m_closeTrace;
};

} // namespace bindstorm

#endif // BINDSTORM_PORT_HOST_H
