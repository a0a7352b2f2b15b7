/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "rate-trials.h"
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
          m_trials(settings, "rfc9693")
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
        return m_trials.Report("establishment_pps", {{"invalid", static_cast<int64_t>(m_invalid)}});
    }

  private:
    void
    OnPassEnd() override
    {
        if (!m_trials.HasBegun())
        {
            m_trials.Begin(Counts());
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
        const bool hasPassed = m_isValidating && invalid == 0;
        m_isValidating = false;
        m_trials.Tell(m_phase1, hasPassed);
        if (!hasPassed)
        {
            m_invalid = invalid;
        }
        if (!m_trials.IsDone())
        {
            Empty();
        }
    }

    void
    OnEmptied() override
    {
        BeginPhase1(m_trials.PassAt(m_trials.Rate(), Connections()), false);
    }

    RateTrials m_trials;
    bool m_isValidating{false};
    PassCounts m_phase1; ///< of this trial
    uint64_t m_invalid{
        0}; ///< connections through which nothing came back, at the least rate that failed
};

} // namespace

std::unique_ptr<PacketWorkload>
MakeRfc9693Establishment(const Settings& settings, PacketWorkloadHost& host)
{
    return std::make_unique<Establishment>(settings, host);
}

} // namespace bindstorm
