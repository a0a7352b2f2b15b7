/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-perf-report.h"
#include "libalias-perf.h"
#include "packet-workload.h"

#include "model/base/component-spec.h"

#include <cmath>

namespace bindstorm
{

namespace
{

/// The one process that there is.
constexpr uint32_t PROCESS = 0;

/// @throws ConfigError for a NAT without an address
uint32_t
FirstExternal(const NatConfig& config)
{
    if (config.external.empty())
    {
        throw ConfigError("libalias-perf: the NAT has no external address, whom would packets from "
                          "outside be for?");
    }
    return config.external.front();
}

LibaliasPerfSettings
PerfSettingsOf(const Settings& settings)
{
    const auto count = [&](const char* name)
    { return static_cast<uint32_t>(settings.GetInteger(name)); };
    return {.isFair = settings.GetText("mode") == "fair",
            .batchSize = count("batch_size"),
            .randomSize = count("random_size"),
            .attackSize = count("attack_size"),
            .redirSize = count("redir_size"),
            .duration = NatTime{std::llround(settings.GetNumber("seconds") * 1e9)},
            .rounds = count("rounds")};
}

/**
 * The performance test of the libalias reviews: one packet after the other, in simulated time.
 */
class LibaliasPerfWorkload final : public PacketWorkload
{
  public:
    LibaliasPerfWorkload(const Settings& settings, PacketWorkloadHost& host)
        : PacketWorkload(host),
          m_settings(PerfSettingsOf(settings)),
          m_perf(m_settings, FirstExternal(host.Table().GetConfig()), host.Draws())
    {
    }

    void
    Start() override
    {
        for (const NatRedirect& redirect : m_perf.DrawRedirects())
        {
            m_host.Table().AddRedirect(redirect);
        }
        Send();
    }

    bool
    OnAnswer(uint32_t /* process */, const PacketAnswer& answer) override
    {
        const bool isOk = m_perf.Judge(answer.IsForwarded() ? answer.nat : NatAnswer{});
        Send();
        return isOk;
    }

    void
    OnWake(uint32_t /* process */, uint32_t /* tag */) override
    {
    }

    WorkloadReport
    Report() const override
    {
        return LibaliasPerfRun{m_settings, m_perf.Result()}.ToReport();
    }

  private:
    void
    Send()
    {
        PerfStep step = m_perf.Next();
        for (; step == PerfStep::TIME; step = m_perf.Next())
        {
            m_perf.Tell(m_host.Now());
        }
        if (step == PerfStep::END)
        {
            return;
        }
        const PerfPacket& packet = m_perf.Packet();
        const PacketMark mark{.phase = static_cast<uint8_t>(m_perf.Phase())};
        if (packet.direction == PacketDirection::OUTBOUND)
        {
            m_host.Outbound(PROCESS, packet.outbound, {}, mark);
        }
        else
        {
            m_host.Inbound(PROCESS, packet.inbound, {}, mark);
        }
    }

    LibaliasPerfSettings m_settings;
    LibaliasPerf m_perf;
};

SettingInfo
PerfCount(const std::string& name, int64_t defaultValue, double low, const std::string& help)
{
    return {.name = name,
            .type = SettingType::INTEGER,
            .defaultValue = defaultValue,
            .low = low,
            .high = 1e6,
            .help = help};
}

} // namespace

PacketWorkloadInfo
DescribeLibaliasPerf()
{
    return {
        .name = "libalias-perf",
        .summary = "The performance test of the libalias reviews of 2021: rounds of new flows, "
                   "random and repeated packets from outside, and flows in use, one packet after "
                   "the other.",
        .settings =
            {{.name = "mode",
              .type = SettingType::CHOICE,
              .defaultValue = "review",
              .choices = {"review", "fair"},
              .help = "review: as in the reviews, for a given time, with the newest flows in use. "
                      "fair: a given number of rounds, batch_size packets in each phase, flows in "
                      "use from the whole table."},
             {.name = "seconds",
              .type = SettingType::NUMBER,
              .defaultValue = 10.0,
              .low = 0.0001,
              .high = 86400,
              .help = "Simulated time after which it ends, looked at with each 1002nd packet. "
                      "mode = \"review\" only.",
              .unit = "seconds"},
             PerfCount("batch_size", 2000, 1, "New flows in a round."),
             PerfCount("random_size",
                       1000,
                       0,
                       "Random packets from outside in a round. mode = \"review\" only."),
             PerfCount(
                 "attack_size",
                 1000,
                 0,
                 "How often one more such packet is sent in a round. mode = \"review\" only."),
             PerfCount("redir_size",
                       2000,
                       0,
                       "Redirects of the ports 1000-1999, made at the start at no cost."),
             PerfCount("rounds", 20, 1, "Rounds. mode = \"fair\" only.")},
        .phases = {PERF_PHASE_NAMES.begin(), PERF_PHASE_NAMES.end()},
        .create = [](const Settings& settings,
                     PacketWorkloadHost& host) -> std::unique_ptr<PacketWorkload>
        { return std::make_unique<LibaliasPerfWorkload>(settings, host); },
        .check = [](const Settings& /* settings */, const NatConfig& config)
        { FirstExternal(config); },
        .needsOneTable = true};
}

} // namespace bindstorm
