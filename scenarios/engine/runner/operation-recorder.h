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
    void Add(const OperationRecord& record);

    /// @return number of operations
    uint64_t
    Count() const
    {
        return m_latency.GetCount();
    }

    /**
     * @param name what the metrics' names begin with, e.g. "server.program.bind"
     * @param kind of the operations
     * @param result metrics and the table `name`.latency are added to it
     */
    void Report(const std::string& name, OperationKind kind, RunResult& result) const;

  private:
    void ReportFrames(const std::string& name, RunResult& result) const;

    LatencyHistogram m_latency;
    std::array<uint64_t, ALL_BIND_ERRORS.size()> m_outcomes{};
    WorkCounters m_work;
    uint64_t m_late{0};
    std::chrono::nanoseconds m_first{0}; ///< submission of the first operation
    std::chrono::nanoseconds m_last{0};  ///< submission of the last one
};

} // namespace bindstorm

#endif // BINDSTORM_OPERATION_RECORDER_H
