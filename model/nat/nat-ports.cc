/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-ports.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

constexpr uint32_t LOWEST_REGISTERED = 1024; ///< first port beyond the well-known ones

bool
HasPorts(uint8_t protocol)
{
    return protocol == IP_TCP || protocol == IP_UDP || protocol == IP_ICMP;
}

} // namespace

/**
 * What is free for one flow on one external address.
 */
class NatPorts::View final : public PortView
{
  public:
    View(NatPorts& ports, const Eligible& eligible, const NatFlow& flow, uint32_t address)
        : PortView(eligible.range, eligible.reserved, ports.m_work),
          m_ports(ports),
          m_flow(flow),
          m_address(address),
          m_isShared(ports.IsShared(flow.protocol))
    {
    }

    bool
    IsFree(uint16_t port) override
    {
        ++Work().probes;
        const NatEndpoint external{m_address, port};
        if (m_ports.m_held.IsHeld(m_flow.protocol, external))
        {
            return false;
        }
        if (m_isShared)
        {
            return m_ports.m_sessions.FindSession({.protocol = m_flow.protocol,
                                                   .remote = m_flow.remote,
                                                   .external = external}) == NO_LINK;
        }
        return m_ports.m_sessions.FindExternal(m_flow.protocol, external) == NO_LINK &&
               (m_ports.m_anyAddressRules == 0 ||
                m_ports.m_sessions.FindExternal(m_flow.protocol, {0, port}) == NO_LINK);
    }

    uint32_t
    CountFree() override
    {
        return Free().CountFree();
    }

    uint16_t
    SelectFree(uint32_t rank) override
    {
        return Free().SelectFree(rank, Work());
    }

    PortChains*
    Chains() override
    {
        return nullptr;
    }

  private:
    FreeRemotePorts&
    Free()
    {
        if (m_free == nullptr)
        {
            m_free = &m_ports.FindFree(
                {m_flow.protocol, m_address, m_isShared ? m_flow.remote : NatEndpoint{}},
                m_ports.EligibleIndex(m_flow));
        }
        return *m_free;
    }

    NatPorts& m_ports;
    const NatFlow& m_flow;
    uint32_t m_address;
    bool m_isShared;
    FreeRemotePorts* m_free{nullptr};
};

std::size_t
NatPorts::FreeKeyHash::operator()(const FreeKey& key) const
{
    // Two rounds of a 64-bit mixer (D. Stafford's variant 13).
    const auto mix = [](uint64_t x)
    {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31);
    };
    const uint64_t remote = uint64_t{key.remote.address} << 16 | key.remote.port;
    return mix(mix(remote + 0x9e3779b97f4a7c15ULL) ^ (uint64_t{key.address} << 8 | key.protocol));
}

NatPorts::NatPorts(const NatConfig& config,
                   NatSessions& sessions,
                   RandomEngine& engine,
                   PacketWork& work)
    : m_config(config),
      m_sessions(sessions),
      m_work(work),
      m_draws(engine, work),
      m_choice(CreateNatPortChoice(config.ports)),
      m_usesFreeSet(FindNatPortChoice(config.ports.GetName()).usesFreeSet),
      m_hosts(config.firstInternal)
{
    const PortRange range =
        config.range ? *config.range
                     : PortRange::Parse(FindNatPortChoice(config.ports.GetName()).defaultRange);
    for (const bool isLow : {false, true})
    {
        for (const int parity : {0, 1})
        {
            Eligible eligible{range, config.reserved};
            if (config.keepClass)
            {
                eligible.range =
                    isLow ? PortRange(1, LOWEST_REGISTERED - 1)
                          : PortRange(std::max(uint32_t{range.Low()}, LOWEST_REGISTERED),
                                      std::max(uint32_t{range.High()}, LOWEST_REGISTERED));
            }
            for (uint32_t port = 0; config.keepParity && port < 65536; ++port)
            {
                if (port % 2 != static_cast<uint32_t>(parity))
                {
                    eligible.reserved.Insert(static_cast<uint16_t>(port));
                }
            }
            m_eligible.push_back(std::move(eligible));
        }
    }
}

NatPorts::~NatPorts() = default;

