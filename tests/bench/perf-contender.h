/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PERF_CONTENDER_H
#define BINDSTORM_PERF_CONTENDER_H

#include "real-nat-time.h"

#include "model/base/random-engine.h"
#include "model/workload/libalias-perf.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

/// What a table is made of.
struct PerfVariant
{
    std::string name;
    std::string index;
    std::string housekeeping;
    std::string clock;
    bool isSystemCall{false};
};

/**
 * The performance test of the libalias reviews in real time on one table. Its rounds can be run one
 * at a time, so that several tables take turns; what passes in between does not count.
 */
class PerfContender
{
  public:
    PerfContender(const PerfVariant& variant, const LibaliasPerfSettings& settings)
        : m_name(variant.name),
          m_time(variant.isSystemCall),
          m_portEngine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "ports"})),
          m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "workload"})),
          m_draws(*m_engine, m_drawn),
          m_table(std::make_unique<NatTable>(ConfigOf(variant), *m_portEngine, m_time)),
          m_perf(settings, EXTERNAL, m_draws)
    {
        for (const NatRedirect& redirect : m_perf.DrawRedirects())
        {
            m_table->AddRedirect(redirect);
        }
        // libalias searches a second time for redirects of "any" address, whether there are some or
        // not; ours does so when there is one.
        m_table->AddRedirect({.internal = {0xAC100001, 999}, .external = {0, 999}});
    }

    /// Goes on until so many rounds are complete, or the test is over.
    void
    RunUntil(uint32_t rounds)
    {
        const auto begin = std::chrono::steady_clock::now();
        const auto now = [&]() -> NatTime
        { return m_elapsed + (std::chrono::steady_clock::now() - begin); };
        while (m_perf.Result().rounds < rounds)
        {
            const PerfStep step = m_perf.Next();
            if (step == PerfStep::END)
            {
                break;
            }
            if (step == PerfStep::TIME)
            {
                m_perf.Tell(now());
                continue;
            }
            const PerfPacket& packet = m_perf.Packet();
            const NatAnswer answer = packet.direction == PacketDirection::OUTBOUND
                                         ? m_table->Outbound(packet.outbound)
                                         : m_table->Inbound(packet.inbound);
            m_work[static_cast<std::size_t>(m_perf.Phase())] += m_table->LastWork();
            m_perf.Judge(answer);
        }
        m_elapsed = now();
    }

    /// Destroys the table. @return how long that took
    NatTime
    CleanUp()
    {
        const auto begin = std::chrono::steady_clock::now();
        m_table.reset();
        return std::chrono::steady_clock::now() - begin;
    }

    const std::string&
    Name() const
    {
        return m_name;
    }

    const LibaliasPerfResult&
    Result() const
    {
        return m_perf.Result();
    }

    /// @return median of a phase's mean over the last third of the rounds, ns a packet
    double
    Median(PerfPhase phase) const
    {
        std::vector<int64_t> means;
        for (uint32_t round = Result().rounds * 2 / 3; round < Result().rounds; ++round)
        {
            means.push_back(Result().rows[round].means[static_cast<std::size_t>(phase)]);
        }
        std::ranges::nth_element(means, means.begin() + static_cast<long>(means.size() / 2));
        return static_cast<double>(means[means.size() / 2]) / 1000;
    }

    /// @return ns a packet, over all phases and complete rounds
    double
    MeanOfAll() const
    {
        NatTime elapsed{0};
        uint64_t packets = 0;
        for (const LibaliasPerfResult::Sum& sum : Result().sums)
        {
            elapsed += sum.elapsed;
            packets += sum.packets;
        }
        return static_cast<double>(elapsed.count()) / static_cast<double>(packets);
    }

    /// @return what was done for the packets of a phase
    const PacketWork&
    Work(PerfPhase phase) const
    {
        return m_work[static_cast<std::size_t>(phase)];
    }

    /// @return links read a packet
    double
    VisitsEach(PerfPhase phase) const
    {
        return static_cast<double>(Work(phase).nodeVisits) /
               static_cast<double>(Result().sums[static_cast<std::size_t>(phase)].packets);
    }

  private:
    static constexpr uint32_t EXTERNAL = 0x01020304;

    static NatConfig
    ConfigOf(const PerfVariant& variant)
    {
        NatConfig config = LibaliasConfig();
        config.external = {EXTERNAL};
        config.unsolicited = NatUnsolicited::DENY;
        config.index = ComponentSpec::Parse(variant.index);
        config.housekeeping = ComponentSpec::Parse(variant.housekeeping);
        config.clock = ComponentSpec::Parse(variant.clock);
        return config;
    }

    std::string m_name;
    RealNatTime m_time;
    std::unique_ptr<RandomEngine> m_portEngine;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn;
    DrawSource m_draws;
    std::unique_ptr<NatTable> m_table;
    LibaliasPerf m_perf;
    NatTime m_elapsed{0};
    std::array<PacketWork, PERF_PHASES> m_work{};
};

} // namespace bindstorm

#endif // BINDSTORM_PERF_CONTENDER_H
