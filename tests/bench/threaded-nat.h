/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_THREADED_NAT_H
#define BINDSTORM_THREADED_NAT_H

#include "real-nat-time.h"

#include "model/base/random-engine.h"
#include "model/nat/locked-nat-instances.h"

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace bindstorm
{

/// What threads share.
struct ThreadedVariant
{
    std::string index{"split-splay"};
    uint32_t instances{1};
    uint32_t locks{1};
    uint32_t threads{1};
    /// Each thread has the flows of some tables, as a network card with several queues would deal
    /// them out; else all threads meet in all tables.
    bool isSteered{false};
};

/// @return the CPUs that this program may use
inline std::vector<std::size_t>
UsableCpus()
{
    cpu_set_t all;
    CPU_ZERO(&all);
    sched_getaffinity(0, sizeof(all), &all);
    std::vector<std::size_t> cpus;
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    {
        if (CPU_ISSET(cpu, &all))
        {
            cpus.push_back(cpu);
        }
    }
    return cpus;
}

/// Binds the calling thread to a CPU: left to themselves two threads may share one for longer than
/// a turn takes.
inline void
StayOnCpu(std::size_t cpu)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof(one), &one);
}

/// What a turn took.
struct ThreadedTurn
{
    double time;  ///< ns of wall time a packet of all threads together
    double share; ///< of as many CPUs as threads that they had
};

/**
 * A NAT of several tables that some threads use at the same time: each has flows of its own, of
 * which packets go out and replies come back in an order without a pattern.
 */
template <class Lock>
class ThreadedNat
{
  public:
    static constexpr uint32_t FLOWS = 20'000; ///< of all threads together

    explicit ThreadedNat(const ThreadedVariant& variant)
        : m_instances(
              ConfigOf(variant),
              variant.instances,
              NatSplit::REMOTE,
              KEY,
              [](uint32_t table)
              {
                  return CreateRandomEngine(ComponentSpec("mt19937_64"),
                                            {1, 0, "nat", "ports:" + std::to_string(table)});
              },
              m_time),
          m_nat(m_instances, variant.locks),
          m_flows(variant.threads)
    {
        const auto engine =
            CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "workload"});
        for (uint32_t i = 0; i < FLOWS; ++i)
        {
            const NatFlow flow{IP_UDP,
                               {0x0A000001 + i % 2000, static_cast<uint16_t>(5000 + i / 2000)},
                               {0xC6120001 + engine->Next() % 5000, 443}};
            const NatAnswer answer = m_nat.Outbound(flow);
            if (answer.verdict != NatVerdict::TRANSLATED)
            {
                throw std::runtime_error("a flow of the benchmark found no port");
            }
            const uint32_t owner = variant.isSteered ? m_instances.Split().OfOutbound(flow) : i;
            m_flows[owner % variant.threads].push_back({flow, answer.endpoint});
        }
    }

    /// All threads send so many packets each.
    ThreadedTurn
    Turn(uint64_t packets)
    {
        std::vector<Stay> stays(m_flows.size());
        std::barrier start(static_cast<std::ptrdiff_t>(m_flows.size()));
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < m_flows.size(); ++i)
        {
            threads.emplace_back(
                [&, i]()
                {
                    StayOnCpu(m_cpus[i % m_cpus.size()]);
                    start.arrive_and_wait();
                    Stay& stay = stays[i];
                    stay.begun = Read(CLOCK_MONOTONIC);
                    const double used = Read(CLOCK_THREAD_CPUTIME_ID);
                    stay.right = Send(m_flows[i], packets);
                    stay.used = Read(CLOCK_THREAD_CPUTIME_ID) - used;
                    stay.ended = Read(CLOCK_MONOTONIC);
                });
        }
        for (std::thread& thread : threads)
        {
            thread.join();
        }
        if (std::ranges::any_of(stays, [&](const Stay& stay) { return stay.right != packets; }))
        {
            throw std::runtime_error("a packet of the benchmark went astray");
        }
        const double begun = std::ranges::min(stays, {}, &Stay::begun).begun;
        const double ended = std::ranges::max(stays, {}, &Stay::ended).ended;
        double used = 0;
        for (const Stay& stay : stays)
        {
            used += stay.used;
        }
        const auto count = static_cast<double>(stays.size());
        return {(ended - begun) / (count * static_cast<double>(packets)),
                used / (count * (ended - begun))};
    }

  private:
    static constexpr uint64_t KEY = 0x5EED;

    /// What one thread did in a turn; times in ns.
    struct Stay
    {
        double begun{0};
        double ended{0};
        double used{0}; ///< of a CPU
        uint64_t right{0};
    };

    struct Live
    {
        NatFlow flow;
        NatEndpoint external;
    };

    static double
    Read(clockid_t clock)
    {
        timespec time{};
        ::clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
    }

    static NatConfig
    ConfigOf(const ThreadedVariant& variant)
    {
        NatConfig config = LibaliasConfig();
        config.external = {0x01020304};
        config.unsolicited = NatUnsolicited::DENY;
        config.preservePort = false; // hosts begin with equal ports, which would share few lists
        config.index = ComponentSpec::Parse(variant.index);
        config.housekeeping = ComponentSpec::Parse("incremental(check=use)");
        config.clock = ComponentSpec::Parse("every-n(adapt=libalias)");
        return config;
    }

    /// @return packets that were answered as they should be
    uint64_t
    Send(const std::vector<Live>& flows, uint64_t packets)
    {
        uint64_t right = 0;
        uint64_t place = 0;
        for (uint64_t i = 0; i < packets; ++i)
        {
            // A prime that is no factor: it comes by every flow, and not by its neighbours in turn.
            place = (place + 7919) % flows.size();
            const Live& live = flows[place];
            if (i % 2 == 0)
            {
                right += m_nat.Outbound(live.flow).endpoint == live.external ? 1 : 0;
            }
            else
            {
                const NatArrival arrival{IP_UDP, live.flow.remote, live.external};
                right += m_nat.Inbound(arrival).endpoint == live.flow.internal ? 1 : 0;
            }
        }
        return right;
    }

    std::vector<std::size_t> m_cpus{UsableCpus()};
    RealNatTime m_time;
    NatInstances m_instances;
    LockedNatInstances<Lock> m_nat;
    std::vector<std::vector<Live>> m_flows; ///< by thread
};

} // namespace bindstorm

#endif // BINDSTORM_THREADED_NAT_H
