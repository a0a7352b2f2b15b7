/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "attack-pattern.h"

namespace bindstorm
{

namespace
{

/// Each packet from another internal endpoint, in any order, to anybody: nobody waits for answers.
class SynFloodInside final : public AttackPattern
{
  public:
    explicit SynFloodInside(const AttackSettings& settings)
        : m_settings(settings)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        const NatEndpoint internal{FIRST_INSIDE + draws.DrawBelow(m_settings.hosts),
                                   DrawPort(draws)};
        const NatEndpoint remote{DrawOutside(draws, m_settings.remotes), m_settings.serverPort};
        return {.phase = ATTACK_OPEN,
                .what = NatFlow{IP_TCP, internal, remote},
                .flags = Opening(IP_TCP)};
    }

  private:
    AttackSettings m_settings;
};

/**
 * Flows by number, each from an internal endpoint of its own, so that each wants a port of its own:
 * in turn, opened in the first turn and used in later ones.
 */
class NumberedFlows final : public AttackPattern
{
  public:
    /// @param remotes that the flows go to in turn
    NumberedFlows(const AttackSettings& settings, uint32_t remotes)
        : m_settings(settings),
          m_remotes(remotes)
    {
    }

    AttackPacket
    Next(DrawSource& /* draws */) override
    {
        if (m_next == m_settings.flows)
        {
            m_next = 0;
            m_isOpen = true;
        }
        const uint32_t number = m_next++;
        const NatEndpoint internal{
            FIRST_INSIDE + number % m_settings.hosts,
            static_cast<uint16_t>(FIRST_PORT + number / m_settings.hosts % PORTS)};
        return {.phase = m_isOpen ? ATTACK_KEEP : ATTACK_OPEN,
                .what = NatFlow{m_settings.protocol, internal, RemoteOf(number)},
                .flags = m_isOpen ? Going(m_settings.protocol) : Opening(m_settings.protocol),
                .number = number};
    }

    NatEndpoint
    RemoteOf(uint32_t number) const override
    {
        return {FIRST_OUTSIDE + number % m_remotes, m_settings.serverPort};
    }

  private:
    static constexpr uint16_t FIRST_PORT = 1024;
    static constexpr uint32_t PORTS = 64512; ///< of one host

    AttackSettings m_settings;
    uint32_t m_remotes;
    uint32_t m_next{0};
    bool m_isOpen{false};
};

} // namespace

std::unique_ptr<AttackPattern>
CreateAttackOnPorts(const AttackSettings& settings)
{
    if (settings.pattern == "syn-flood-inside")
    {
        return std::make_unique<SynFloodInside>(settings);
    }
    if (settings.pattern == "exhaust-remote")
    {
        return std::make_unique<NumberedFlows>(settings, 1);
    }
    if (settings.pattern == "exhaust-remotes" || settings.pattern == "slow-trickle")
    {
        return std::make_unique<NumberedFlows>(settings, settings.remotes);
    }
    return nullptr;
}

} // namespace bindstorm
