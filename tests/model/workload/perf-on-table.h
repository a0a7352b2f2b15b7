/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PERF_ON_TABLE_H
#define BINDSTORM_PERF_ON_TABLE_H

#include "model/base/random-engine.h"
#include "model/nat/nat-table.h"
#include "model/workload/libalias-perf-report.h"
#include "model/workload/libalias-perf.h"

#include <functional>
#include <memory>

namespace bindstorm
{

/**
 * The performance test of the libalias reviews on a table, on a clock that goes on by what each
 * packet is said to cost.
 */
class PerfOnTable
{
  public:
    using Cost = std::function<NatTime(const PerfPacket&, const PacketWork&)>;
    using Look = std::function<void(PerfPhase, const PerfPacket&, const NatAnswer&)>;

    static NatConfig
    Config(const std::string& index = "split-splay")
    {
        NatConfig config = LibaliasConfig();
        config.external = {0x01020304};
        config.index = ComponentSpec::Parse(index);
        config.unsolicited = NatUnsolicited::DENY;
        return config;
    }

    explicit PerfOnTable(const LibaliasPerfSettings& settings, const NatConfig& config = Config())
        : m_settings(settings),
          m_portEngine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "ports"})),
          m_engine(CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "nat", "workload"})),
          m_draws(*m_engine, m_drawn),
          m_table(config, *m_portEngine, m_time),
          m_perf(settings, config.external.front(), m_draws)
    {
        for (const NatRedirect& redirect : m_perf.DrawRedirects())
        {
            m_redirects.push_back(redirect);
            m_table.AddRedirect(redirect);
        }
    }

    LibaliasPerfRun
    Run(
        const Cost& cost = [](const PerfPacket&, const PacketWork&)
        { return std::chrono::microseconds{1}; },
        const Look& look = [](PerfPhase, const PerfPacket&, const NatAnswer&) {})
    {
        NatTime now{0};
        for (PerfStep step = m_perf.Next(); step != PerfStep::END; step = m_perf.Next())
        {
            if (step == PerfStep::TIME)
            {
                m_perf.Tell(now);
                ++m_readings;
                continue;
            }
            const PerfPacket packet = m_perf.Packet();
            const NatAnswer answer = packet.direction == PacketDirection::OUTBOUND
                                         ? m_table.Outbound(packet.outbound)
                                         : m_table.Inbound(packet.inbound);
            now += cost(packet, m_table.LastWork());
            m_time.Set(now);
            look(m_perf.Phase(), packet, answer);
            m_perf.Judge(answer);
        }
        return {m_settings, m_perf.Result()};
    }

    const std::vector<NatRedirect>&
    Redirects() const
    {
        return m_redirects;
    }

    NatTable&
    Table()
    {
        return m_table;
    }

    /// How often the test wanted the time.
    uint64_t
    Readings() const
    {
        return m_readings;
    }

  private:
    LibaliasPerfSettings m_settings;
    std::unique_ptr<RandomEngine> m_portEngine;
    std::unique_ptr<RandomEngine> m_engine;
    WorkCounters m_drawn;
    DrawSource m_draws;
    SimulatedNatTime m_time;
    NatTable m_table;
    LibaliasPerf m_perf;
    std::vector<NatRedirect> m_redirects;
    uint64_t m_readings{0};
};

} // namespace bindstorm

#endif // BINDSTORM_PERF_ON_TABLE_H
