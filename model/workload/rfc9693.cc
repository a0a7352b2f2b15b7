/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "rfc9693.h"

#include "model/base/component-spec.h"

namespace bindstorm
{

Rfc9693Workload::Rfc9693Workload(const Settings& settings, PacketWorkloadHost& host)
    : PassWorkload(host),
      m_connections(static_cast<uint32_t>(settings.GetInteger("connections"))),
      m_plan(ConnectionShape(settings, "rfc9693", "connections"), host.Draws())
{
}

void
Rfc9693Workload::BeginPhase1(const PacketPass& pass, bool isSetUp)
{
    m_phase = RFC9693_PHASE_1;
    m_isSetUp = isSetUp;
    m_external.resize(pass.packets);
    Begin(pass);
}

void
Rfc9693Workload::BeginPhase2(const PacketPass& pass, Ways ways, uint32_t connections)
{
    m_phase = RFC9693_PHASE_2;
    m_isSetUp = false;
    m_ways = ways;
    if (!m_order || m_among != connections)
    {
        m_among = connections;
        m_order.emplace(connections, m_host.Draws());
        m_turn = 0;
    }
    m_firstTurn = m_turn;
    m_turn += ways == Ways::BOTH ? pass.packets / 2 : pass.packets;
    Begin(pass);
}

void
Rfc9693Workload::BeginProbe()
{
    m_phase = RFC9693_TEAR_DOWN;
    m_isSetUp = false;
    Begin({.packets = 1});
}

void
Rfc9693Workload::Empty()
{
    NatTable& table = m_host.Table();
    EndSessions(table);
    // Ports that are free again may be held for a while.
    Pause(table.GetConfig().portHold);
}

void
Rfc9693Workload::OnPause()
{
    OnEmptied();
}

bool
Rfc9693Workload::IsOutbound(uint32_t number) const
{
    return m_ways == Ways::OUTBOUND || (m_ways == Ways::BOTH && number % 2 == 0);
}

uint32_t
Rfc9693Workload::ConnectionOf(uint32_t number) const
{
    const uint64_t turn = m_firstTurn + (m_ways == Ways::BOTH ? number / 2 : number);
    return static_cast<uint32_t>((*m_order)[turn % m_among]);
}

void
Rfc9693Workload::Send(uint32_t number)
{
    const PacketMark mark{.phase = m_phase, .isSetUp = m_isSetUp, .tag = number};
    if (m_phase == RFC9693_PHASE_1)
    {
        m_host.Outbound(PROCESS, m_plan[number], {}, mark);
        return;
    }
    if (m_phase == RFC9693_TEAR_DOWN)
    {
        // Port 0 is nobody's.
        const uint32_t external = m_host.Table().GetConfig().external.front();
        m_host.Inbound(PROCESS, {IP_UDP, {ConnectionPlan::STRANGERS, 1}, {external, 0}}, {}, mark);
        return;
    }
    const uint32_t connection = ConnectionOf(number);
    const NatFlow flow = m_plan[connection];
    if (IsOutbound(number))
    {
        m_host.Outbound(PROCESS, flow, {}, mark);
    }
    else
    {
        m_host.Inbound(PROCESS, {flow.protocol, flow.remote, m_external[connection]}, {}, mark);
    }
}

PacketFate
Rfc9693Workload::Judge(const PacketAnswer& answer)
{
    const uint32_t number = answer.mark.tag;
    if (m_phase == RFC9693_TEAR_DOWN)
    {
        return answer.IsForwarded() ? PacketFate::LET_IN : PacketFate::POLICY;
    }
    if (!answer.IsForwarded())
    {
        return PacketFate::REFUSED;
    }
    if (m_phase == RFC9693_PHASE_1)
    {
        m_external[number] = answer.nat.endpoint;
        return PacketFate::FORWARDED;
    }
    const uint32_t connection = ConnectionOf(number);
    const NatEndpoint wanted =
        IsOutbound(number) ? m_external[connection] : m_plan[connection].internal;
    return answer.nat.endpoint == wanted ? PacketFate::FORWARDED : PacketFate::WRONG;
}

namespace
{

std::vector<SettingInfo>
Rfc9693Settings()
{
    std::vector<SettingInfo> all{
        {.name = "measure",
         .type = SettingType::CHOICE,
         .defaultValue = "establishment",
         .choices = {"establishment", "throughput", "tear-down", "capacity"},
         .help = "establishment: highest rate of new connections without loss, each validated by a "
                 "packet back. throughput: highest rate of packets of connections. tear-down: "
                 "connections a second when all are over at once. capacity: most connections that "
                 "can be there."},
        {.name = "connections",
         .type = SettingType::INTEGER,
         .defaultValue = int64_t{4000},
         .low = 1,
         .high = 1e7,
         .help = "Connections of each trial; the most that are tried where capacity is measured."},
        {.name = "ways",
         .type = SettingType::CHOICE,
         .defaultValue = "both",
         .choices = {"both", "outbound", "inbound"},
         .help = "Directions of phase 2 where throughput is measured; rates are of both together."},
        {.name = "packets",
         .type = SettingType::INTEGER,
         .defaultValue = int64_t{4000},
         .low = 1,
         .high = 1e7,
         .help = "Packets of each trial where throughput is measured."},
        {.name = "interval",
         .type = SettingType::DURATION,
         .defaultValue = int64_t{10'000'000},
         .low = 1,
         .high = 1e15,
         .help = "Pause between the packets that housekeeping goes with, where tear-down is "
                 "measured."},
        {.name = "probes",
         .type = SettingType::INTEGER,
         .defaultValue = int64_t{100'000},
         .low = 1,
         .high = 1e9,
         .help = "Such packets at the most."}};
    for (const auto& part : {ConnectionSettings(), RateSettings()})
    {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

void
CheckRfc9693(const Settings& settings, const NatConfig& config)
{
    RateBounds(settings, "rfc9693");
    ConnectionShape(settings, "rfc9693", "connections");
    RequireExternal(config, "rfc9693");
    if (settings.GetText("measure") == "tear-down" && config.unsolicited == NatUnsolicited::ACCEPT)
    {
        throw ConfigError("rfc9693: measure = \"tear-down\" needs unsolicited = \"deny\": a "
                          "stranger's packet must not make a session");
    }
}

std::unique_ptr<PacketWorkload>
MakeRfc9693(const Settings& settings, PacketWorkloadHost& host)
{
    CheckRfc9693(settings, host.Table().GetConfig());
    const std::string& measure = settings.GetText("measure");
    if (measure == "throughput")
    {
        return MakeRfc9693Throughput(settings, host);
    }
    if (measure == "tear-down")
    {
        return MakeRfc9693TearDown(settings, host);
    }
    if (measure == "capacity")
    {
        return MakeRfc9693Capacity(settings, host);
    }
    return MakeRfc9693Establishment(settings, host);
}

} // namespace

PacketWorkloadInfo
DescribeRfc9693()
{
    return {.name = "rfc9693",
            .summary =
                "The measures of RFC 9693 for stateful NATs: connections in phase 1, packets "
                "of connections in phase 2, in simulated time. They want the box for themselves.",
            .settings = Rfc9693Settings(),
            .phases = {"phase_1", "phase_2", "tear_down"},
            .create = MakeRfc9693,
            .check = CheckRfc9693,
            .needsOneTable = true,
            .needsWholeBox = true};
}

} // namespace bindstorm
