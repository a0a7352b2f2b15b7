/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-ports.h"

#include "external-ports.h"

namespace bindstorm
{

NatPorts::Used::Used(EligiblePortSets sets, const HashKey& key)
    : eligible(std::move(sets)),
      byExternal(eligible, NatKeyHash(key)),
      byRemote(eligible, NatKeyHash(key))
{
}

/**
 * What is free for one flow on one external address.
 */
class NatPorts::View final : public PortView
{
  public:
    View(NatPorts& ports, const NatFlow& flow, uint32_t address)
        : View(ports, flow, address, ports.TablesOf(flow.protocol).eligible)
    {
    }

    bool
    IsFree(uint16_t port) override
    {
        ++Work().probes;
        const NatEndpoint external{m_address, port};
        NatSessions& sessions = m_ports.m_sessions;
        if (m_ports.m_config.SharesPorts(m_flow.protocol))
        {
            return sessions.FindSession({m_flow.protocol, m_flow.remote, external}) == NO_LINK;
        }
        // Last, since a link that the search finds over begins to rest by that.
        return sessions.FindExternal(m_flow.protocol, external) == NO_LINK &&
               (m_ports.m_anyAddressRules == 0 ||
                sessions.FindExternal(m_flow.protocol, {0, port}) == NO_LINK) &&
               !m_ports.m_held.IsHeld(m_flow.protocol, external);
    }

    uint32_t
    CountFree() override
    {
        return m_ports.FindUsed(m_flow, m_address).CountFree(m_set, Work());
    }

    uint16_t
    SelectFree(uint32_t rank) override
    {
        return m_ports.FindUsed(m_flow, m_address).SelectFree(m_set, rank, Work());
    }

    PortChains*
    Chains() override
    {
        return nullptr;
    }

  private:
    View(NatPorts& ports, const NatFlow& flow, uint32_t address, const EligiblePortSets& eligible)
        : PortView(eligible[eligible.Find(flow.internal.port)].Range(),
                   eligible[eligible.Find(flow.internal.port)].Reserved(),
                   ports.m_work),
          m_ports(ports),
          m_flow(flow),
          m_address(address),
          m_set(eligible.Find(flow.internal.port))
    {
    }

