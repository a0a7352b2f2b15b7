/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "connection-plan.h"
#include "limit-search.h"
#include "packet-mix.h"
#include "pass-workload.h"
#include "rate-trials.h"
#include "workload-settings.h"

#include <cmath>

namespace bindstorm
{

namespace
{

/// Phases after those of the kinds of packets, which the last pass has.
constexpr auto SET_UP_PHASE = static_cast<uint8_t>(MIXED_PACKETS);
constexpr auto ALONE_PHASE = static_cast<uint8_t>(MIXED_PACKETS + 1);
constexpr auto SEARCH_PHASE = static_cast<uint8_t>(MIXED_PACKETS + 2);

/// Hosts of new flows, beyond all others: 10.64.0.1 on.
constexpr uint32_t FIRST_NEW_HOST = 10U << 24 | 64U << 16 | 1;
constexpr uint32_t NEW_HOSTS = 1024;

/**
 * Looks for the highest rate at which a box loses nothing of a mix of packets. Flows are set up one
 * after the other, and the mix is sent once the same way, which tells where to begin. After the
 * search it is sent so again, which tells what a packet costs in a table that has been in use for a
 * while, and then at the rate that was found.
 */
class NoDrop final : public PassWorkload
{
  public:
    NoDrop(const Settings& settings, PacketWorkloadHost& host)
        : PassWorkload(host),
          m_trials(settings, "no-drop"),
          m_packets(static_cast<uint32_t>(settings.GetInteger("packets"))),
          m_mix(settings),
          m_shape(ConnectionShape(settings, "no-drop", "flows")),
          m_flows(m_shape, host.Draws()),
          m_newFlows({FIRST_NEW_HOST, NEW_HOSTS, m_shape.destinationPorts}, host.Draws()),
          m_external(static_cast<std::size_t>(settings.GetInteger("flows"))),
          m_packetFlows(m_packets)
    {
    }

    void
    Start() override
    {
        m_same = DrawMiss();
        Begin({.packets = static_cast<uint32_t>(m_external.size())});
    }

    WorkloadReport Report() const override;

  private:
    enum class Stage : uint8_t
    {
        SET_UP,
        FIRST,
        SEARCH,
        ALONE,
        AT_RATE,
        DONE
    };

    void Send(uint32_t number) override;
    PacketFate Judge(const PacketAnswer& answer) override;
    void OnPassEnd() override;
    void OnPause() override;

    PacketFate JudgeWanted(MixedPacket kind, uint32_t flow, const PacketAnswer& answer) const;
    NatArrival DrawMiss();
    void EndTrial();