/// @return whether a port may serve several internal endpoints towards different remotes
bool
NatPorts::IsShared(uint8_t protocol) const
{
    return m_config.overload &&
           m_config.Behaviour(protocol).mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT;
}

/// @return which ports the flow may get: 0 or 1 for any or high ones, 2 or 3 for low ones; the odd
///         number for odd ports
std::size_t
NatPorts::EligibleIndex(const NatFlow& flow) const
{
    const bool isLow =
        m_config.keepClass && flow.protocol != IP_ICMP && flow.internal.port < LOWEST_REGISTERED;
    const bool isOdd = m_config.keepParity && flow.internal.port % 2 != 0;
    return (isLow ? 2 : 0) + (isOdd ? 1 : 0);
}

std::optional<uint16_t>
NatPorts::ChoosePort(const NatFlow& flow, uint32_t address, uint32_t index)
{
    const NatPortRequest request{.flow = flow,
                                 .externalAddress = address,
                                 .internalIndex = index,
                                 .preserve = m_config.preservePort};
    View view(*this, m_eligible[EligibleIndex(flow)], flow, address);
    auto port = m_choice->Choose(view, request, m_draws);
    if (!port && m_sessions.EndExpired())
    {
        // What is over but was not looked at yet must not make a port seem taken.
        View again(*this, m_eligible[EligibleIndex(flow)], flow, address);
        port = m_choice->Choose(again, request, m_draws);
    }
    if (port)
    {
        m_choice->OnTake(request, *port);
    }
    return port;
}

NatPorts::Choice
NatPorts::Choose(const NatFlow& flow, std::optional<uint32_t> address)
{
    if (!HasPorts(flow.protocol))
    {
        return {NatVerdict::TRANSLATED, {address ? *address : AddressOf(flow.internal.address), 0}};
    }
    InternalHost& host = m_hosts.Find(flow.internal.address);
    if (m_config.maxPortsPerHost != 0 && host.ports >= m_config.maxPortsPerHost)
    {
        return {NatVerdict::HOST_LIMIT};
    }
    const Choice choice = address || m_config.external.empty()
                              ? ChooseAt(flow, host, address.value_or(flow.internal.address))
                              : ChooseInPool(flow, host);
    if (choice.verdict != NatVerdict::TRANSLATED)
    {
        m_hosts.Abandon(flow.internal.address);
    }
    return choice;
}

NatPorts::Choice
NatPorts::ChooseAt(const NatFlow& flow, const InternalHost& host, uint32_t address)
{
    const auto port = ChoosePort(flow, address, host.index);
    return port ? Choice{NatVerdict::TRANSLATED, {address, *port}} : Choice{NatVerdict::NO_PORT};
}

NatPorts::Choice
NatPorts::ChooseInPool(const NatFlow& flow, InternalHost& host)
{
    const std::vector<uint32_t>& pool = m_config.external;
    const auto given = m_choice->ExternalIndex(host.index, pool.size());
    if (given)
    {
        return *given < pool.size() ? ChooseAt(flow, host, pool[*given])
                                    : Choice{NatVerdict::NO_PORT};
    }
    const bool isPaired =
        m_config.pooling == NatPooling::PAIRED || m_config.pooling == NatPooling::SOFT_PAIRED;
    if (isPaired && host.externalAddress != 0)
    {
        const Choice choice = ChooseAt(flow, host, host.externalAddress);
        if (choice.verdict == NatVerdict::TRANSLATED || m_config.pooling == NatPooling::PAIRED)
        {
            return choice;
        }
    }
    const std::size_t first =
        m_config.pooling == NatPooling::IN_ORDER ? 0 : m_nextAddress++ % pool.size();
    for (std::size_t i = 0; i < pool.size(); ++i)
    {
        const uint32_t address = pool[(first + i) % pool.size()];
        const Choice choice = ChooseAt(flow, host, address);
        if (choice.verdict == NatVerdict::TRANSLATED)
        {
            host.externalAddress = host.externalAddress == 0 ? address : host.externalAddress;
            return choice;
        }
    }
    return {NatVerdict::NO_PORT};
}

