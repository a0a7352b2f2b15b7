/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-perf.h"

#include "libalias-perf-draws.h"

#include <utility>

namespace bindstorm
{

namespace
{

/// Flows in use are picked out of this many neighbours.
constexpr uint32_t WINDOW = 25;

PerfPacket
PacketOfStranger(const NatArrival& arrival)
{
    return {.direction = PacketDirection::INBOUND, .inbound = arrival};
}

} // namespace

LibaliasPerf::LibaliasPerf(const LibaliasPerfSettings& settings,
                           uint32_t external,
                           DrawSource& draws)
    : m_settings(settings),
      m_external(external),
      m_draws(draws)
{
}

std::vector<NatRedirect>
LibaliasPerf::DrawRedirects()
{
    std::vector<NatRedirect> redirects;
    for (uint32_t i = 0; i < m_settings.redirSize; ++i)
    {
        redirects.push_back(DrawPerfRedirect(m_draws, m_external));
    }
    return redirects;
}

const PerfPacket&
LibaliasPerf::Packet() const
{
    return m_packet;
}

PerfPhase
LibaliasPerf::Phase() const
{
    return m_phase;
}

const LibaliasPerfResult&
LibaliasPerf::Result() const
{
    return m_result;
}

PerfStep
LibaliasPerf::Next()
{
    if (m_isOver)
    {
        return PerfStep::END;
    }
    if (m_reading == Reading::NONE && !FindNext())
    {
        m_reading = Reading::PHASE_END;
    }
    return m_reading == Reading::NONE ? PerfStep::PACKET : PerfStep::TIME;
}

void
LibaliasPerf::Tell(NatTime now)
{
    switch (std::exchange(m_reading, Reading::NONE))
    {
    case Reading::NONE:
        break;
    case Reading::START:
        m_start = now;
        BeginPhase(PerfPhase::NEW_NAT);
        break;
    case Reading::PHASE_BEGIN:
        m_begin = now;
        if (m_phase == PerfPhase::NEW_NAT)
        {
            m_result.rows.push_back({.round = m_result.rounds + 1, .second = now - m_start});
        }
        break;
    case Reading::PHASE_END:
        EndPhase(now);
        break;
    case Reading::DEADLINE:
        m_isOver = now - m_start >= m_settings.duration;
        break;
    }
}

bool
LibaliasPerf::Judge(const NatAnswer& answer)
{
    ++m_sent;
    bool isOk = IsForwarded(answer.verdict);
    switch (m_phase)
    {
    case PerfPhase::NEW_NAT:
        isOk = JudgeNewFlow(answer);
        break;
    case PerfPhase::RANDOM:
        break;
    case PerfPhase::ATTACK:
        if (isOk)
        {
            // The original sends the same buffer again, which is a translated packet now.
            m_packet.inbound.external = answer.endpoint;
        }
        break;
    case PerfPhase::USE_NAT:
        isOk = JudgeUse(answer);
        break;
    }
    auto& count = m_result.counts[static_cast<std::size_t>(KindOfPacket())];
    ++(isOk ? count.ok : count.fail);
    if (!m_settings.isFair && m_unchecked++ > 1000)
    {
        m_unchecked = 0;
        m_reading = Reading::DEADLINE;
    }
    return isOk;
}

PerfKind
LibaliasPerf::KindOfPacket() const
{
    switch (m_phase)
    {
    case PerfPhase::NEW_NAT:
        return PerfKind::NEW_NAT;
    case PerfPhase::RANDOM:
        return PerfKind::RANDOM;
    case PerfPhase::ATTACK:
        return PerfKind::ATTACK;
    case PerfPhase::USE_NAT:
        break;
    }
    return m_packet.direction == PacketDirection::OUTBOUND ? PerfKind::USE_NAT_OUT
                                                           : PerfKind::USE_NAT_IN;
}

bool
LibaliasPerf::JudgeNewFlow(const NatAnswer& answer)
{
    const bool isForwarded = IsForwarded(answer.verdict);
    Flow& flow = m_flows[m_packet.flow];
    flow.externalPort = isForwarded ? answer.endpoint.port : flow.flow.internal.port;
    return isForwarded && answer.endpoint.address == m_external;
}

bool
LibaliasPerf::JudgeUse(const NatAnswer& answer) const
{
    const Flow& flow = m_flows[m_packet.flow];
    const NatEndpoint expected = m_packet.direction == PacketDirection::INBOUND
                                     ? flow.flow.internal
                                     : NatEndpoint{m_external, flow.externalPort};
    return IsForwarded(answer.verdict) && answer.endpoint == expected;
}

/// What is done before the first packet of a phase is not timed.
void
LibaliasPerf::BeginPhase(PerfPhase phase)
{
    m_phase = phase;
    m_sent = 0;
    m_turn = 0;
    m_left = 0;
    if (m_settings.isFair)
    {
        m_drawn.clear();
        // Of ATTACK there is one packet only.
        const uint32_t packets = phase == PerfPhase::ATTACK ? 1 : m_settings.batchSize;
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_drawn.push_back(DrawFairPacket(phase));
        }
    }
    else if (phase == PerfPhase::NEW_NAT)
    {
        m_flows.clear();
    }
    else if (phase == PerfPhase::ATTACK)
    {
        m_packet = PacketOfStranger(DrawPerfStranger(m_draws, m_external));
    }
    else if (phase == PerfPhase::USE_NAT)
    {
        Shuffle();
        m_left = DrawPerfConversation(m_draws);
    }
    // The two others begin when the phase before them ended.
    if (m_settings.isFair || phase == PerfPhase::NEW_NAT || phase == PerfPhase::USE_NAT)
    {
        m_reading = Reading::PHASE_BEGIN;
    }
}

