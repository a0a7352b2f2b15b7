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

constexpr TcpFlags RESET{.syn = false, .ack = false, .fin = false, .rst = true};

/// RSTs in the names of the servers that the hosts inside use, to ports by chance.
class GuessedResets final : public AttackPattern
{
  public:
    GuessedResets(const AttackSettings& settings, uint32_t external)
        : m_settings(settings),
          m_external(external)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        const NatEndpoint server{FIRST_SERVER + draws.DrawBelow(m_settings.servers),
                                 m_settings.serverPort};
        return {.phase = ATTACK_RESET,
                .what = NatArrival{IP_TCP, server, {m_external, DrawPort(draws)}},
                .flags = RESET};
    }

  private:
    static constexpr uint32_t FIRST_SERVER = 198U << 24 | 18U << 16 | 1; ///< of request-response

    AttackSettings m_settings;
    uint32_t m_external;
};

/// RSTs for the TCP sessions that there are, of others: each in turn, then those that there are by
/// then. While there are none the attacker guesses.
class KnownResets final : public AttackPattern
{
  public:
    KnownResets(const AttackSettings& settings, NatTable& table, uint32_t external)
        : m_guess(settings, external),
          m_table(table)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        if (m_next == m_sessions.size())
        {
            LookAgain();
        }
        if (m_sessions.empty())
        {
            return m_guess.Next(draws);
        }
        return {.phase = ATTACK_RESET, .what = m_sessions[m_next++], .flags = RESET};
    }

  private:
    void
    LookAgain()
    {
        m_next = 0;
        m_sessions.clear();
        for (const NatMappingRow& row : m_table.Links())
        {
            if (row.link.protocol == IP_TCP && row.link.scope == LinkScope::FULL &&
                !IsOfAttackers(row.link))
            {
                m_sessions.push_back({IP_TCP, row.link.remote, row.link.external});
            }
        }
    }

    GuessedResets m_guess;
    NatTable& m_table;
    std::vector<NatArrival> m_sessions;
    std::size_t m_next{0};
};

} // namespace

std::unique_ptr<AttackPattern>
CreateForgedResets(const AttackSettings& settings, NatTable& table, uint32_t external)
{
    if (settings.pattern != "forged-rst")
    {
        return nullptr;
    }
    if (settings.isKnown)
    {
        return std::make_unique<KnownResets>(settings, table, external);
    }
    return std::make_unique<GuessedResets>(settings, external);
}

} // namespace bindstorm
