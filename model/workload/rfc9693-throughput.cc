/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "rfc9693.h"

namespace bindstorm
{

namespace
{

/**
 * Throughput with connections that there are: they are made one after the other, then the rate of
 * phase 2 is searched at which no packet is lost.
 */
class Throughput final : public Rfc9693Workload
{
  public:
    Throughput(const Settings& settings, PacketWorkloadHost& host)
        : Rfc9693Workload(settings, host),
          m_bounds(RateBounds(settings, "rfc9693")),
          m_isPoisson(settings.GetText("pace") == "poisson"),
          m_packets(static_cast<uint32_t>(settings.GetInteger("packets"))),
          m_ways(WaysOf(settings.GetText("ways")))
    {
    }

    void
    Start() override
    {
        BeginPhase1({.packets = Connections()}, true);
    }

    WorkloadReport
    Report() const override
    {
        WorkloadReport report;
        const bool isDone = m_search && m_search->IsDone();
        report.counts = {{"finished", isDone ? 1 : 0},
                         {"trials", static_cast<int64_t>(m_log.Size())},
                         {"one_by_one_pps", static_cast<int64_t>(m_oneByOne)}};
        if (isDone)
        {
            report.counts.push_back({"throughput_pps", static_cast<int64_t>(m_search->Passed())});
            report.counts.push_back({"failed_pps", static_cast<int64_t>(m_search->Failed())});
            ReportLost(m_failed, report);
            report.tables.push_back(m_log.ToTable());
        }
        return report;
    }

  private:
    static Ways
    WaysOf(const std::string& text)
    {
        return text == "both" ? Ways::BOTH : text == "outbound" ? Ways::OUTBOUND : Ways::INBOUND;
    }

    void
    BeginPackets(uint64_t rate)
    {
        BeginPhase2({.packets = m_packets, .rate = rate, .isPoisson = m_isPoisson},
                    m_ways,
                    Connections());
    }

    void
    OnPassEnd() override
    {
        if (!m_isFilled)
        {
            m_isFilled = true;
            BeginPackets(0);
            return;
        }
        if (!m_search)
        {
            m_oneByOne = PerSecond(Counts().sent, Counts().took);
            m_bounds.first = m_oneByOne / 2;
            m_search.emplace(m_bounds);
        }
        else
        {
            const uint64_t rate = m_search->Next();
            const bool hasPassed = Counts().Lost() == 0;
            m_log.Add(rate, Counts(), hasPassed);
            m_search->Tell(hasPassed);
            if (!hasPassed)
            {
                m_failed = Counts();
            }
        }
        if (!m_search->IsDone())
        {
            BeginPackets(m_search->Next());
        }
    }

    void
    OnEmptied() override
    {
        // The table stays as it is.
    }

    LimitSearch::Bounds m_bounds;
    bool m_isPoisson;
    uint32_t m_packets;
    Ways m_ways;
    bool m_isFilled{false};
    std::optional<LimitSearch> m_search;
    uint64_t m_oneByOne{0};
    PassCounts m_failed; ///< at the least rate that failed
    TrialLog m_log{"rate"};
};

} // namespace

std::unique_ptr<PacketWorkload>
MakeRfc9693Throughput(const Settings& settings, PacketWorkloadHost& host)
{
    return std::make_unique<Throughput>(settings, host);
}

} // namespace bindstorm
