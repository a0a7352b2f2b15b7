/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "flat-key.h"
#include "flat-side.h"
#include "link-groups.h"
#include "nat-index.h"
#include "nat-match.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

/**
 * Links in two tables of cache lines, by their key from inside and by that from outside, hashed
 * with a secret of this table: sessions, rules and mappings alike, the latter by what they leave
 * open. Nothing is a list, so the number of links that have an endpoint in common does not matter.
 *
 * Questions that leave the remote endpoint open need two further tables for each kind of protocol,
 * which are made when the first such question comes: where ports are overloaded it never does.
 */
class FlatIndex final : public NatIndex
{
  public:
    FlatIndex(const ComponentSpec& spec, const NatLinkPool& pool, const HashKey& key)
        : m_pool(pool),
          m_hash(key, spec.Get("hash") == "siphash-1-3"),
          m_buckets(ReadBuckets(spec)),
          m_outbound(pool, m_buckets),
          m_inbound(pool, m_buckets)
    {
        // Flows without ports are few, and nobody is to be made to look for them among all others.
        m_groups[OTHER].external.emplace(pool, m_buckets);
        m_groups[OTHER].fromAddress.emplace(pool, m_buckets);
    }

    void
    Insert(LinkId id, PacketWork& work) override
    {
        const NatLink& link = m_pool[id];
        ++m_scopes[static_cast<std::size_t>(link.scope)];
        const FlatKey inbound = InboundKey(link);
        m_inbound.Insert(m_hash(inbound),
                         inbound,
                         id,
                         work,
                         [&](LinkId other) { return IsInboundTwin(m_pool[other], link); });
        if (!link.hasServers)
        {
            const FlatKey outbound = FlatKey::Outbound(FlowOf(link), link.scope);
            m_outbound.Insert(m_hash(outbound),
                              outbound,
                              id,
                              work,
                              [&](LinkId other)
                              { return FitsOutbound(m_pool[other], FlowOf(link), link.scope); });
        }
        Groups& groups = GroupsOf(link.protocol);
        ++groups.links;
        if (groups.external)
        {
            InsertExternal(groups, id, work);
        }
        if (groups.fromAddress)
        {
            InsertFromAddress(groups, id, work);
        }
    }

    void
    Erase(LinkId id, PacketWork& work) override
    {
        const NatLink& link = m_pool[id];
        --m_scopes[static_cast<std::size_t>(link.scope)];
        const FlatKey inbound = InboundKey(link);
        m_inbound.Erase(m_hash(inbound), inbound, id, work);
        if (!link.hasServers)
        {
            const FlatKey outbound = FlatKey::Outbound(FlowOf(link), link.scope);
            m_outbound.Erase(m_hash(outbound), outbound, id, work);
        }
        Groups& groups = GroupsOf(link.protocol);
        --groups.links;
        if (groups.external)
        {
            groups.external->Erase(m_hash(FlatKey::External(link.protocol, link.external)),
                                   id,
                                   work);
        }
        if (groups.fromAddress && link.scope == LinkScope::FULL)
        {
            groups.fromAddress->Erase(m_hash(FlatKey::FromAddress(ArrivalOf(link))), id, work);
        }
    }

    LinkId
    FindOutbound(const NatFlow& flow, LinkScope scope, PacketWork& work) override
    {
        if (!Has(scope))
        {
            return NO_LINK;
        }
        return m_outbound.table.Find(m_hash(FlatKey::Outbound(flow, scope)),
                                     work,
                                     [&](LinkId id)
                                     { return FitsOutbound(m_pool[id], flow, scope); });
    }

    LinkId
    FindInbound(const NatArrival& arrival, PacketWork& work) override
    {
        LinkId found = FindSession(arrival, work);
        const NatEndpoint& remote = arrival.remote;
        const auto tryOpen = [&](LinkScope scope, const NatEndpoint& pattern)
        {
            if (found == NO_LINK && Has(scope))
            {
                found = FindScope({arrival.protocol, pattern, arrival.external}, scope, work);
            }
        };
        tryOpen(LinkScope::ANY_PORT, {remote.address, 0});
        tryOpen(LinkScope::ANY_ADDRESS, {0, remote.port});
        tryOpen(LinkScope::ANY, {0, 0});
        return found;
    }