    NatPorts& m_ports;
    const NatFlow& m_flow;
    uint32_t m_address;
    std::size_t m_set;
};

NatPorts::NatPorts(const NatConfig& config,
                   const HashKey& key,
                   NatSessions& sessions,
                   RandomEngine& engine,
                   PacketWork& work)
    : m_config(config),
      m_sessions(sessions),
      m_work(work),
      m_draws(engine, work),
      m_choice(CreateNatPortChoice(config.ports)),
      m_usesFreeSet(config.countFreePorts || FindNatPortChoice(config.ports.GetName()).usesFreeSet),
      m_ports(MakeExternalPorts(config, IP_UDP), key),
      m_identifiers(MakeExternalPorts(config, IP_ICMP), key),
      m_hosts(FindNatPortChoice(config.ports.GetName()).usesHostNumber, config.firstInternal, key),
      m_pool(config.external.begin(), config.external.end())
{
}

NatPorts::~NatPorts() = default;

NatPorts::Choice
NatPorts::ChooseAt(const NatFlow& flow, const InternalHost& host, uint32_t address)
{
    if (!HasPorts(flow.protocol))
    {
        // Only the addresses tell such flows apart.
        const bool isFree =
            m_config.overload ||
            m_sessions.FindInbound({flow.protocol, flow.remote, {address, 0}}) == NO_LINK;
        return isFree ? Choice{NatVerdict::TRANSLATED, {address, 0}} : Choice{NatVerdict::NO_PORT};
    }
    const NatPortRequest request{.flow = flow,
                                 .externalAddress = address,
                                 .internalIndex = host.index,
                                 .preserve = m_config.preservePort};
    View view(*this, flow, address);
    auto port = m_choice->Choose(view, request, m_draws);
    if (!port && m_sessions.EndExpired())
    {
        // What is over but was not looked at yet must not make a port seem taken.
        port = m_choice->Choose(view, request, m_draws);
    }
    if (!port)
    {
        return {NatVerdict::NO_PORT};
    }
    m_choice->OnTake(request, *port);
    return {NatVerdict::TRANSLATED, {address, *port}, true};
}

NatPorts::Choice
NatPorts::ChooseRedirected(const NatFlow& flow, const InternalHost& host, uint32_t address)
{
    // Basic NAT: the port stays, whatever the range, unless another redirect of the address has it.
    View view(*this, flow, address);
    return HasPorts(flow.protocol) && view.IsFree(flow.internal.port)
               ? Choice{NatVerdict::TRANSLATED, {address, flow.internal.port}}
               : ChooseAt(flow, host, address);
}

NatPorts::Choice
NatPorts::Choose(const NatFlow& flow, std::optional<uint32_t> address, bool isRedirected)
{
    InternalHost& host = m_hosts.Find(flow.internal.address);
    // One port more, so that the host is not forgotten when its other ports end meanwhile.
    ++host.ports;
    const Choice choice = ChooseFor(flow, host, address, isRedirected);
    if (choice.verdict == NatVerdict::TRANSLATED)
    {
        // The link that is about to be made counts it anew.
        --host.ports;
    }
    else
    {
        m_hosts.Release(flow.internal.address);
    }
    return choice;
}

void
NatPorts::Abandon(const NatFlow& flow, const Choice& choice)
{
    if (choice.isTaken)
    {
        m_choice->OnRelease(flow.protocol, choice.external.address, choice.external.port, m_now);
    }
    m_hosts.Abandon(flow.internal.address);
}

NatPorts::Choice
NatPorts::ChooseFor(const NatFlow& flow,
                    InternalHost& host,
                    std::optional<uint32_t> address,
                    bool isRedirected)
{
    const auto isAtLimit = [&]
    { return m_config.maxPortsPerHost != 0 && host.ports > m_config.maxPortsPerHost; };
    if (isAtLimit() && !(m_sessions.EndExpired() && !isAtLimit()))
    {
        return {NatVerdict::HOST_LIMIT};
    }
    if (isRedirected)
    {
        return ChooseRedirected(flow, host, *address);
    }
    return address || m_config.external.empty()
               ? ChooseAt(flow, host, address.value_or(flow.internal.address))
               : ChooseInPool(flow, host);
}

NatPorts::Choice
NatPorts::ChooseInPool(const NatFlow& flow, InternalHost& host)
{
    const std::vector<uint32_t>& pool = m_config.external;
    const auto given = HasPorts(flow.protocol) ? m_choice->ExternalIndex(host.index) : std::nullopt;
    if (given)
    {
        return *given < pool.size() ? ChooseAt(flow, host, pool[*given])
                                    : Choice{NatVerdict::NO_PORT};
    }
    const bool isPaired =
        m_config.pooling == NatPooling::PAIRED || m_config.pooling == NatPooling::SOFT_PAIRED;
    if (isPaired && IsInPool(host.externalAddress))
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
            host.externalAddress = IsInPool(host.externalAddress) ? host.externalAddress : address;
            return choice;
        }
    }
    return {NatVerdict::NO_PORT};
}

void
NatPorts::ReleaseHeld()
{
    m_held.Release(
        m_now,
        [this](uint8_t protocol, const NatEndpoint& external)
        {
            if (m_usesFreeSet)
            {
                TablesOf(protocol).byExternal.Remove({protocol, external.address}, external.port);
            }
        });
}

NatPorts::Used&
NatPorts::TablesOf(uint8_t protocol)
{
    return protocol == IP_ICMP ? m_identifiers : m_ports;
}

const UsedPorts&
NatPorts::FindUsed(const NatFlow& flow, uint32_t address)
{
    const Used& used = TablesOf(flow.protocol);
    return m_config.SharesPorts(flow.protocol)
               ? used.byRemote.Find({flow.protocol, address, flow.remote})
               : used.byExternal.Find({flow.protocol, address});
}

