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
 * Maximum connection establishment rate: all connections of a trial are made at one rate, from an
 * empty table; a rate passes when every packet came out and a packet back through each connection,
 * one after the other, reaches whom it should.
 */
class Establishment final : public Rfc9693Workload
{
  public:
    Establishment(const Settings& settings, PacketWorkloadHost& host)
        : Rfc9693Workload(settings, host),
          m_bounds(RateBounds(settings, "rfc9693")),
          m_isPoisson(settings.GetText("pace") == "poisson")
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
            report.counts.push_back(
                {"establishment_pps", static_cast<int64_t>(m_search->Passed())});
            report.counts.push_back({"failed_pps", static_cast<int64_t>(m_search->Failed())});
            report.counts.push_back({"invalid", static_cast<int64_t>(m_invalid)});
            ReportLost(m_failed, report);
            report.tables.push_back(m_log.ToTable());
        }
        return report;
    }

  private:
    void
    OnPassEnd() override
    {
        if (!m_search)
        {
            m_oneByOne = PerSecond(Counts().sent, Counts().took);
            m_bounds.first = m_oneByOne / 2;
            m_search.emplace(m_bounds);
            Empty();
        }
        else if (m_isValidating)
        {
            EndTrial(Counts().Lost());
        }
        else
        {
            m_phase1 = Counts();
            m_isValidating = m_phase1.Lost() == 0;
            if (m_isValidating)
            {
                BeginPhase2({.packets = Connections()}, Ways::INBOUND, Connections());
            }
            else
            {
                EndTrial(0);
            }
        }
    }

    void
    EndTrial(uint64_t invalid)
    {
        const uint64_t rate = m_search->Next();
        const bool hasPassed = m_isValidating && invalid == 0;
        m_isValidating = false;
        m_log.Add(rate, m_phase1, hasPassed);
        m_search->Tell(hasPassed);
        if (!hasPassed)
        {
            m_failed = m_phase1;
            m_invalid = invalid;
        }
        if (!m_search->IsDone())
        {
            Empty();
        }
    }

    void
    OnEmptied() override
    {
        BeginPhase1({.packets = Connections(), .rate = m_search->Next(), .isPoisson = m_isPoisson},
                    false);
    }

    LimitSearch::Bounds m_bounds;
    bool m_isPoisson;
    std::optional<LimitSearch> m_search;
    bool m_isValidating{false};
    uint64_t m_oneByOne{0};
    PassCounts m_phase1;   ///< of this trial
    PassCounts m_failed;   ///< at the least rate that failed
    uint64_t m_invalid{0}; ///< connections through which nothing came back, at that rate
    TrialLog m_log{"rate"};
};

} // namespace

std::unique_ptr<PacketWorkload>
MakeRfc9693Establishment(const Settings& settings, PacketWorkloadHost& host)
{
    return std::make_unique<Establishment>(settings, host);
}

} // namespace bindstorm
