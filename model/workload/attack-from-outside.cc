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

/// Packets from anybody to any port: each asks the index for what is not there.
class RandomInbound final : public AttackPattern
{
  public:
    RandomInbound(const AttackSettings& settings, uint32_t external)
        : m_settings(settings),
          m_external(external)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        const NatEndpoint remote{DrawOutside(draws, m_settings.remotes), DrawPort(draws)};
        return {.phase = ATTACK_PROBE,
                .what = NatArrival{m_settings.protocol, remote, {m_external, DrawPort(draws)}},
                .flags = Opening(m_settings.protocol)};
    }

  private:
    AttackSettings m_settings;
    uint32_t m_external;
};

/// The same few packets again and again.
class RepeatedInbound final : public AttackPattern
{
  public:
    RepeatedInbound(const AttackSettings& settings, uint32_t external)
        : m_inner(settings, external),
          m_flows(settings.flows)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        if (m_packets.size() < m_flows)
        {
            m_packets.push_back(m_inner.Next(draws));
            return m_packets.back();
        }
        m_next = m_next == m_flows ? 0 : m_next;
        return m_packets[m_next++];
    }

  private:
    RandomInbound m_inner;
    std::size_t m_flows;
    std::vector<AttackPacket> m_packets;
    std::size_t m_next{0};
};

/// One stranger tries every external port in turn.
class PortScan final : public AttackPattern
{
  public:
    PortScan(const AttackSettings& settings, uint32_t external)
        : m_protocol(settings.protocol),
          m_external(external)
    {
    }

    AttackPacket
    Next(DrawSource& /* draws */) override
    {
        m_port = m_port == UINT16_MAX ? uint16_t{1} : static_cast<uint16_t>(m_port + 1);
        return {.phase = ATTACK_PROBE,
                .what = NatArrival{m_protocol, {FIRST_OUTSIDE, SCANNER}, {m_external, m_port}},
                .flags = Opening(m_protocol)};
    }

  private:
    static constexpr uint16_t SCANNER = 40000;

    uint8_t m_protocol;
    uint32_t m_external;
    uint16_t m_port{0};
};

/// SYNs in the names of many strangers to one port, behind which a server may be.
class SynFloodOutside final : public AttackPattern
{
  public:
    SynFloodOutside(const AttackSettings& settings, uint32_t external)
        : m_settings(settings),
          m_external(external)
    {
    }

    AttackPacket
    Next(DrawSource& draws) override
    {
        const NatEndpoint remote{DrawOutside(draws, m_settings.remotes), DrawPort(draws)};
        return {.phase = ATTACK_PROBE,
                .what = NatArrival{IP_TCP, remote, {m_external, m_settings.port}},
                .flags = Opening(IP_TCP)};
    }

  private:
    AttackSettings m_settings;
    uint32_t m_external;
};

} // namespace

std::unique_ptr<AttackPattern>
CreateAttackFromOutside(const AttackSettings& settings, uint32_t external)
{
    if (settings.pattern == "random-inbound")
    {
        return std::make_unique<RandomInbound>(settings, external);
    }
    if (settings.pattern == "repeated-inbound")
    {
        return std::make_unique<RepeatedInbound>(settings, external);
    }
    if (settings.pattern == "port-scan")
    {
        return std::make_unique<PortScan>(settings, external);
    }
    if (settings.pattern == "syn-flood-outside")
    {
        return std::make_unique<SynFloodOutside>(settings, external);
    }
    return nullptr;
}

} // namespace bindstorm
