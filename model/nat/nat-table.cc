/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-table.h"

#include "nat-table-parts.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/// @return the config with its parts by their canonical names
NatConfig
Resolved(NatConfig config)
{
    CheckNatConfig(config);
    config.index = ResolveNatIndex(config.index);
    config.housekeeping = ResolveNatHousekeeping(config.housekeeping);
    config.clock = ResolveNatClock(config.clock);
    config.ports = ResolveNatPortChoice(config.ports);
    return config;
}

/// @return a key for the hash of the index; without drawing where it has none
HashKey
DrawHashKey(const ComponentSpec& index, RandomEngine& engine)
{
    if (!FindNatIndex(index.GetName()).isKeyed)
    {
        return {};
    }
    const auto draw = [&]
    {
        const uint64_t high = engine.Next();
        return high << 32 | engine.Next();
    };
    const uint64_t first = draw();
    return {first, draw()};
}

} // namespace

NatTable::NatTable(const NatConfig& config, RandomEngine& engine, NatTimeSource& time)
{
    const NatConfig resolved = Resolved(config);
    m_parts = std::make_unique<Parts>(resolved, DrawHashKey(resolved.index, engine), engine, time);
}

NatTable::~NatTable() = default;

NatAnswer
NatTable::Count(const NatAnswer& answer)
{
    Count(answer.verdict);
    return answer;
}

NatVerdict
NatTable::Count(NatVerdict verdict)
{
    ++m_parts->verdicts[static_cast<std::size_t>(verdict)];
    return verdict;
}

NatAnswer
NatTable::Outbound(const NatFlow& flow, TcpFlags flags)
{
    m_parts->Begin();
    return Count(m_parts->config.reverse
                     ? m_parts->flows.Inbound({flow.protocol, flow.internal, flow.remote}, flags)
                     : m_parts->flows.Outbound(flow, flags));
}

NatAnswer
NatTable::Inbound(const NatArrival& arrival, TcpFlags flags)
{
    m_parts->Begin();
    return Count(
        m_parts->config.reverse
            ? m_parts->flows.Outbound({arrival.protocol, arrival.remote, arrival.external}, flags)
            : m_parts->flows.Inbound(arrival, flags));
}

NatVerdict
NatTable::TranslateOutbound(std::span<std::byte> packet)
{
    m_parts->Begin();
    return Count(m_parts->config.reverse ? m_parts->TranslateInward(packet)
                                         : m_parts->TranslateOutward(packet));
}

NatVerdict
NatTable::TranslateInbound(std::span<std::byte> packet)
{
    m_parts->Begin();
    return Count(m_parts->config.reverse ? m_parts->TranslateOutward(packet)
                                         : m_parts->TranslateInward(packet));
}

void
NatTable::TranslateOutbound(std::span<const std::span<std::byte>> packets,
                            std::span<NatVerdict> verdicts)
{
    const auto translate = [this](std::span<std::byte> packet)
    { return TranslateOutbound(packet); };
    m_parts->TranslateTogether(!m_parts->config.reverse, packets, verdicts, translate);
}

void
NatTable::TranslateInbound(std::span<const std::span<std::byte>> packets,
                           std::span<NatVerdict> verdicts)
{
    const auto translate = [this](std::span<std::byte> packet) { return TranslateInbound(packet); };
    m_parts->TranslateTogether(m_parts->config.reverse, packets, verdicts, translate);
}

std::vector<std::vector<std::byte>>
NatTable::TakeReleasedFragments()
{
    return m_parts->translator.TakeReleasedFragments();
}

std::optional<NatEndpoint>
NatTable::FindInternal(const NatArrival& arrival)
{
    return m_parts->flows.FindInternal(arrival);
}

std::optional<NatEndpoint>
NatTable::FindExternal(const NatFlow& flow)
{
    return m_parts->flows.FindExternal(flow);
}

uint32_t
NatTable::ExternalAddressOf(uint32_t internal)
{
    return m_parts->flows.ExternalAddressOf(internal);
}

std::optional<uint32_t>
NatTable::CountFreePorts(const NatFlow& flow)
{
    return m_parts->flows.CountFreePorts(flow);
}

