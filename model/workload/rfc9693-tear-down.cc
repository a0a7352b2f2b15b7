/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "rfc9693.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/**
 * Tear-down rate: connections are made one after the other, then nothing is sent until all are
 * over. From then on packets of a stranger come, one at a time with a pause, until housekeeping,
 * which goes with packets, has removed everything. What these take beyond the same number of
 * packets in an empty table is the time of the tear-down.
 *
 * An operator's flush is not measured: it passes no CPU that packets wait for here.
 */
class TearDown final : public Rfc9693Workload
{
  public:
    TearDown(const Settings& settings, PacketWorkloadHost& host)
        : Rfc9693Workload(settings, host),
          m_interval(settings.GetDuration("interval")),
          m_mostProbes(static_cast<uint64_t>(settings.GetInteger("probes")))
    {
    }

    void
    Start() override
    {
        BeginProbe();
    }

    WorkloadReport
    Report() const override
    {
        WorkloadReport report;
        const auto add = [&](const std::string& name, uint64_t count) {
            report.counts.push_back({name, static_cast<int64_t>(count)});
        };
        add("finished", m_isDone ? 1 : 0);
        if (m_isDone)
        {
            const auto idle = m_empty * static_cast<int64_t>(m_probes);
            const auto time = std::max(m_took - idle, std::chrono::nanoseconds{0});
            const uint64_t gone = m_filled - m_left;
            add("filled", m_filled);
            add("left", m_left);
            add("probes", m_probes);
            add("tear_down_ns", static_cast<uint64_t>(time.count()));
            add("longest_ns", static_cast<uint64_t>(m_longest.count()));
            add("empty_ns", static_cast<uint64_t>(m_empty.count()));
            add("tear_down_per_second", PerSecond(gone, time));
        }
        return report;
    }

  private:
    enum class Stage : uint8_t
    {
        WARM,  ///< the first packet that a table sees may have to read a clock
        EMPTY, ///< what a packet takes in an empty table
        FILL,
        PROBE
    };

    uint64_t
    Left() const
    {
        return m_host.Table().CountSessions();
    }

    void
    OnPassEnd() override
    {
        switch (m_stage)
        {
        case Stage::WARM:
            m_stage = Stage::EMPTY;
            BeginProbe();
            return;
        case Stage::EMPTY:
            m_empty = Counts().took;
            m_stage = Stage::FILL;
            BeginPhase1({.packets = Connections()}, true);
            return;
        case Stage::FILL:
        {
            m_filled = Left();
            m_stage = Stage::PROBE;
            const NatTimers& timers = m_host.Table().GetConfig().timers;
            Pause(std::max(timers.udp, timers.udpUnreplied));
            return;
        }
        case Stage::PROBE:
            ++m_probes;
            m_took += Counts().took;
            m_longest = std::max(m_longest, Counts().took);
            m_left = Left();
            m_isDone = m_left == 0 || m_probes == m_mostProbes;
            if (!m_isDone)
            {
                Pause(m_interval);
            }
            return;
        }
    }

    void
    OnPause() override
    {
        BeginProbe();
    }

    void
    OnEmptied() override
    {
        // By itself only.
    }

    std::chrono::nanoseconds m_interval;
    uint64_t m_mostProbes;
    Stage m_stage{Stage::WARM};
    bool m_isDone{false};
    uint64_t m_filled{0};
    uint64_t m_left{0};
    uint64_t m_probes{0};
    std::chrono::nanoseconds m_empty{0};
    std::chrono::nanoseconds m_took{0};
    std::chrono::nanoseconds m_longest{0};
};

} // namespace

std::unique_ptr<PacketWorkload>
MakeRfc9693TearDown(const Settings& settings, PacketWorkloadHost& host)
{
    return std::make_unique<TearDown>(settings, host);
}

} // namespace bindstorm
