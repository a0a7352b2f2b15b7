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
#include "tuple-hash.h"

namespace bindstorm
{

namespace
{

/**
 * Sessions and rules apart, each in a hash table each way. Sessions are found from outside by all
 * of their endpoints, so that neither a session nor a stranger has to pass those that share an
 * external port. A further table, by external endpoint, is for the questions that leave the remote
 * port or all of the remote endpoint open; it is as slow as of old.
 */
class SplitChains final : public NatIndex
{
  public:
    SplitChains(const ComponentSpec& spec, const NatLinkPool& pool)
        : m_pool(pool),
          m_hash(spec.Get("hash") == "sum"),
          m_losesOutbound(ReadLosesOutbound(spec)),
          m_buckets(ReadBuckets(spec, "buckets")),
          m_partialBuckets(ReadBuckets(spec, "partial")),
          m_sessionsOut(m_buckets),
          m_sessionsIn(m_buckets),
          m_siblings(m_buckets),
          m_partialOut(m_partialBuckets),
          m_partialIn(m_partialBuckets)
    {
    }

    void
    Insert(LinkId id, PacketWork& work) override
    {
        ForEachChain(m_pool[id],
                     [&](NatChains& chains, uint32_t chain)
                     { chains.Insert(chain, id, m_pool, work); });
    }

    void
    Erase(LinkId id, PacketWork& /* work */) override
    {
        ForEachChain(m_pool[id],
                     [&](NatChains& chains, uint32_t chain) { chains.Erase(chain, id); });
    }

    LinkId
    FindOutbound(const NatFlow& flow, LinkScope scope, PacketWork& work) override
    {
        const auto fits = [&](LinkId id) { return FitsOutbound(m_pool[id], flow, scope); };
        if (scope == LinkScope::FULL)
        {
            const uint32_t chain = m_losesOutbound ? LostBucket(flow) : SessionOutBucket(flow);
            return m_sessionsOut.Find(chain, work, fits);
        }
        return m_partialOut.Find(PartialBucket(flow.protocol, flow.internal), work, fits);
    }

    LinkId
    FindInbound(const NatArrival& arrival, PacketWork& work) override
    {
        if (const LinkId session = FindSession(arrival, work); session != NO_LINK)
        {
            return session;
        }
        BestScope best;
        m_partialIn.Find(PartialBucket(arrival.protocol, arrival.external),
                         work,
                         [&](LinkId id)
                         {
                             const NatLink& link = m_pool[id];
                             if (HasExternal(link, arrival.protocol, arrival.external))
                             {
                                 best.Offer(id, link, arrival.remote);
                             }
                             return best.IsBest(LinkScope::ANY_PORT);
                         });
        return best.Get();
    }

    LinkId
    FindSession(const NatArrival& arrival, PacketWork& work) override
    {
        return m_sessionsIn.Find(SessionInBucket(arrival),
                                 work,
                                 [&](LinkId id)
                                 {
                                     const NatLink& link = m_pool[id];
                                     return link.remote == arrival.remote &&
                                            HasExternal(link, arrival.protocol, arrival.external);
                                 });
    }

    LinkId
    FindFromAddress(const NatArrival& arrival, PacketWork& work) override
    {
        return m_siblings.Find(SiblingBucket(arrival.protocol, arrival.external),
                               work,
                               [&](LinkId id)
                               {
                                   const NatLink& link = m_pool[id];
                                   return link.remote.address == arrival.remote.address &&
                                          HasExternal(link, arrival.protocol, arrival.external);
                               });
    }

    LinkId
    FindExternal(uint8_t protocol, const NatEndpoint& external, PacketWork& work) override
    {
        const auto fits = [&](LinkId id) { return HasExternal(m_pool[id], protocol, external); };
        const LinkId session = m_siblings.Find(SiblingBucket(protocol, external), work, fits);
        const LinkId partial = m_partialIn.Find(PartialBucket(protocol, external), work, fits);
        if (session == NO_LINK || partial == NO_LINK)
        {
            return session == NO_LINK ? partial : session;
        }
        return m_pool[session].serial > m_pool[partial].serial ? session : partial;
    }