void
NatPorts::BeginPacket(NatTime now)
{
    m_now = now;
    m_held.Release(now,
                   [this](uint8_t protocol, const NatEndpoint& external)
                   {
                       if (m_usesFreeSet)
                       {
                           Uncount({protocol, external.address, {}}, external.port);
                       }
                   });
}

/// Calls a function with each key under which the link makes its port taken.
template <class Function>
void
NatPorts::ForFreeKeys(const NatLink& link, const Function& function)
{
    if (!m_usesFreeSet)
    {
        return;
    }
    if (IsShared(link.protocol))
    {
        if (link.scope == LinkScope::FULL)
        {
            function(FreeKey{link.protocol, link.external.address, link.remote});
        }
        return;
    }
    if (link.external.address != 0)
    {
        function(FreeKey{link.protocol, link.external.address, {}});
        return;
    }
    // A rule for whatever the address is.
    for (const uint32_t address : m_config.external)
    {
        function(FreeKey{link.protocol, address, {}});
    }
}

void
NatPorts::OnMade(const NatLink& link)
{
    m_anyAddressRules += link.external.address == 0 ? 1 : 0;
    if (!HasPorts(link.protocol))
    {
        return;
    }
    ForFreeKeys(link, [&](const FreeKey& key) { Count(key, link.external.port); });
    if (link.holdsPort)
    {
        ++m_hosts.Find(link.internal.address).ports;
    }
}

void
NatPorts::OnReleased(const NatLink& link)
{
    m_anyAddressRules -= link.external.address == 0 ? 1 : 0;
    if (!HasPorts(link.protocol))
    {
        return;
    }
    if (link.holdsPort && m_config.portHold > NatTime{0} && !IsShared(link.protocol) &&
        !m_held.IsHeld(link.protocol, link.external))
    {
        m_held.Hold(link.protocol, link.external, m_now + m_config.portHold);
        if (m_usesFreeSet)
        {
            Count({link.protocol, link.external.address, {}}, link.external.port);
        }
    }
    ForFreeKeys(link, [&](const FreeKey& key) { Uncount(key, link.external.port); });
    if (link.holdsPort)
    {
        m_choice->OnRelease(link.protocol, link.external.address, link.external.port, m_now);
        m_hosts.Release(link.internal.address);
    }
}

FreeRemotePorts&
NatPorts::FindFree(const FreeKey& key, std::size_t eligible)
{
    auto& sets = m_free[key];
    if (sets.empty())
    {
        for (const Eligible& each : m_eligible)
        {
            sets.emplace_back(each.range, each.reserved);
        }
    }
    return sets[eligible];
}

void
NatPorts::Count(const FreeKey& key, uint16_t port)
{
    FindFree(key, 0);
    for (FreeRemotePorts& set : m_free[key])
    {
        set.Add(port);
    }
}

void
NatPorts::Uncount(const FreeKey& key, uint16_t port)
{
    const auto found = m_free.find(key);
    bool isEmpty = true;
    for (FreeRemotePorts& set : found->second)
    {
        set.Remove(port);
        isEmpty = isEmpty && set.IsEmpty();
    }
    if (isEmpty)
    {
        m_free.erase(found);
    }
}

void
NatPorts::OnPoolChanged()
{
    m_free.clear();
    for (LinkId id = 0; id < m_sessions.Pool().Capacity(); ++id)
    {
        if (m_sessions.Pool().IsLive(id) && HasPorts(m_sessions.Pool()[id].protocol))
        {
            const NatLink& link = m_sessions.Pool()[id];
            ForFreeKeys(link, [&](const FreeKey& key) { Count(key, link.external.port); });
        }
    }
    if (m_usesFreeSet)
    {
        m_held.ForEach(
            [this](uint8_t protocol, const NatEndpoint& external) {
                Count({protocol, external.address, {}}, external.port);
            });
    }
}

uint32_t
NatPorts::AddressOf(uint32_t internal)
{
    if (m_config.external.empty())
    {
        return internal;
    }
    const InternalHost& host = m_hosts.Find(internal);
    const uint32_t address =
        host.externalAddress != 0 ? host.externalAddress : m_config.external.front();
    m_hosts.Abandon(internal);
    return address;
}

} // namespace bindstorm
