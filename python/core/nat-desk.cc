/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-desk.h"

#include "breather.h"

#include "model/base/stream-seed.h"
#include "scenarios/engine/reader/duration.h"

namespace bindstorm
{

namespace
{

/// Leaves room for the longest timer of a config behind it.
constexpr NatTime END_OF_TIME = std::chrono::hours{24 * 365 * 100};

} // namespace

NatDesk::NatDesk(const Config& config)
    : m_engine(CreateRandomEngine(config.generator,
                                  StreamSeed(config.seed, config.run, config.hostName, "nat"))),
      m_table(config.nat, *m_engine, m_time)
{
}

void
NatDesk::SetNow(NatTime now)
{
    if (now < m_now)
    {
        throw ConfigError(
            "now=" +
            (now < NatTime{0} ? std::to_string(now.count()) + " ns" : FormatDuration(now)) +
            ": time does not go back, and it is " + FormatDuration(m_now));
    }
    if (now > END_OF_TIME)
    {
        throw ConfigError("now=" + FormatDuration(now) + ": a Nat works for a hundred years");
    }
    m_now = now;
    m_time.Set(now);
}

void
NatDesk::AddWork()
{
    m_work += m_table.LastWork();
    ++m_packets;
}

NatAnswer
NatDesk::Outbound(const NatFlow& flow, const TcpFlags& flags)
{
    const NatAnswer answer = m_table.Outbound(flow, flags);
    AddWork();
    return answer;
}

NatAnswer
NatDesk::Inbound(const NatArrival& arrival, const TcpFlags& flags)
{
    const NatAnswer answer = m_table.Inbound(arrival, flags);
    AddWork();
    return answer;
}

NatVerdict
NatDesk::TranslateOutbound(std::span<std::byte> packet)
{
    const NatVerdict verdict = m_table.TranslateOutbound(packet);
    AddWork();
    return verdict;
}

NatVerdict
NatDesk::TranslateInbound(std::span<std::byte> packet)
{
    const NatVerdict verdict = m_table.TranslateInbound(packet);
    AddWork();
    return verdict;
}

template <class Ask>
void
NatDesk::Many(const Packets& packets, const Answers& answers, const Pause& pause, const Ask& ask)
{
    Breather breather(pause);
    for (std::size_t i = 0; i < packets.source.size(); ++i)
    {
        if (!packets.times.empty())
        {
            SetNow(NatTime{packets.times[i]});
        }
        const NatAnswer answer =
            ask(NatEndpoint{packets.source[i], packets.sourcePort[i]},
                NatEndpoint{packets.destination[i], packets.destinationPort[i]});
        const bool isForwarded = IsForwarded(answer.verdict);
        answers.verdict[i] = static_cast<uint8_t>(answer.verdict);
        answers.address[i] = isForwarded ? answer.endpoint.address : 0;
        answers.port[i] = isForwarded ? int32_t{answer.endpoint.port} : 0;
        breather.OnOperation(m_table.LastWork());
    }
}

void
NatDesk::OutboundMany(const Packets& packets, const Answers& answers, const Pause& pause)
{
    Many(packets,
         answers,
         pause,
         [&](const NatEndpoint& source, const NatEndpoint& destination) {
             return Outbound({packets.protocol, source, destination}, packets.flags);
         });
}

void
NatDesk::InboundMany(const Packets& packets, const Answers& answers, const Pause& pause)
{
    Many(packets,
         answers,
         pause,
         [&](const NatEndpoint& source, const NatEndpoint& destination) {
             return Inbound({packets.protocol, source, destination}, packets.flags);
         });
}

} // namespace bindstorm