void
LibaliasPerf::EndPhase(NatTime now)
{
    const auto phase = static_cast<std::size_t>(m_phase);
    m_result.rows.back().means[phase] = PicosecondsEach(now - m_begin, m_sent);
    m_result.sums[phase].elapsed += now - m_begin;
    m_result.sums[phase].packets += m_sent;
    m_begin = now;
    if (m_phase == PerfPhase::USE_NAT)
    {
        EndRound();
        return;
    }
    BeginPhase(static_cast<PerfPhase>(phase + 1));
}

void
LibaliasPerf::EndRound()
{
    ++m_result.rounds;
    m_isOver = m_settings.isFair && m_result.rounds >= m_settings.rounds;
    if (!m_isOver)
    {
        BeginPhase(PerfPhase::NEW_NAT);
    }
}

/// @return whether the phase has one more packet, which is in m_packet then
bool
LibaliasPerf::FindNext()
{
    if (!m_settings.isFair)
    {
        return DrawInReview();
    }
    if (m_sent == m_settings.batchSize)
    {
        return false;
    }
    if (m_phase != PerfPhase::ATTACK || m_sent == 0)
    {
        m_packet = m_drawn[m_sent];
    }
    return true;
}

bool
LibaliasPerf::DrawInReview()
{
    switch (m_phase)
    {
    case PerfPhase::NEW_NAT:
        if (m_sent == m_settings.batchSize)
        {
            return false;
        }
        m_packet = OpenFlow();
        return true;
    case PerfPhase::RANDOM:
        if (m_sent == m_settings.randomSize)
        {
            return false;
        }
        m_packet = PacketOfStranger(DrawPerfStranger(m_draws, m_external));
        return true;
    case PerfPhase::ATTACK:
        return m_sent < m_settings.attackSize;
    case PerfPhase::USE_NAT:
        break;
    }
    return DrawInUse();
}

bool
LibaliasPerf::DrawInUse()
{
    if (m_left == 0)
    {
        if (++m_turn == m_flows.size())
        {
            return false;
        }
        m_left = DrawPerfConversation(m_draws);
    }
    --m_left;
    const uint32_t flow = m_turn + m_draws.DrawBelow(WINDOW);
    m_packet = DrawPacketOf(flow < m_flows.size() ? flow : m_turn);
    return true;
}

PerfPacket
LibaliasPerf::DrawFairPacket(PerfPhase phase)
{
    switch (phase)
    {
    case PerfPhase::NEW_NAT:
        return OpenFlow();
    case PerfPhase::RANDOM:
    case PerfPhase::ATTACK:
        return PacketOfStranger(DrawPerfStranger(m_draws, m_external));
    case PerfPhase::USE_NAT:
        break;
    }
    return DrawPacketOf(m_draws.DrawBelow(static_cast<uint32_t>(m_flows.size())));
}

PerfPacket
LibaliasPerf::OpenFlow()
{
    m_flows.push_back({DrawPerfFlow(m_draws), 0});
    return {.direction = PacketDirection::OUTBOUND,
            .flow = static_cast<uint32_t>(m_flows.size() - 1),
            .outbound = m_flows.back().flow};
}

/// @return a packet of a flow in use, either way
PerfPacket
LibaliasPerf::DrawPacketOf(uint32_t flow)
{
    const Flow& used = m_flows[flow];
    if (!DrawPerfIsInbound(m_draws))
    {
        return {.direction = PacketDirection::OUTBOUND, .flow = flow, .outbound = used.flow};
    }
    return {
        .direction = PacketDirection::INBOUND,
        .flow = flow,
        .inbound = {used.flow.protocol, used.flow.remote, {m_external, used.externalPort}},
    };
}

void
LibaliasPerf::Shuffle()
{
    for (std::size_t left = m_flows.size(); left > 1; --left)
    {
        std::swap(m_flows[left - 1], m_flows[m_draws.DrawBelow(static_cast<uint32_t>(left))]);
    }
}

} // namespace bindstorm