    LinkId
    FindSession(const NatArrival& arrival, PacketWork& work) override
    {
        return Has(LinkScope::FULL) ? FindScope(arrival, LinkScope::FULL, work) : NO_LINK;
    }

    LinkId
    FindFromAddress(const NatArrival& arrival, PacketWork& work) override
    {
        Groups& groups = GroupsOf(arrival.protocol);
        if (!groups.fromAddress)
        {
            groups.fromAddress.emplace(m_pool, m_buckets);
            ForAll(groups, [&](LinkId id) { InsertFromAddress(groups, id, work); });
        }
        return groups.fromAddress->Find(m_hash(FlatKey::FromAddress(arrival)),
                                        work,
                                        [&](LinkId id)
                                        { return IsFromAddress(m_pool[id], arrival); });
    }

    LinkId
    FindExternal(uint8_t protocol, const NatEndpoint& external, PacketWork& work) override
    {
        Groups& groups = GroupsOf(protocol);
        if (!groups.external)
        {
            groups.external.emplace(m_pool, m_buckets);
            ForAll(groups, [&](LinkId id) { InsertExternal(groups, id, work); });
        }
        return groups.external->Find(m_hash(FlatKey::External(protocol, external)),
                                     work,
                                     [&](LinkId id)
                                     { return HasExternal(m_pool[id], protocol, external); });
    }

    void
    PrefetchOutbound(std::span<const NatFlow> flows) const override
    {
        PrefetchIn(m_outbound.table,
                   flows,
                   [](const NatFlow& flow) { return FlatKey::Outbound(flow, LinkScope::FULL); });
    }

    void
    PrefetchInbound(std::span<const NatArrival> arrivals) const override
    {
        PrefetchIn(m_inbound.table,
                   arrivals,
                   [](const NatArrival& arrival)
                   { return FlatKey::Inbound(arrival, LinkScope::FULL); });
    }

    std::size_t
    Bytes() const override
    {
        std::size_t bytes = m_outbound.table.Bytes() + m_outbound.twins.Bytes() +
                            m_inbound.table.Bytes() + m_inbound.twins.Bytes();
        for (const Groups& groups : m_groups)
        {
            bytes += groups.external ? groups.external->Bytes() : 0;
            bytes += groups.fromAddress ? groups.fromAddress->Bytes() : 0;
        }
        return bytes;
    }

  private:
    /// What the links of a kind of protocol have in common, as far as anybody asked.
    struct Groups
    {
        std::size_t links{0};
        std::optional<LinkGroups> external;
        std::optional<LinkGroups> fromAddress;
    };

    // Kinds of protocols: whether ports are overloaded, and so what is asked, is settled for each.
    static constexpr std::size_t OTHER = 3;
    static constexpr std::size_t KINDS = 4;

    static std::size_t
    KindOf(uint8_t protocol)
    {
        switch (protocol)
        {
        case IP_UDP:
            return 0;
        case IP_TCP:
            return 1;
        case IP_ICMP:
            return 2;
        default:
            return OTHER;
        }
    }

    Groups&
    GroupsOf(uint8_t protocol)
    {
        return m_groups[KindOf(protocol)];
    }

    static std::size_t
    ReadBuckets(const ComponentSpec& spec)
    {
        const uint64_t buckets = spec.GetInteger("buckets", 1, 1U << 20).value();
        if (!std::has_single_bit(buckets))
        {
            throw ConfigError("flat(buckets=" + std::to_string(buckets) +
                              "): a power of two is expected");
        }
        return buckets;
    }

    static FlatKey
    InboundKey(const NatLink& link)
    {
        return FlatKey::Inbound(ArrivalOf(link), link.scope);
    }

    static NatArrival
    ArrivalOf(const NatLink& link)
    {
        return {link.protocol, link.remote, link.external};
    }

    static bool
    FitsInbound(const NatLink& link, const NatArrival& arrival, LinkScope scope)
    {
        return link.remote == arrival.remote && link.external == arrival.external &&
               link.protocol == arrival.protocol && link.scope == scope;
    }

    static bool
    IsInboundTwin(const NatLink& one, const NatLink& other)
    {
        return FitsInbound(one, ArrivalOf(other), other.scope);
    }

