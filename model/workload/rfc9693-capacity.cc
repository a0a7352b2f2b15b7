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
 * Connection table capacity: as many connections as a trial asks for are made one after the other
 * in an empty table. They fit when every packet came out and a packet back through each of them
 * reaches whom it should; a table that lets an old connection go for a new one fails there.
 */
class Capacity final : public Rfc9693Workload
{
  public:
    Capacity(const Settings& settings, PacketWorkloadHost& host)
        : Rfc9693Workload(settings, host),
          m_search({.highest = Connections()})
    {
    }

    void
    Start() override
    {
        OnEmptied();
    }

    WorkloadReport
    Report() const override
    {
        WorkloadReport report;
        const bool isDone = m_search.IsDone();
        report.counts = {{"finished", isDone ? 1 : 0},
                         {"trials", static_cast<int64_t>(m_log.Size())}};
        if (isDone)
        {
            report.counts.push_back({"capacity", static_cast<int64_t>(m_search.Passed())});
            report.counts.push_back({"failed_at", static_cast<int64_t>(m_search.Failed())});
            report.counts.push_back({"invalid", static_cast<int64_t>(m_invalid)});
            ReportLost(m_failed, report);
            report.tables.push_back(m_log.ToTable());
        }
        return report;
    }

  private:
    uint32_t
    Tried() const
    {
        return static_cast<uint32_t>(m_search.Next());
    }

    void
    OnPassEnd() override
    {
        if (m_isValidating)
        {
            EndTrial(Counts().Lost());
            return;
        }
        m_phase1 = Counts();
        m_isValidating = m_phase1.Lost() == 0;
        if (m_isValidating)
        {
            BeginPhase2({.packets = Tried(), .stopsAtLoss = true}, Ways::INBOUND, Tried());
        }
        else
        {
            EndTrial(0);
        }
    }

    void
    EndTrial(uint64_t invalid)
    {
        const bool hasPassed = m_isValidating && invalid == 0;
        m_isValidating = false;
        m_log.Add(Tried(), m_phase1, hasPassed);
        m_search.Tell(hasPassed);
        if (!hasPassed)
        {
            m_failed = m_phase1;
            m_invalid = invalid;
        }
        if (!m_search.IsDone())
        {
            Empty();
        }
    }

    void
    OnEmptied() override
    {
        BeginPhase1({.packets = Tried(), .stopsAtLoss = true}, false);
    }

    LimitSearch m_search;
    bool m_isValidating{false};
    PassCounts m_phase1;   ///< of this trial
    PassCounts m_failed;   ///< with the least number that failed
    uint64_t m_invalid{0}; ///< whether a packet back was lost with that number: its trial ends then
    TrialLog m_log{"connections"};
};

} // namespace

std::unique_ptr<PacketWorkload>
MakeRfc9693Capacity(const Settings& settings, PacketWorkloadHost& host)
{
    return std::make_unique<Capacity>(settings, host);
}

} // namespace bindstorm
