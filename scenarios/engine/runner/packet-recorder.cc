/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "packet-recorder.h"

#include "latency-report.h"

#include <algorithm>

namespace bindstorm
{

void
PacketRecorder::Add(const PacketRecord& record)
{
    ++m_count;
    m_expected += record.isExpected ? 1 : 0;
    if (!record.isServed)
    {
        ++m_unserved;
        return;
    }
    ++m_verdicts[record.verdict];
    m_latency.Record((record.finished - record.submitted).count());
    m_work += record.work;
    m_falselyRefused += record.isFalselyRefused ? 1 : 0;
    m_service += (record.finished - record.started).count();
}

double
PacketRecorder::OfferedService() const
{
    const uint64_t served = m_count - m_unserved;
    return served == 0 ? 0
                       : static_cast<double>(m_service) / static_cast<double>(served) *
                             static_cast<double>(m_count);
}

void
PacketRecorder::AddSetUp(const PacketRecord& record)
{
    m_setUpFailures += record.isExpected ? 0 : 1;
}

void
PacketRecorder::Report(const std::string& name, RunResult& result) const
{
    auto add = [&](const std::string& metric, double value) {
        result.metrics.push_back({name + "." + metric, value});
    };
    if (m_setUpFailures > 0)
    {
        add("set_up_failures", static_cast<double>(m_setUpFailures));
    }
    if (m_count == 0)
    {
        return;
    }
    add("count", static_cast<double>(m_count));
    add("ok", static_cast<double>(m_expected));
    for (std::size_t i = 0; i < NAT_VERDICTS; ++i)
    {
        if (m_verdicts[i] > 0)
        {
            add("verdicts." + std::string(NAT_VERDICT_NAMES[i]),
                static_cast<double>(m_verdicts[i]));
        }
    }
    add("queue_full", static_cast<double>(m_unserved));
    const auto served = static_cast<double>(m_latency.GetCount());
    if (served == 0)
    {
        return;
    }
    ReportLatency(name, m_latency, result);
    const auto work = m_work.AsArray();
    for (std::size_t i = 0; i < work.size(); ++i)
    {
        add(std::string(PacketWork::NAMES[i]) + "_per_packet",
            static_cast<double>(work[i]) / served);
    }
}

void
ExchangeRecorder::Add(const ExchangeRecord& record)
{
    ++m_count;
    m_attempts += record.attempts;
    m_mostAttempts = std::max<uint64_t>(m_mostAttempts, record.attempts);
    if (record.isSuccess)
    {
        ++m_successes;
        m_rtt.Record((record.ended - record.begun).count());
    }
}

void
ExchangeRecorder::Report(const std::string& name, RunResult& result) const
{
    if (m_unfinished > 0)
    {
        result.metrics.push_back({name + ".unfinished", static_cast<double>(m_unfinished)});
    }
    if (m_count == 0)
    {
        return;
    }
    const auto count = static_cast<double>(m_count);
    result.metrics.push_back({name + ".exchanges", count});
    result.metrics.push_back({name + ".success", static_cast<double>(m_successes) / count});
    result.metrics.push_back(
        {name + ".attempts_per_exchange", static_cast<double>(m_attempts) / count});
    ReportLatency(name + ".rtt", m_rtt, result);
}

} // namespace bindstorm
