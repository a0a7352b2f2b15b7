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
#include "outbound-splay.h"
#include "splay-tree.h"

#include <compare>

namespace bindstorm
{

namespace
{

/**
 * A splay tree of links from inside; from outside one of groups, a group for each external
 * endpoint, with a chain of sessions and one of rules. Many remotes of one external endpoint are
 * still walked one by one.
 */
class SplitSplay final : public NatIndex
{
    std::size_t
    Bytes() const override
    {
        return m_outbound.Bytes() + m_tree.Bytes() + m_groups.capacity() * sizeof(Group) +
               m_chains.Bytes();
    }

  private:
    /// External endpoint of a group, in the order of the tree: what varies most first.
    struct Group
    {
        uint16_t port;
        uint8_t protocol;
        uint32_t address;

        Group(uint8_t ipProtocol, const NatEndpoint& external)
            : port(external.port),
              protocol(ipProtocol),
              address(external.address)
        {
        }

        // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares
        // with.
        std::strong_ordering operator<=>(const Group&) const = default;
    };

  public:
    SplitSplay(const ComponentSpec& spec, const NatLinkPool& pool)
        : m_pool(pool),
          m_outbound(pool, spec.Get("twins") == "lost"),
          m_chains(0)
    {
    }

    void
    Insert(LinkId id, PacketWork& work) override
    {
        const NatLink& link = m_pool[id];
        if (!link.hasServers)
        {
            m_outbound.Insert(id, work);
        }
        if (const Group group{link.protocol, link.external}; !SplayGroup(group, work))
        {
            m_tree.Insert(NewGroup(group));
        }
        if (id >= m_groupOf.size())
        {
            m_groupOf.resize(m_pool.Capacity());
        }
        m_groupOf[id] = m_tree.Root();
        m_chains.Insert(ChainOf(id), id, m_pool, work);
    }

    void
    Erase(LinkId id, PacketWork& work) override
    {
        const NatLink& link = m_pool[id];
        if (!link.hasServers)
        {
            m_outbound.Erase(id, work);
        }
        m_chains.Erase(ChainOf(id), id);
        const uint32_t group = m_groupOf[id];
        if (m_chains.Head(Sessions(group)) == NO_LINK && m_chains.Head(Partial(group)) == NO_LINK)
        {
            const auto compare = [&](uint32_t other)
            { return m_groups[group] <=> m_groups[other]; };
            m_tree.Splay(compare, work);
            m_tree.EraseRoot(compare, work);
            m_idleGroups.push_back(group);
        }
    }

    LinkId
    FindOutbound(const NatFlow& flow, LinkScope scope, PacketWork& work) override
    {
        return m_outbound.Find(flow, scope, work);
    }

    LinkId
    FindInbound(const NatArrival& arrival, PacketWork& work) override
    {
        const uint32_t group = FindGroup(arrival.protocol, arrival.external, work);
        if (group == SplayTree::NONE)
        {
            return NO_LINK;
        }
        const LinkId session = FindRemote(group, arrival.remote, work);
        if (session != NO_LINK)
        {
            return session;
        }
        BestScope best;
        m_chains.Find(Partial(group),
                      work,
                      [&](LinkId id)
                      {
                          best.Offer(id, m_pool[id], arrival.remote);
                          return best.IsBest(LinkScope::ANY_PORT);
                      });
        return best.Get();
    }

    LinkId
    FindSession(const NatArrival& arrival, PacketWork& work) override
    {
        const uint32_t group = FindGroup(arrival.protocol, arrival.external, work);
        return group == SplayTree::NONE ? NO_LINK : FindRemote(group, arrival.remote, work);
    }

    LinkId
    FindFromAddress(const NatArrival& arrival, PacketWork& work) override
    {
        const uint32_t group = FindGroup(arrival.protocol, arrival.external, work);
        return group == SplayTree::NONE
                   ? NO_LINK
                   : m_chains.Find(Sessions(group),
                                   work,
                                   [&](LinkId id)
                                   { return m_pool[id].remote.address == arrival.remote.address; });
    }

    LinkId
    FindExternal(uint8_t protocol, const NatEndpoint& external, PacketWork& work) override
    {
        const uint32_t group = FindGroup(protocol, external, work);
        if (group == SplayTree::NONE)
        {
            return NO_LINK;
        }
        const LinkId session = m_chains.Head(Sessions(group));
        const LinkId partial = m_chains.Head(Partial(group));
        if (session == NO_LINK || partial == NO_LINK)
        {
            return session == NO_LINK ? partial : session;
        }
        return m_pool[session].serial > m_pool[partial].serial ? session : partial;
    }

  private:
    static std::size_t
    Sessions(uint32_t group)
    {
        return std::size_t{2} * group;
    }

    static std::size_t
    Partial(uint32_t group)
    {
        return std::size_t{2} * group + 1;
    }

    std::size_t
    ChainOf(LinkId id) const
    {
        const uint32_t group = m_groupOf[id];
        return m_pool[id].scope == LinkScope::FULL ? Sessions(group) : Partial(group);
    }

    uint32_t
    NewGroup(const Group& group)
    {
        if (m_idleGroups.empty())
        {
            m_groups.push_back(group);
            m_chains.AddChain();
            m_chains.AddChain();
            return static_cast<uint32_t>(m_groups.size() - 1);
        }
        const uint32_t number = m_idleGroups.back();
        m_idleGroups.pop_back();
        m_groups[number] = group;
        return number;
    }

    /// @return whether the group was found; it is the root then
    bool
    SplayGroup(const Group& group, PacketWork& work)
    {
        return m_tree.Splay([&](uint32_t other) { return group <=> m_groups[other]; }, work);
    }

    uint32_t
    FindGroup(uint8_t protocol, const NatEndpoint& external, PacketWork& work)
    {
        return SplayGroup({protocol, external}, work) ? m_tree.Root() : SplayTree::NONE;
    }

    LinkId
    FindRemote(uint32_t group, const NatEndpoint& remote, PacketWork& work) const
    {
        return m_chains.Find(Sessions(group),
                             work,
                             [&](LinkId id) { return m_pool[id].remote == remote; });
    }

    const NatLinkPool& m_pool;
    OutboundSplay m_outbound;
    SplayTree m_tree; ///< of groups
    std::vector<Group> m_groups;
    std::vector<uint32_t> m_idleGroups;
    NatChains m_chains;              ///< two a group
    std::vector<uint32_t> m_groupOf; ///< by LinkId
};

} // namespace

NatIndexInfo
DescribeSplitSplayIndex()
{
    return {
        .name = "split-splay",
        .summary = "Splay trees of links from inside and of external endpoints from outside.",
        .source = "libalias as of FreeBSD 14 (D30516, D30536, D30844)",
        .parameters =
            {{.name = "twins",
              .defaultValue = "kept",
              .choices = {"kept", "lost"},
              .help = "lost (historic): of rules that look alike from inside only the first is "
                      "found, and none once one of them is deleted"}},
        .create = [](const ComponentSpec& spec, const NatLinkPool& pool, const HashKey& /* key */)
        { return std::make_unique<SplitSplay>(spec, pool); }};
}

} // namespace bindstorm