/// Calls a function with each external address on which a link takes its port: a rule may be for
/// whatever the address is.
template <class Function>
void
NatPorts::ForAddresses(const NatLink& link, const Function& function) const
{
    if (link.external.address != 0)
    {
        function(link.external.address);
        return;
    }
    for (const uint32_t address : m_config.external)
    {
        function(address);
    }
}

void
NatPorts::Count(const NatLink& link)
{
    Used& used = TablesOf(link.protocol);
    if (!m_config.SharesPorts(link.protocol))
    {
        ForAddresses(link,
                     [&](uint32_t address) {
                         used.byExternal.Add({link.protocol, address}, link.external.port);
                     });
    }
    else if (link.scope == LinkScope::FULL)
    {
        used.byRemote.Add({link.protocol, link.external.address, link.remote}, link.external.port);
    }
}

void
NatPorts::Uncount(const NatLink& link)
{
    Used& used = TablesOf(link.protocol);
    if (!m_config.SharesPorts(link.protocol))
    {
        ForAddresses(link,
                     [&](uint32_t address) {
                         used.byExternal.Remove({link.protocol, address}, link.external.port);
                     });
    }
    else if (link.scope == LinkScope::FULL)
    {
        used.byRemote.Remove({link.protocol, link.external.address, link.remote},
                             link.external.port);
    }
}

void
NatPorts::OnMade(const NatLink& link)
{
    m_anyAddressRules += link.external.address == 0 ? 1 : 0;
    if (m_usesFreeSet && HasPorts(link.protocol))
    {
        Count(link);
    }
    if (link.holdsPort)
    {
        ++m_hosts.Find(link.internal.address).ports;
    }
}

void
NatPorts::OnReleased(const NatLink& link)
{
    m_anyAddressRules -= link.external.address == 0 ? 1 : 0;
    if (link.holdsPort && HasPorts(link.protocol) && m_config.portHold > NatTime{0} &&
        !m_config.SharesPorts(link.protocol) && !m_held.IsHeld(link.protocol, link.external))
    {
        m_held.Hold(link.protocol, link.external, m_now + m_config.portHold);
        CountHeld(link.protocol, link.external);
    }
    if (m_usesFreeSet && HasPorts(link.protocol))
    {
        Uncount(link);
    }
    if (link.isChosenPort)
    {
        m_choice->OnRelease(link.protocol, link.external.address, link.external.port, m_now);
    }
    if (link.holdsPort)
    {
        m_hosts.Release(link.internal.address);
    }
}

void
NatPorts::CountHeld(uint8_t protocol, const NatEndpoint& external)
{
    if (m_usesFreeSet)
    {
        TablesOf(protocol).byExternal.Add({protocol, external.address}, external.port);
    }
}

void
NatPorts::OnPoolChanged()
{
    m_pool = {m_config.external.begin(), m_config.external.end()};
    if (!m_usesFreeSet)
    {
        return;
    }
    // Rules for whatever the address is take their ports on other addresses now.
    for (Used* used : {&m_ports, &m_identifiers})
    {
        used->byExternal.Clear();
        used->byRemote.Clear();
    }
    const NatLinkPool& pool = m_sessions.Pool();
    for (LinkId id = 0; id < pool.Capacity(); ++id)
    {
        if (pool.IsLive(id) && HasPorts(pool[id].protocol))
        {
            Count(pool[id]);
        }
    }
    m_held.ForEach([this](uint8_t protocol, const NatEndpoint& external)
                   { CountHeld(protocol, external); });
}

uint32_t
NatPorts::AddressOf(uint32_t internal) const
{
    if (m_config.external.empty())
    {
        return internal;
    }
    const uint32_t paired = m_hosts.PairedAddress(internal);
    return IsInPool(paired) ? paired : m_config.external.front();
}

} // namespace bindstorm