    RateTrials m_trials;
    uint32_t m_packets;
    PacketMix m_mix;
    ConnectionPlan::Shape m_shape;
    ConnectionPlan m_flows;
    ConnectionPlan m_newFlows;
    std::vector<NatEndpoint> m_external; ///< by flow
    /// What a packet of the pass was: its kind, and the flow where it has one.
    std::vector<std::pair<MixedPacket, uint32_t>> m_packetFlows;
    NatArrival m_same; ///< the packet that is repeated
    Stage m_stage{Stage::SET_UP};
    uint32_t m_new{0}; ///< new flows of the pass
    PassCounts m_alone;
    PassCounts m_atRate;
    uint64_t m_blind{0}; ///< greatest rate at which every packet came out
};

NatArrival
NoDrop::DrawMiss()
{
    const auto& pool = m_host.Table().GetConfig().external;
    const uint32_t remote = ConnectionPlan::STRANGERS + m_host.Draws().DrawBelow(65536);
    const auto remotePort = static_cast<uint16_t>(1 + m_host.Draws().DrawBelow(65535));
    const uint32_t external = pool[m_host.Draws().DrawBelow(static_cast<uint32_t>(pool.size()))];
    const auto port = static_cast<uint16_t>(1 + m_host.Draws().DrawBelow(65535));
    return {.protocol = IP_UDP, .remote = {remote, remotePort}, .external = {external, port}};
}

void
NoDrop::Send(uint32_t number)
{
    if (m_stage == Stage::SET_UP)
    {
        m_host.Outbound(PROCESS,
                        m_flows[number],
                        {},
                        {.phase = SET_UP_PHASE, .isSetUp = true, .tag = number});
        return;
    }
    const MixedPacket kind = m_mix.Next();
    PacketMark mark{.phase = static_cast<uint8_t>(kind), .tag = number};
    if (m_stage != Stage::AT_RATE)
    {
        mark.phase = m_stage == Stage::ALONE ? ALONE_PHASE : SEARCH_PHASE;
    }
    uint32_t flow = 0;
    switch (kind)
    {
    case MixedPacket::HIT_OUTBOUND:
    case MixedPacket::HIT_INBOUND:
    case MixedPacket::FILTERED:
        flow = m_host.Draws().DrawBelow(static_cast<uint32_t>(m_external.size()));
        break;
    case MixedPacket::NEW:
        flow = m_new++;
        break;
    case MixedPacket::MISS:
    case MixedPacket::REPEATED_MISS:
        break;
    }
    m_packetFlows[number] = {kind, flow};
    switch (kind)
    {
    case MixedPacket::HIT_OUTBOUND:
        m_host.Outbound(PROCESS, m_flows[flow], {}, mark);
        return;
    case MixedPacket::NEW:
        m_host.Outbound(PROCESS, m_newFlows[flow], {}, mark);
        return;
    case MixedPacket::HIT_INBOUND:
        m_host.Inbound(PROCESS, {IP_UDP, m_flows[flow].remote, m_external[flow]}, {}, mark);
        return;
    case MixedPacket::MISS:
        m_host.Inbound(PROCESS, DrawMiss(), {}, mark);
        return;
    case MixedPacket::REPEATED_MISS:
        m_host.Inbound(PROCESS, m_same, {}, mark);
        return;
    case MixedPacket::FILTERED:
        m_host.Inbound(PROCESS, {IP_UDP, DrawMiss().remote, m_external[flow]}, {}, mark);
        return;
    }
}

PacketFate
NoDrop::Judge(const PacketAnswer& answer)
{
    if (m_stage == Stage::SET_UP)
    {
        m_external[answer.mark.tag] = answer.nat.endpoint;
        return answer.IsForwarded() ? PacketFate::FORWARDED : PacketFate::REFUSED;
    }
    const auto [kind, flow] = m_packetFlows[answer.mark.tag];
    switch (kind)
    {
    case MixedPacket::HIT_OUTBOUND:
    case MixedPacket::HIT_INBOUND:
    case MixedPacket::NEW:
        return JudgeWanted(kind, flow, answer);
    case MixedPacket::MISS:
    case MixedPacket::REPEATED_MISS:
    case MixedPacket::FILTERED:
        break;
    }
    return answer.IsForwarded() ? PacketFate::LET_IN : PacketFate::POLICY;
}

PacketFate
NoDrop::JudgeWanted(MixedPacket kind, uint32_t flow, const PacketAnswer& answer) const
{
    if (!answer.IsForwarded())
    {
        return PacketFate::REFUSED;
    }
    const bool isRight =
        kind == MixedPacket::NEW ||
        answer.nat.endpoint ==
            (kind == MixedPacket::HIT_OUTBOUND ? m_external[flow] : m_flows[flow].internal);
    return isRight ? PacketFate::FORWARDED : PacketFate::WRONG;
}

void
NoDrop::OnPassEnd()
{
    switch (m_stage)
    {
    case Stage::SET_UP:
        m_stage = Stage::FIRST;
        break;
    case Stage::FIRST:
        m_trials.Begin(Counts());
        m_stage = Stage::SEARCH;
        break;
    case Stage::SEARCH:
        EndTrial();
        break;
    case Stage::ALONE:
        m_alone = Counts();
        m_stage = m_trials.Passed() > 0 ? Stage::AT_RATE : Stage::DONE;
        break;
    case Stage::AT_RATE:
        m_atRate = Counts();
        m_stage = Stage::DONE;
        return;
    case Stage::DONE:
        return;
    }
    if (m_stage == Stage::DONE)
    {
        return;
    }
    std::chrono::nanoseconds pause{0};
    if (m_new > 0 || Counts().Of(PacketFate::LET_IN) > 0)
    {
        EndSessionsBut(m_host.Table(), m_shape);
        // Ports that are free again may be held for a while.
        pause = m_host.Table().GetConfig().portHold;
    }
    Pause(pause);
}

void
NoDrop::EndTrial()
{
    const PassCounts& counts = Counts();
    if (counts.Of(PacketFate::FORWARDED) + counts.Of(PacketFate::LET_IN) == counts.sent)
    {
        m_blind = std::max(m_blind, m_trials.Rate());
    }
    m_trials.Tell(counts, counts.Lost() == 0);
    if (m_trials.IsDone())
    {
        m_stage = Stage::ALONE;
    }
}

void
NoDrop::OnPause()
{
    m_new = 0;
    m_mix.Reset();
    uint64_t rate = 0; // one after the other
    if (m_stage == Stage::SEARCH)
    {
        rate = m_trials.Rate();
    }
    else if (m_stage == Stage::AT_RATE)
    {
        rate = m_trials.Passed();
    }
    Begin(m_trials.PassAt(rate, m_packets));
}

WorkloadReport
NoDrop::Report() const
{
    WorkloadReport report;
    const auto add = [&](const std::string& name, uint64_t count) {
        report.counts.push_back({name, static_cast<int64_t>(count)});
    };
    add("finished", m_stage == Stage::DONE ? 1 : 0);
    add("trials", m_trials.Log().Size());
    if (m_stage != Stage::DONE)
    {
        return report;
    }
    const uint64_t out = m_alone.Of(PacketFate::FORWARDED) + m_alone.Of(PacketFate::LET_IN);
    add("one_by_one_pps", PerSecond(m_alone.sent, m_alone.took));
    add("one_by_one_forwarded_pps", PerSecond(out, m_alone.took));
    add("mean_cost_ps", static_cast<uint64_t>(m_alone.took.count()) * 1000 / m_alone.sent);
    add("no_drop_pps", m_trials.Passed());
    add("failed_pps", m_trials.Failed());
    add("blind_no_drop_pps", m_blind);
    ReportLost(m_trials.CountsOfFailed(), report);
    add("lost_again", m_atRate.Lost());
    add("let_in", m_atRate.Of(PacketFate::LET_IN));
    add("policy_drops", m_atRate.Of(PacketFate::POLICY));
    add("policy_share_ppm", m_atRate.Of(PacketFate::POLICY) * 1'000'000 / m_packets);
    for (std::size_t i = 0; i < NAT_VERDICTS; ++i)
    {
        if (m_atRate.policy[i] > 0)
        {
            add("policy." + std::string(NAT_VERDICT_NAMES[i]), m_atRate.policy[i]);
        }
    }
    report.tables.push_back(m_trials.Log().ToTable());
    return report;
}

std::vector<SettingInfo>
NoDropSettings()
{
    std::vector<SettingInfo> all{
        {.name = "flows",
         .type = SettingType::INTEGER,
         .defaultValue = int64_t{1000},
         .low = 1,
         .high = 1e7,
         .help = "Flows that there are before the search, made one after the other."},
        {.name = "packets",
         .type = SettingType::INTEGER,
         .defaultValue = int64_t{4000},
         .low = 1,
         .high = 1e7,
         .help = "Packets of each trial. A queue of q hides an excess of q in that many, so the "
                 "result is at most 1 / (1 - q / packets) times what the box can do for ever."}};
    for (const auto& part : {MixSettings(), ConnectionSettings(), RateSettings()})
    {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

void
CheckNoDrop(const Settings& settings, const NatConfig& config)
{
    RateBounds(settings, "no-drop");
    ConnectionShape(settings, "no-drop", "flows");
    PacketMix{settings};
    RequireExternal(config, "no-drop");
}

} // namespace

PacketWorkloadInfo
DescribeNoDrop()
{
    return {.name = "no-drop",
            .summary = "Searches for the highest rate without loss of a mix of packets that may "
                       "include some which the box drops by policy: those are no loss, a packet "
                       "that found the queue full is. It wants the box for itself.",
            .settings = NoDropSettings(),
            .phases = {"hit_outbound",
                       "hit_inbound",
                       "new",
                       "miss",
                       "repeated_miss",
                       "filtered",
                       "set_up",
                       "alone",
                       "search"},
            .create = [](const Settings& settings,
                         PacketWorkloadHost& host) -> std::unique_ptr<PacketWorkload>
            {
                CheckNoDrop(settings, host.Table().GetConfig());
                return std::make_unique<NoDrop>(settings, host);
            },
            .check = CheckNoDrop,
            .needsOneTable = true,
            .needsWholeBox = true};
}

} // namespace bindstorm
