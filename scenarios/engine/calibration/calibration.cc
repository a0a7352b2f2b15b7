/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "calibration.h"

#include "module-costs.h"
#include "node-visit-cost.h"
#include "system-call-costs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace bindstorm
{

namespace
{

constexpr std::array<uint32_t, 5> TABLE_SIZES{100, 1'000, 10'000, 60'000, 300'000};
/// Clock, six of modules, the table sizes, system calls.
constexpr int MEASUREMENTS = 1 + 6 + static_cast<int>(TABLE_SIZES.size()) + 1;

/// No unit of work is free, whatever the noise of a difference of two measurements.
uint64_t
ToPicoseconds(double time)
{
    return static_cast<uint64_t>(std::max(std::llround(time), 1LL));
}

uint64_t&
WorkCost(CostTable& table, std::string_view name)
{
    const auto* const at = std::ranges::find(WorkCounters::NAMES, name);
    return table.work.at(static_cast<std::size_t>(at - WorkCounters::NAMES.begin()));
}

uint64_t&
BaseCost(CostTable& table, OperationKind kind)
{
    return table.base.at(static_cast<std::size_t>(kind));
}

/// Measures, and writes down what was measured.
class Calibrator
{
  public:
    explicit Calibrator(std::chrono::nanoseconds duration)
        : m_timer(duration / MEASUREMENTS)
    {
        Note("a look at the clock (clock_gettime), subtracted from every batch",
             m_timer.ClockCost());
    }

    Calibration
    Finish()
    {
        MeasureModules();
        MeasureNodeVisits();
        MeasureOperations();
        return std::move(m_result);
    }

  private:
    const BatchTimes&
    Note(const std::string& what, const BatchTimes& times)
    {
        return m_result.lines.emplace_back(Calibration::Line{what, times}).times;
    }

    void
    Set(std::string_view name, double picoseconds)
    {
        WorkCost(m_result.table, name) = ToPicoseconds(picoseconds);
    }

    void
    MeasureModules()
    {
        Set("rng_draws",
            Note("rng_draws: a number of taus88 through DrawSource", MeasureDraw(m_timer)).least);
        Set("locks",
            Note("locks: a mutex that no one else wants, locked and unlocked", MeasureLock(m_timer))
                .least);
        m_chainScan =
            Note("chain_scans: a walk along an empty chain", MeasureChainScan(m_timer)).least;
        Set("chain_scans", m_chainScan);
        Set("bitmap_words",
            Note("bitmap_words: a word of FreePortMap::SelectFree()", MeasureBitmapWord(m_timer))
                .least);
        const double step = Note("steps: a candidate out of range in the walk of linux-2.6.29",
                                 MeasureStep(m_timer))
                                .least;
        Set("steps", step);
        Set("probes",
            Note("steps and probes: a busy candidate in range; the probe is what it takes beyond "
                 "the step",
                 MeasureStepAndProbe(m_timer))
                    .least -
                step);
    }

    void
    MeasureNodeVisits()
    {
        for (const uint32_t sockets : TABLE_SIZES)
        {
            const double visit =
                Note("node_visits: on the chains of a table of " + std::to_string(sockets) +
                         " sockets, starts of walks subtracted",
                     MeasureNodeVisit(m_timer, sockets, m_chainScan))
                    .least;
            m_result.table.nodeVisits.push_back({sockets, ToPicoseconds(visit)});
        }
    }

    void
    MeasureOperations()
    {
        const SystemCallCosts calls = MeasureSystemCalls(m_timer);
        const bool isReal = calls.refusal.empty();
        if (!isReal)
        {
            m_result.notes.push_back("this process may not use sockets (" + calls.refusal +
                                     "): bind, bind_to and close have the cost of getppid(), a "
                                     "system call that does nothing");
        }
        const auto set = [&](OperationKind kind, const std::string& what, const BatchTimes& times)
        {
            Note(isReal ? what : "the system call getppid()", times);
            BaseCost(m_result.table, kind) = ToPicoseconds(times.least);
        };
        set(OperationKind::BIND,
            "bind: the system call, of a UDP socket to port 0 of 127.0.0.1, with what this kernel "
            "does itself to find one of many free ports",
            calls.bind);
        set(OperationKind::BIND_TO, "bind_to: the same to a port that is free", calls.bindTo);
        set(OperationKind::CLOSE, "close: the system call, of a bound UDP socket", calls.close);
        // A frame's own work is a setting of its workload.
        BaseCost(m_result.table, OperationKind::FRAME) = 0;
    }

    BatchTimer m_timer;
    Calibration m_result;
    double m_chainScan{0};
};

} // namespace

Calibration
Calibrate(std::chrono::nanoseconds duration)
{
    return Calibrator(duration).Finish();
}

} // namespace bindstorm
