/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "attack-settings.h"
#include "packet-workload.h"

#include "model/base/component-spec.h"
#include "model/base/exponential-draw.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bindstorm
{

namespace
{

/// The one process that there is: who of the attackers sends is in the packet.
constexpr uint32_t ATTACKERS = 0;

/// @throws ConfigError for a NAT without an address
uint32_t
AttackedAddress(const NatConfig& config)
{
    if (config.external.empty())
    {
        throw ConfigError("attack: the NAT has no external address, whom would packets from "
                          "outside be for?");
    }
    return config.external.front();
}

void
CheckAttack(const Settings& settings, const NatConfig& config)
{
    AttackedAddress(config);
    CheckAttackOnIndex(ReadAttackSettings(settings));
}

/**
 * Attackers who send at a given rate, whatever becomes of it. Right is what should become of their
 * packets: flows from inside and answers to them go on, all else from outside is dropped.
 */
class Attack final : public PacketWorkload
{
  public:
    Attack(const Settings& settings, PacketWorkloadHost& host)
        : PacketWorkload(host),
          m_interval(static_cast<uint64_t>(std::llround(1e9 / settings.GetNumber("rate")))),
          m_isPoisson(settings.GetText("pace") == "poisson"),
          m_duration(settings.GetDuration("duration")),
          m_hasReplies(settings.GetBoolean("replies")),
          m_protocol(settings.GetText("protocol") == "tcp" ? IP_TCP : IP_UDP),
          m_pattern(CreateAttackPattern(ReadAttackSettings(settings), host.Table()))
    {
    }

    void
    Start() override
    {
        m_end = m_host.Now() + m_duration;
        SendNext();
    }

    bool
    OnAnswer(uint32_t /* process */, const PacketAnswer& answer) override
    {
        const bool isForwarded = answer.IsForwarded();
        switch (static_cast<AttackPhase>(answer.mark.phase))
        {
        case ATTACK_OPEN:
        case ATTACK_KEEP:
            if (isForwarded)
            {
                Continue(answer);
            }
            return isForwarded;
        case ATTACK_REPLY:
            return isForwarded;
        case ATTACK_PROBE:
        case ATTACK_RESET:
        case ATTACK_FRAGMENT:
            break;
        }
        return !isForwarded;
    }

    void
    OnWake(uint32_t /* process */, uint32_t /* tag */) override
    {
        SendNext();
    }

    WorkloadReport
    Report() const override
    {
        const auto links = m_host.Table().Links();
        const auto held = std::ranges::count_if(links,
                                                [](const NatMappingRow& row)
                                                { return AttackPattern::IsOfAttackers(row.link); });
        return {.counts = {{ATTACK_ENTRIES, held}}, .tables = {}};
    }

  private:
    void
    SendNext()
    {
        Send(m_pattern->Next(m_host.Draws()));
        const uint64_t delay =
            m_isPoisson ? DrawExponential(m_host.Draws(), m_interval) : m_interval;
        const auto next = m_host.Now() + std::chrono::nanoseconds{delay};
        if (next <= m_end)
        {
            m_host.WakeAt(ATTACKERS, next);
        }
    }

    void
    Send(AttackPacket packet)
    {
        const PacketMark mark{.phase = packet.phase, .isSetUp = false, .tag = packet.number};
        if (const auto* flow = std::get_if<NatFlow>(&packet.what))
        {
            m_host.Outbound(ATTACKERS, *flow, packet.flags, mark);
        }
        else if (const auto* arrival = std::get_if<NatArrival>(&packet.what))
        {
            m_host.Inbound(ATTACKERS, *arrival, packet.flags, mark);
        }
        else
        {
            auto& bytes = std::get<AttackBytes>(packet.what);
            m_host.Translate(ATTACKERS, bytes.direction, std::move(bytes.packet), mark);
        }
    }

    /// A packet from inside came through.
    void
    Continue(const PacketAnswer& answer)
    {
        const uint32_t number = answer.mark.tag;
        m_pattern->OnForwarded(number, answer.nat.endpoint);
        const NatEndpoint remote = m_pattern->RemoteOf(number);
        if (!m_hasReplies || remote.address == 0)
        {
            return;
        }
        if (m_answered.size() <= number)
        {
            m_answered.resize(number + 1);
        }
        if (m_answered[number] == answer.nat.endpoint)
        {
            return;
        }
        m_answered[number] = answer.nat.endpoint;
        const bool isTcp = m_protocol == IP_TCP;
        m_host.Inbound(ATTACKERS,
                       {m_protocol, remote, answer.nat.endpoint},
                       {.syn = isTcp, .ack = isTcp, .fin = false, .rst = false},
                       {.phase = ATTACK_REPLY, .isSetUp = false, .tag = number});
    }

    uint64_t m_interval; ///< mean time between packets, ns
    bool m_isPoisson;
    std::chrono::nanoseconds m_duration;
    std::chrono::nanoseconds m_end{0};
    bool m_hasReplies;
    std::vector<NatEndpoint> m_answered; ///< by number: where an accomplice answered last
    uint8_t m_protocol;
    std::unique_ptr<AttackPattern> m_pattern;
};

} // namespace

std::unique_ptr<AttackPattern>
CreateAttackPattern(const AttackSettings& settings, NatTable& table)
{
    const uint32_t external = AttackedAddress(table.GetConfig());
    auto pattern = CreateAttackFromOutside(settings, external);
    pattern = pattern ? std::move(pattern) : CreateAttackOnPorts(settings);
    pattern = pattern ? std::move(pattern) : CreateAttackOnIndex(settings);
    pattern = pattern ? std::move(pattern) : CreateForgedResets(settings, table, external);
    pattern = pattern ? std::move(pattern) : CreateFragmentFlood(settings, external);
    if (!pattern)
    {
        throw ConfigError("attack: there is no pattern '" + settings.pattern + "'");
    }
    return pattern;
}

PacketWorkloadInfo
DescribeAttack()
{
    return {.name = "attack",
            .summary = "attackers inside and outside of the box who send at a given rate, whatever "
                       "becomes of it",
            .settings = DescribeAttackSettings(),
            .phases = {"open", "keep", "reply", "probe", "reset", "fragment"},
            .create = [](const Settings& settings,
                         PacketWorkloadHost& host) -> std::unique_ptr<PacketWorkload>
            { return std::make_unique<Attack>(settings, host); },
            .isAttack = true,
            .check = CheckAttack,
            .needsOneTable = true};
}

} // namespace bindstorm