    static bool
    IsFromAddress(const NatLink& link, const NatArrival& arrival)
    {
        return link.remote.address == arrival.remote.address &&
               HasExternal(link, arrival.protocol, arrival.external);
    }

    bool
    Has(LinkScope scope) const
    {
        return m_scopes[static_cast<std::size_t>(scope)] != 0;
    }

    LinkId
    FindScope(const NatArrival& arrival, LinkScope scope, PacketWork& work) const
    {
        return m_inbound.table.Find(m_hash(FlatKey::Inbound(arrival, scope)),
                                    work,
                                    [&](LinkId id)
                                    { return FitsInbound(m_pool[id], arrival, scope); });
    }

    void
    InsertExternal(Groups& groups, LinkId id, PacketWork& work) const
    {
        const NatLink& link = m_pool[id];
        groups.external->Insert(
            m_hash(FlatKey::External(link.protocol, link.external)),
            id,
            work,
            [&](LinkId other) { return HasExternal(m_pool[other], link.protocol, link.external); });
    }

    /// Only sessions have a remote address that is known.
    void
    InsertFromAddress(Groups& groups, LinkId id, PacketWork& work) const
    {
        if (m_pool[id].scope != LinkScope::FULL)
        {
            return;
        }
        const NatArrival arrival = ArrivalOf(m_pool[id]);
        groups.fromAddress->Insert(m_hash(FlatKey::FromAddress(arrival)),
                                   id,
                                   work,
                                   [&](LinkId other)
                                   { return IsFromAddress(m_pool[other], arrival); });
    }

    /// In the order of making: a group takes its newest at once, and walks for any other.
    template <class Visit>
    void
    ForAll(const Groups& groups, const Visit& visit) const
    {
        if (groups.links == 0)
        {
            return;
        }
        std::vector<LinkId> ids;
        ids.reserve(groups.links);
        for (LinkId id = 0; id < m_pool.Capacity(); ++id)
        {
            if (m_pool.IsLive(id) && &m_groups[KindOf(m_pool[id].protocol)] == &groups)
            {
                ids.push_back(id);
            }
        }
        std::ranges::sort(ids, {}, [this](LinkId id) { return uint64_t{m_pool[id].serial}; });
        std::ranges::for_each(ids, visit);
    }

    /// Buckets first, then links, so that all of each are on their way at the same time.
    template <class Packet, class Key>
    void
    PrefetchIn(const FlatTable& table, std::span<const Packet> packets, const Key& key) const
    {
        std::array<uint64_t, PREFETCH> hashes;
        const std::size_t size = std::min(packets.size(), PREFETCH);
        for (std::size_t i = 0; i < size; ++i)
        {
            hashes[i] = m_hash(key(packets[i]));
            table.Prefetch(hashes[i]);
        }
        for (std::size_t i = 0; i < size; ++i)
        {
            table.VisitMatches(hashes[i], [&](LinkId id) { __builtin_prefetch(&m_pool[id], 1); });
        }
    }

    const NatLinkPool& m_pool;
    FlatHash m_hash;
    std::size_t m_buckets; ///< of each table to begin with
    FlatSide m_outbound;
    FlatSide m_inbound;
    std::array<Groups, KINDS> m_groups;
    std::array<std::size_t, 4> m_scopes{}; ///< links of each LinkScope
};

} // namespace

NatIndexInfo
DescribeFlatIndex()
{
    return {.name = "flat",
            .summary = "Keyed cuckoo hash tables of cache lines, both ways; grows without a pause.",
            .source = "Bindstorm; see model/nat/flat.md",
            .parameters = {{.name = "hash",
                            .defaultValue = "multiply",
                            .choices = {"multiply", "siphash-1-3"},
                            .help = "two keyed multiplications, or a pseudorandom function"},
                           {.name = "buckets",
                            .defaultValue = "16",
                            .help = "buckets of each table to begin with, a power of two; it grows "
                                    "and shrinks by itself"}},
            .isKeyed = true,
            .create = [](const ComponentSpec& spec, const NatLinkPool& pool, const HashKey& key)
            { return std::make_unique<FlatIndex>(spec, pool, key); }};
}

} // namespace bindstorm
