/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "best-scope.h"
#include "nat-chains.h"
#include "nat-index.h"
#include "nat-match.h"

namespace bindstorm
{

namespace
{

/**
 * Two hash tables of unsorted chains, sessions and rules mixed. All remotes of one external port
 * share a chain, and whoever is not found has been looked for in all of it.
 */
class MixedChains final : public NatIndex
{
  public:
    MixedChains(const ComponentSpec& spec, const NatLinkPool& pool)
        : m_pool(pool),
          m_buckets(static_cast<uint32_t>(spec.GetInteger("buckets", 1, 1U << 20).value())),
          m_outbound(m_buckets),
          m_inbound(m_buckets)
    {
    }

    void
    Insert(LinkId id, PacketWork& work) override
    {
        const NatLink& link = m_pool[id];
        m_outbound.Insert(OutboundBucket(FlowOf(link)), id, m_pool, work);
        m_inbound.Insert(InboundBucket(link.protocol, link.external), id, m_pool, work);
    }

    void
    Erase(LinkId id, PacketWork& /* work */) override
    {
        const NatLink& link = m_pool[id];
        m_outbound.Erase(OutboundBucket(FlowOf(link)), id);
        m_inbound.Erase(InboundBucket(link.protocol, link.external), id);
    }

    LinkId
    FindOutbound(const NatFlow& flow, LinkScope scope, PacketWork& work) override
    {
        return m_outbound.Find(OutboundBucket(flow),
                               work,
                               [&](LinkId id) { return FitsOutbound(m_pool[id], flow, scope); });
    }

    LinkId
    FindInbound(const NatArrival& arrival, PacketWork& work) override
    {
        BestScope best;
        WalkExternal(arrival.protocol,
                     arrival.external,
                     work,
                     [&](LinkId id)
                     {
                         best.Offer(id, m_pool[id], arrival.remote);
                         return best.IsBest(LinkScope::FULL);
                     });
        return best.Get();
    }

    LinkId
    FindSession(const NatArrival& arrival, PacketWork& work) override
    {
        return WalkExternal(arrival.protocol,
                            arrival.external,
                            work,
                            [&](LinkId id) {
                                return m_pool[id].scope == LinkScope::FULL &&
                                       m_pool[id].remote == arrival.remote;
                            });
    }

    LinkId
    FindFromAddress(const NatArrival& arrival, PacketWork& work) override
    {
        return WalkExternal(arrival.protocol,
                            arrival.external,
                            work,
                            [&](LinkId id)
                            {
                                return m_pool[id].scope == LinkScope::FULL &&
                                       m_pool[id].remote.address == arrival.remote.address;
                            });
    }

    LinkId
    FindExternal(uint8_t protocol, const NatEndpoint& external, PacketWork& work) override
    {
        return WalkExternal(protocol, external, work, [](LinkId) { return true; });
    }

    std::size_t
    Bytes() const override
    {
        return m_outbound.Bytes() + m_inbound.Bytes();
    }

  private:
    /// Plain sums, of numbers in host order, modulo 2^32 and then the buckets.
    uint32_t
    OutboundBucket(const NatFlow& flow) const
    {
        return (flow.internal.address + flow.remote.address + flow.internal.port +
                flow.remote.port + flow.protocol) %
               m_buckets;
    }

    uint32_t
    InboundBucket(uint8_t protocol, const NatEndpoint& external) const
    {
        return (external.address + external.port + protocol) % m_buckets;
    }

    /// @return the first link with the external endpoint for which the predicate holds
    template <class Predicate>
    LinkId
    WalkExternal(uint8_t protocol,
                 const NatEndpoint& external,
                 PacketWork& work,
                 Predicate&& fits) const
    {
        return m_inbound.Find(InboundBucket(protocol, external),
                              work,
                              [&](LinkId id)
                              { return HasExternal(m_pool[id], protocol, external) && fits(id); });
    }

    const NatLinkPool& m_pool;
    uint32_t m_buckets;
    NatChains m_outbound;
    NatChains m_inbound;
};

} // namespace

NatIndexInfo
DescribeMixedChainsIndex()
{
    return {
        .name = "mixed-chains",
        .summary =
            "One hash table each way of unsorted chains, sessions and rules mixed, newest first.",
        .source = "libalias as of FreeBSD 13.0",
        .parameters = {{.name = "buckets", .defaultValue = "4001", .help = "chains of each table"}},
        .create = [](const ComponentSpec& spec, const NatLinkPool& pool, const HashKey& /* key */)
        { return std::make_unique<MixedChains>(spec, pool); }};
}

} // namespace bindstorm