LinkHandle
NatTable::AddRedirect(const NatRedirect& redirect)
{
    return m_parts->rules.AddRedirect(redirect);
}

LinkHandle
NatTable::AddProtocolRedirect(const NatRedirect& redirect)
{
    return m_parts->rules.AddProtocolRedirect(redirect);
}

LinkHandle
NatTable::AddAddressRedirect(uint32_t internal, uint32_t external)
{
    return m_parts->rules.AddAddressRedirect(internal, external);
}

bool
NatTable::AddServer(const LinkHandle& rule, const NatEndpoint& server)
{
    return m_parts->rules.AddServer(rule, server);
}

bool
NatTable::MakeDynamic(const LinkHandle& rule)
{
    return m_parts->rules.MakeDynamic(rule, m_parts->config.timers, m_parts->time.Precise());
}

bool
NatTable::Delete(const LinkHandle& link, bool endSessions)
{
    return m_parts->rules.Delete(link, endSessions);
}

void
NatTable::SetExternal(const std::vector<uint32_t>& addresses)
{
    NatConfig config = m_parts->config;
    config.external = addresses;
    SetConfig(config);
}

void
NatTable::SetConfig(const NatConfig& given)
{
    const NatConfig config = Resolved(given);
    NatConfig& old = m_parts->config;
    if (config.index != old.index || config.housekeeping != old.housekeeping ||
        config.clock != old.clock || config.ports != old.ports ||
        config.countFreePorts != old.countFreePorts || config.range != old.range ||
        config.reserved != old.reserved || config.firstInternal != old.firstInternal ||
        config.keepClass != old.keepClass || config.keepParity != old.keepParity ||
        config.overload != old.overload || config.udp.mapping != old.udp.mapping ||
        config.tcp.mapping != old.tcp.mapping || config.icmp.mapping != old.icmp.mapping)
    {
        throw ConfigError(
            "a NAT's index, housekeeping, clock, port choice, range, reserved ports, "
            "first internal address, mapping, keep_class, keep_parity and overload cannot "
            "change while it works");
    }
    const bool isOtherPool = config.external != old.external;
    if (isOtherPool && config.resetOnAddressChange)
    {
        // While what they hold is still counted for the addresses they hold it on.
        m_parts->sessions.EndAllSessions();
        m_parts->translator.ForgetFragments();
    }
    old = config;
    m_parts->sessions.OnConfigChanged();
    m_parts->translator.SetConfig(config);
    if (isOtherPool)
    {
        m_parts->ports.OnPoolChanged();
    }
}

const NatConfig&
NatTable::GetConfig() const
{
    return m_parts->config;
}

std::vector<NatMappingRow>
NatTable::Links() const
{
    const NatLinkPool& pool = m_parts->sessions.Pool();
    std::vector<LinkId> ids;
    for (LinkId id = 0; id < pool.Capacity(); ++id)
    {
        if (pool.IsLive(id))
        {
            ids.push_back(id);
        }
    }
    std::ranges::sort(ids, {}, [&](LinkId id) { return uint64_t{pool[id].serial}; });
    std::vector<NatMappingRow> rows;
    rows.reserve(ids.size());
    for (const LinkId id : ids)
    {
        rows.push_back({pool.HandleOf(id), pool[id], m_parts->sessions.CountSessionsOf(id)});
    }
    return rows;
}

std::size_t
NatTable::Size() const
{
    return m_parts->sessions.Pool().Size();
}

std::size_t
NatTable::Bytes() const
{
    return m_parts->sessions.Bytes();
}

std::size_t
NatTable::CountSessions() const
{
    return m_parts->sessions.CountSessions();
}

std::size_t
NatTable::CountMappings() const
{
    return m_parts->sessions.CountMappings();
}

std::vector<NatArrival>
NatTable::TakeUnansweredSyns()
{
    return m_parts->syns.TakeDue(m_parts->time.Precise());
}

const PacketWork&
NatTable::LastWork() const
{
    return m_parts->work;
}

const std::array<uint64_t, NAT_VERDICTS>&
NatTable::Verdicts() const
{
    return m_parts->verdicts;
}

} // namespace bindstorm
