/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_OPERATION_RECORDER_H
#define BINDSTORM_OPERATION_RECORDER_H

#include "analysis/latency-histogram.h"
#include "model/base/observer.h"
#include "model/ports/bind-error.h"
#include "results/run-result.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * What the operations of one kind came to: latencies, outcomes, counted work.
 */
class OperationRecorder
{
  public:
    /// An operation that is measured. One that was refused has no latency and did no work: it is
    /// counted by its reason alone.
    void Add(const OperationRecord& record);

    /// An operation that brings about what is to be measured.
    void AddSetUp(const OperationRecord& record);

    /// @return number of operations that were measured, refused ones included
    uint64_t
    Count() const
    {
        return m_count;
    }

    /// @return set-up operations that failed: the state to be measured was not reached
    uint64_t
    SetUpFailures() const
    {
        return m_setUpFailures;
    }

    /// @return operations that failed because an allocator chose a port that may not be given
    uint64_t
    WrongChoices() const
    {
        return m_wrongChoices;
    }

    /**
     * @param name what the metrics' names begin with, e.g. "server.program.bind"
     * @param kind of the operations
     * @param result metrics and the table `name`.latency are added to it
     */
    void Report(const std::string& name, OperationKind kind, RunResult& result) const;

  private:
    void ReportFrames(const std::string& name, RunResult& result) const;

    LatencyHistogram m_latency; ///< of operations that were served
    uint64_t m_count{0};
    uint64_t m_setUpFailures{0};
    uint64_t m_wrongChoices{0};
    std::array<uint64_t, ALL_BIND_ERRORS.size()> m_outcomes{};
    WorkCounters m_work;
    uint64_t m_late{0};
    std::chrono::nanoseconds m_first{0}; ///< submission of the first operation
    std::chrono::nanoseconds m_last{0};  ///< submission of the last one
};

} // namespace bindstorm

#endif // BINDSTORM_OPERATION_RECORDER_H
