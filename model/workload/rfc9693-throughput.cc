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
 * Throughput with connections that there are: they are made one after the other, then the rate of
 * phase 2 is searched at which no packet is lost.
 */
class Throughput final : public Rfc9693Workload
{
  public:
    Throughput(const Settings& settings, PacketWorkloadHost& host)
        : Rfc9693Workload(settings, host),
          m_trials(settings, "rfc9693"),
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
        return m_trials.Report("throughput_pps");
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
        BeginPhase2(m_trials.PassAt(rate, m_packets), m_ways, Connections());
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
        if (!m_trials.HasBegun())
        {
            m_trials.Begin(Counts());
        }
        else
        {
            m_trials.Tell(Counts(), Counts().Lost() == 0);
        }
        if (!m_trials.IsDone())
        {
            BeginPackets(m_trials.Rate());
        }
    }

    void
    OnEmptied() override
    {
        // The table stays as it is.
    }

    RateTrials m_trials;
    uint32_t m_packets;
    Ways m_ways;
    bool m_isFilled{false};
};

} // namespace

std::unique_ptr<PacketWorkload>
MakeRfc9693Throughput(const Settings& settings, PacketWorkloadHost& host)
{
    return std::make_unique<Throughput>(settings, host);
}

} // namespace bindstorm
