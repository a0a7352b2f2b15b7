/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "operation-recorder.h"

#include "latency-report.h"

namespace bindstorm
{

void
OperationRecorder::Add(const OperationRecord& record)
{
    if (m_count == 0)
    {
        m_first = record.submitted;
    }
    ++m_count;
    m_wrongChoices += record.isWrongChoice ? 1 : 0;
    m_last = record.submitted;
    ++m_outcomes[record.outcome];
    m_late += record.isLate ? 1 : 0;
    if (record.outcome != static_cast<uint8_t>(BindError::NO_BUFFERS))
    {
        m_latency.Record((record.finished - record.submitted).count());
        m_work += record.work;
    }
}

void
OperationRecorder::AddSetUp(const OperationRecord& record)
{
    m_setUpFailures += record.outcome != 0 ? 1 : 0;
    m_wrongChoices += record.isWrongChoice ? 1 : 0;
}

void
OperationRecorder::Report(const std::string& name, OperationKind kind, RunResult& result) const
{
    auto add = [&](const std::string& metric, double value) {
        result.metrics.push_back({name + "." + metric, value});
    };
    add("count", static_cast<double>(Count()));
    for (const BindError error : ALL_BIND_ERRORS)
    {
        const auto outcome = static_cast<double>(m_outcomes[static_cast<std::size_t>(error)]);
        add(error == BindError::NONE ? "succeeded" : "errors." + std::string(ErrnoName(error)),
            outcome);
    }
    if (kind == OperationKind::FRAME)
    {
        ReportFrames(name, result);
    }
    const auto served = static_cast<double>(m_latency.GetCount());
    if (served == 0)
    {
        return;
    }
    ReportLatency(name, m_latency, result);
    if (kind != OperationKind::FRAME)
    {
        const auto work = m_work.AsArray();
        for (std::size_t i = 0; i < work.size(); ++i)
        {
            add(std::string(WorkCounters::NAMES[i]) + "_per_op",
                static_cast<double>(work[i]) / served);
        }
    }
}

void
OperationRecorder::ReportFrames(const std::string& name, RunResult& result) const
{
    const auto count = static_cast<double>(Count());
    const auto onTime = count - static_cast<double>(m_late);
    result.metrics.push_back({name + ".late", static_cast<double>(m_late)});
    if (m_last > m_first)
    {
        // count frames begin count - 1 periods apart.
        const double seconds = static_cast<double>((m_last - m_first).count()) * 1e-9;
        result.metrics.push_back(
            {name + ".on_time_per_second", onTime * (count - 1) / count / seconds});
    }
}

} // namespace bindstorm
