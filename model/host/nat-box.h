/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_BOX_H
#define BINDSTORM_NAT_BOX_H

#include "cpu.h"
#include "event-budget.h"
#include "job-pool.h"
#include "simulation.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-instances.h"
#include "model/workload/packet-workload.h"

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup host
 * What a box shares with the others of its simulation.
 */
struct BoxContext
{
    uint64_t seed{1};
    uint64_t run{0};
    uint32_t index{0};           ///< of this box, in file order
    Observer* observer{nullptr}; ///< may be null
    EventBudget* events{nullptr};
};

/**
 * @ingroup host
 * A NAT's table, or several, its CPU and the traffic that passes it: aggregated to an ns3::Node.
 *
 * Each packet is a job: the table is asked when its service starts, and the counted work times the
 * cost table says when it is done. The table's clock reads simulated time. A packet that comes back
 * inside and meets two tables does so under the lock of the first one.
 */
class NatBox : public ns3::Object, public CpuClient
{
  public:
    static ns3::TypeId GetTypeId();

    NatBox();
    ~NatBox() override;

    /**
     * Builds the box. To be called once, before the simulation starts.
     * @throws ConfigError when the description cannot be built
     */
    void Configure(const NatBoxSpec& spec, const BoxContext& context);

    /// Schedules the start of every workload.
    void StartWorkloads();

    /// Tells the observer what workloads have to tell when the run ends.
    void ReportWorkloads() const;

    /// @return links, and packets waiting for a CPU
    BoxSample Sample() const;

    NatInstances& Tables();

    /// Callback of the trace source Translate: the direction and the table's verdict.
    typedef void (*TranslateCallback)(PacketDirection direction, NatVerdict verdict);
    /// Callback of the trace source Drop: the direction of a packet that found the queue full.
    typedef void (*DropCallback)(PacketDirection direction);

  protected:
    void DoDispose() override;

  private:
    class Runner;

    std::unique_ptr<NatInstances> MakeTables(const NatBoxSpec& spec);

    /// A packet from submission to completion.
    struct Job
    {
        NatFlow flow;                 ///< of an outbound one
        NatArrival arrival;           ///< of an inbound one
        std::vector<std::byte> bytes; ///< of one that is given as such
        bool isBytes;
        TcpFlags flags;
        PacketAnswer answer;
        PacketRecord record;
        Runner* runner;
    };

    /// @return the number of a job, whose flow or arrival is still to be filled in
    uint32_t NewJob(Runner& runner,
                    uint32_t process,
                    PacketDirection direction,
                    TcpFlags flags,
                    const PacketMark& mark);
    void Submit(uint32_t job);
    NatAnswer Ask(Job& job);
    bool IsFalselyRefused(const Job& job);
    Service StartJob(uint32_t job) override;
    void FinishJob(uint32_t job) override;
    void Drop(uint32_t job);

    BoxContext m_context;
    CostTable m_costs;
    bool m_isClockCoarse{false};
    EventClock m_clock;
    SimulatedNatTime m_time;
    BoxLock m_lock{BoxLock::EACH};
    std::unique_ptr<NatInstances> m_tables;
    std::unique_ptr<Cpu> m_cpu;
    std::vector<std::unique_ptr<Runner>> m_runners;
    JobPool<Job> m_jobs;

    ns3::TracedCallback<PacketDirection, NatVerdict> m_translateTrace;
    ns3::TracedCallback<PacketDirection> m_dropTrace;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_BOX_H
