/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_RECORDER_H
#define BINDSTORM_PACKET_RECORDER_H

#include "analysis/latency-histogram.h"
#include "model/base/packet-record.h"
#include "model/nat/nat-verdict.h"
#include "results/run-result.h"

#include <array>
#include <cstdint>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * What the packets of one phase came to: times in the box, verdicts, counted work.
 */
class PacketRecorder
{
  public:
    /// A packet that is measured. One that found the queue full has no time in the box and did no
    /// work.
    void Add(const PacketRecord& record);

    /// A packet that brings about what is to be measured.
    void AddSetUp(const PacketRecord& record);

    /// @return number of packets measured, those that found the queue full included
    uint64_t
    Count() const
    {
        return m_count;
    }

    /// @return number of packets that got no external port though one was free
    uint64_t
    FalselyRefused() const
    {
        return m_falselyRefused;
    }

    /// @return what the packets measured would have kept a CPU busy, ns: those that were not served
    ///         count as the mean of those that were
    double OfferedService() const;

    /**
     * Adds count, ok, verdicts.NAME of those that occurred, times and the work of a served packet
     * as metrics, and the table `name`.latency. Nothing when no packet was measured.
     * @param name what the metrics' names begin with, e.g. "box.load.request"
     */
    void Report(const std::string& name, RunResult& result) const;

  private:
    LatencyHistogram m_latency; ///< from submission to the end of service
    uint64_t m_count{0};
    uint64_t m_expected{0};
    uint64_t m_unserved{0};
    uint64_t m_setUpFailures{0};
    uint64_t m_falselyRefused{0};
    int64_t m_service{0}; ///< of those served, ns
    std::array<uint64_t, NAT_VERDICTS> m_verdicts{};
    PacketWork m_work;
};

/**
 * @ingroup engine
 * What the exchanges of one workload came to.
 */
class ExchangeRecorder
{
  public:
    void Add(const ExchangeRecord& record);

    /// Exchanges that the end of the run cut off, whenever they began.
    void
    AddUnfinished(uint64_t count)
    {
        m_unfinished += count;
    }

    uint64_t
    Count() const
    {
        return m_count;
    }

    uint64_t
    Successes() const
    {
        return m_successes;
    }

    /// @return most attempts that any exchange took
    uint64_t
    MostAttempts() const
    {
        return m_mostAttempts;
    }

    /// Adds unfinished where there are any, and exchanges, success (share), attempts_per_exchange,
    /// rtt.* of the successful ones and the table `name`.rtt.latency where any ended.
    void Report(const std::string& name, RunResult& result) const;

  private:
    LatencyHistogram m_rtt;
    uint64_t m_count{0};
    uint64_t m_successes{0};
    uint64_t m_unfinished{0};
    uint64_t m_attempts{0};
    uint64_t m_mostAttempts{0};
};

} // namespace bindstorm

#endif // BINDSTORM_PACKET_RECORDER_H
