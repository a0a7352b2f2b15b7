/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "pass-counts.h"

namespace bindstorm
{

void
PassCounts::Add(PacketFate fate, NatVerdict verdict)
{
    ++fates[static_cast<std::size_t>(fate)];
    refused[static_cast<std::size_t>(verdict)] += fate == PacketFate::REFUSED ? 1 : 0;
    policy[static_cast<std::size_t>(verdict)] += fate == PacketFate::POLICY ? 1 : 0;
}

void
ReportLost(const PassCounts& counts, WorkloadReport& report)
{
    const auto add = [&](const std::string& name, uint64_t count) {
        report.counts.push_back({"lost." + name, static_cast<int64_t>(count)});
    };
    add("queue_full", counts.Of(PacketFate::QUEUE_FULL));
    add("wrong", counts.Of(PacketFate::WRONG));
    add("refused", counts.Of(PacketFate::REFUSED));
    for (std::size_t i = 0; i < NAT_VERDICTS; ++i)
    {
        if (counts.refused[i] > 0)
        {
            add(std::string(NAT_VERDICT_NAMES[i]), counts.refused[i]);
        }
    }
}

uint64_t
PerSecond(uint64_t packets, std::chrono::nanoseconds time)
{
    constexpr uint64_t SECOND = 1'000'000'000;
    return time.count() <= 0 ? 0 : packets * SECOND / static_cast<uint64_t>(time.count());
}

TrialLog::TrialLog(const std::string& tried)
    : m_table{.name = "trials",
              .columns = {{tried, {}},
                          {"sent", {}},
                          {"forwarded", {}},
                          {"let_in", {}},
                          {"policy_drops", {}},
                          {"queue_full", {}},
                          {"refused", {}},
                          {"wrong", {}},
                          {"passed", {}}}}
{
}

void
TrialLog::Add(uint64_t tried, const PassCounts& counts, bool hasPassed)
{
    const std::array<uint64_t, 9> row{tried,
                                      counts.sent,
                                      counts.Of(PacketFate::FORWARDED),
                                      counts.Of(PacketFate::LET_IN),
                                      counts.Of(PacketFate::POLICY),
                                      counts.Of(PacketFate::QUEUE_FULL),
                                      counts.Of(PacketFate::REFUSED),
                                      counts.Of(PacketFate::WRONG),
                                      hasPassed ? 1U : 0U};
    for (std::size_t i = 0; i < row.size(); ++i)
    {
        m_table.columns[i].values.push_back(static_cast<int64_t>(row[i]));
    }
}

} // namespace bindstorm