    std::size_t
    Bytes() const override
    {
        return m_sessionsOut.Bytes() + m_sessionsIn.Bytes() + m_siblings.Bytes() +
               m_partialOut.Bytes() + m_partialIn.Bytes();
    }

  private:
    static uint32_t
    ReadBuckets(const ComponentSpec& spec, std::string_view key)
    {
        return static_cast<uint32_t>(spec.GetInteger(key, 1, 1U << 20).value());
    }

    static bool
    ReadLosesOutbound(const ComponentSpec& spec)
    {
        const bool isLost = spec.Get("outbound") == "lost";
        if (isLost && spec.Get("hash") == "sum")
        {
            throw ConfigError("split-chains(outbound=lost, hash=sum): a sum does not depend on the "
                              "order of its parts, so nothing would be lost");
        }
        return isLost;
    }

    /// Where nobody has put it: the hash of the endpoints in the other order.
    uint32_t
    LostBucket(const NatFlow& flow) const
    {
        return m_hash(flow.protocol, flow.remote, flow.internal) % m_buckets;
    }

    uint32_t
    SessionOutBucket(const NatFlow& flow) const
    {
        return m_hash(flow.protocol, flow.internal, flow.remote) % m_buckets;
    }

    uint32_t
    SessionInBucket(const NatArrival& arrival) const
    {
        return m_hash(arrival.protocol, arrival.external, arrival.remote) % m_buckets;
    }

    uint32_t
    SiblingBucket(uint8_t protocol, const NatEndpoint& external) const
    {
        return m_hash(protocol, external) % m_buckets;
    }

    uint32_t
    PartialBucket(uint8_t protocol, const NatEndpoint& endpoint) const
    {
        return m_hash(protocol, endpoint) % m_partialBuckets;
    }

    /// @param visit called with each table that the link is in, and its chain there
    template <class Visit>
    void
    ForEachChain(const NatLink& link, Visit&& visit)
    {
        const bool isSession = link.scope == LinkScope::FULL;
        if (isSession)
        {
            visit(m_sessionsIn, SessionInBucket({link.protocol, link.remote, link.external}));
            visit(m_siblings, SiblingBucket(link.protocol, link.external));
        }
        else
        {
            visit(m_partialIn, PartialBucket(link.protocol, link.external));
        }
        if (!link.hasServers)
        {
            isSession ? visit(m_sessionsOut, SessionOutBucket(FlowOf(link)))
                      : visit(m_partialOut, PartialBucket(link.protocol, link.internal));
        }
    }

    const NatLinkPool& m_pool;
    TupleHash m_hash;
    bool m_losesOutbound;
    uint32_t m_buckets;
    uint32_t m_partialBuckets;
    NatChains m_sessionsOut;
    NatChains m_sessionsIn;
    NatChains m_siblings; ///< sessions by external endpoint
    NatChains m_partialOut;
    NatChains m_partialIn;
};

} // namespace

NatIndexInfo
DescribeSplitChainsIndex()
{
    return {
        .name = "split-chains",
        .summary =
            "Hash tables of chains, sessions and rules apart; sessions hashed by all endpoints.",
        .source = "the step between in the libalias reviews of 2021",
        .parameters =
            {{.name = "buckets",
              .defaultValue = "4001",
              .help = "chains of each table of sessions"},
             {.name = "hash",
              .defaultValue = "mixed",
              .choices = {"mixed", "sum"},
              .help = "sum: the plain sum of addresses, ports and protocol"},
             {.name = "outbound",
              .defaultValue = "found",
              .choices = {"found", "lost"},
              .help =
                  "lost: sessions are hashed one way when they are entered and another way when "
                  "they are looked for from inside, where they are found by chance only"},
             {.name = "partial",
              .defaultValue = "1021",
              .help = "chains of each table of rules and mappings"}},
        .create = [](const ComponentSpec& spec, const NatLinkPool& pool, const HashKey& /* key */)
        { return std::make_unique<SplitChains>(spec, pool); }};
}

} // namespace bindstorm
