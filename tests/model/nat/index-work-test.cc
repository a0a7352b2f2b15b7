/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-index.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

constexpr uint32_t HERE = 0x01020304;   // 1.2.3.4
constexpr uint32_t INSIDE = 0x0a000001; // 10.0.0.1
constexpr uint32_t REMOTE = 0x12340001; // 18.52.0.1

/// An index with links made by hand, whose work is counted by question.
class CountedIndex
{
  public:
    explicit CountedIndex(const char* text)
        : m_index(CreateNatIndex(ComponentSpec::Parse(text), m_pool))
    {
    }

    LinkId
    AddSession(uint16_t external, const NatEndpoint& remote, uint16_t internal = 1000)
    {
        NatLink link;
        link.internal = {INSIDE, internal};
        link.remote = remote;
        link.external = {HERE, external};
        return Insert(link);
    }

    LinkId
    AddRule(uint16_t external, uint16_t internal = 1000)
    {
        NatLink link;
        link.internal = {INSIDE, internal};
        link.external = {HERE, external};
        link.scope = LinkScope::ANY;
        link.origin = LinkOrigin::RULE;
        return Insert(link);
    }

    void
    Remove(LinkId id)
    {
        PacketWork unread;
        m_index->Erase(id, unread);
        m_pool.Remove(id);
    }

    /// @return what an inbound packet belongs to; its work is in `work`
    LinkId
    Inbound(uint16_t external, const NatEndpoint& remote)
    {
        work = {};
        return m_index->FindInbound({IP_UDP, remote, {HERE, external}}, work);
    }

    LinkId
    Outbound(uint16_t internal, const NatEndpoint& remote, LinkScope scope = LinkScope::FULL)
    {
        work = {};
        return m_index->FindOutbound({IP_UDP, {INSIDE, internal}, remote}, scope, work);
    }

    PacketWork work;

  private:
    LinkId
    Insert(const NatLink& link)
    {
        const LinkId id = m_pool.Add(link);
        work = {};
        m_index->Insert(id, work);
        return id;
    }

    NatLinkPool m_pool;
    std::unique_ptr<NatIndex> m_index;
};

TEST(MixedChainsWork, AMissReadsTheWholeChainAndAHitThoseThatAreNewer)
{
    CountedIndex index("mixed-chains");
    std::vector<LinkId> ids;
    for (uint32_t remote = 0; remote < 10; ++remote)
    {
        ids.push_back(index.AddSession(5000, {REMOTE + remote, 53}));
        EXPECT_EQ(index.work.nodeVisits, 0U); // At the head, whatever the length.
    }
    EXPECT_EQ(index.Inbound(5000, {REMOTE + 9, 53}), ids[9]);
    EXPECT_EQ(index.work.nodeVisits, 1U);
    EXPECT_EQ(index.Inbound(5000, {REMOTE, 53}), ids[0]);
    EXPECT_EQ(index.work.nodeVisits, 10U);
    EXPECT_EQ(index.work.comparisons, 10U);
    EXPECT_EQ(index.work.chainScans, 1U);
    EXPECT_EQ(index.Inbound(5000, {REMOTE + 10, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 10U);
}

TEST(MixedChainsWork, PortsOneTableApartShareAChain)
{
    CountedIndex index("mixed-chains");
    index.AddSession(5000, {REMOTE, 53});
    EXPECT_EQ(index.Inbound(5000 + 4001, {REMOTE, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 1U);
    EXPECT_EQ(index.Inbound(5001, {REMOTE, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 0U);
    CountedIndex large("mixed-chains(65537)");
    large.AddSession(5000, {REMOTE, 53});
    EXPECT_EQ(large.Inbound(5000 + 4001, {REMOTE, 53}), NO_LINK);
    EXPECT_EQ(large.work.nodeVisits, 0U);
}

TEST(MixedChainsWork, ARuleDoesNotEndTheSearchForASession)
{
    CountedIndex index("mixed-chains");
    const LinkId session = index.AddSession(5000, {REMOTE, 53});
    const LinkId rule = index.AddRule(5000);
    EXPECT_EQ(index.Inbound(5000, {REMOTE, 53}), session);
    EXPECT_EQ(index.work.nodeVisits, 2U);
    EXPECT_EQ(index.Inbound(5000, {REMOTE, 54}), rule);
    EXPECT_EQ(index.work.nodeVisits, 2U);
}

TEST(MixedChainsWork, FlowsOfOneSumShareAChainOutbound)
{
    CountedIndex index("mixed-chains");
    for (uint16_t flow = 0; flow < 10; ++flow)
    {
        index.AddSession(static_cast<uint16_t>(5000 + flow),
                         {REMOTE, static_cast<uint16_t>(60000 - flow)},
                         static_cast<uint16_t>(1000 + flow));
    }
    EXPECT_NE(index.Outbound(1000, {REMOTE, 60000}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 10U);
}

TEST(SplitChainsWork, ASessionIsFoundPastItsSiblingsAndAStrangerMissesThem)
{
    // One chain of rules, one of two sessions at most: what else is there is not read.
    CountedIndex index("split-chains(65537)");
    std::vector<LinkId> ids;
    for (uint32_t remote = 0; remote < 100; ++remote)
    {
        ids.push_back(index.AddSession(5000, {REMOTE + remote, 53}));
    }
    uint64_t visits = 0;
    for (uint32_t remote = 0; remote < 100; ++remote)
    {
        EXPECT_EQ(index.Inbound(5000, {REMOTE + remote, 53}), ids[remote]);
        visits += index.work.nodeVisits;
    }
    EXPECT_GE(visits, 100U);
    EXPECT_LE(visits, 103U); // 100 in 65537 chains: a pair or two meet.
    EXPECT_EQ(index.Inbound(5000, {REMOTE + 100, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 0U);
    EXPECT_EQ(index.work.chainScans, 2U);
}

TEST(SplitChainsWork, TheSumPutsFlowsThatGrowAgainstEachOtherInOneChain)
{
    for (const char* text : {"split-chains(hash=sum)", "split-chains"})
    {
        CountedIndex index(text);
        for (uint16_t flow = 0; flow < 100; ++flow)
        {
            index.AddSession(static_cast<uint16_t>(5000 + flow),
                             {REMOTE, static_cast<uint16_t>(60000 - flow)});
        }
        EXPECT_NE(index.Inbound(5000, {REMOTE, 60000}), NO_LINK);
        if (std::string_view(text) == "split-chains")
        {
            EXPECT_LE(index.work.nodeVisits, 3U);
        }
        else
        {
            EXPECT_EQ(index.work.nodeVisits, 100U);
        }
    }
}

TEST(SplitSplayWork, ATreeBuiltInOrderIsAPathThatASearchHalves)
{
    CountedIndex index("split-splay");
    for (uint16_t port = 1; port <= 64; ++port)
    {
        index.AddSession(port, {REMOTE, 53});
    }
    // 64 groups from the last down to the first, then the one session there.
    EXPECT_NE(index.Inbound(1, {REMOTE, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 65U);
    EXPECT_EQ(index.work.chainScans, 2U);
    // The path is half as long now, and its first node is the root.
    EXPECT_NE(index.Inbound(1, {REMOTE, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 2U);
    EXPECT_NE(index.Inbound(2, {REMOTE, 53}), NO_LINK);
    EXPECT_LE(index.work.nodeVisits, 34U);
}

TEST(SplitSplayWork, RemotesOfOnePortAreStillWalkedOneByOne)
{
    CountedIndex index("split-splay");
    for (uint32_t remote = 0; remote < 100; ++remote)
    {
        index.AddSession(5000, {REMOTE + remote, 53});
    }
    EXPECT_EQ(index.Inbound(5000, {REMOTE + 100, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 101U);
    EXPECT_EQ(index.Inbound(5001, {REMOTE, 53}), NO_LINK);
    EXPECT_EQ(index.work.nodeVisits, 1U);
}

TEST(NatIndexTwins, TheNewestIsFoundAndTheOtherOnceItIsGone)
{
    for (const NatIndexInfo& info : GetNatIndexes())
    {
        CountedIndex index(info.name.c_str());
        const LinkId older = index.AddRule(80);
        const LinkId newer = index.AddRule(8080);
        EXPECT_EQ(index.Outbound(1000, {}, LinkScope::ANY), newer) << info.name;
        index.Remove(newer);
        EXPECT_EQ(index.Outbound(1000, {}, LinkScope::ANY), older) << info.name;
    }
}

TEST(NatIndexTwins, LibaliasOf2021FindsTheFirstAndLosesBothWithEither)
{
    CountedIndex index("split-splay(twins=lost)");
    const LinkId older = index.AddRule(80);
    const LinkId newer = index.AddRule(8080);
    EXPECT_EQ(index.Outbound(1000, {}, LinkScope::ANY), older);
    index.Remove(newer);
    EXPECT_EQ(index.Outbound(1000, {}, LinkScope::ANY), NO_LINK);
    EXPECT_EQ(index.Inbound(80, {REMOTE, 53}), older);
    index.Remove(older);
    EXPECT_EQ(index.Inbound(80, {REMOTE, 53}), NO_LINK);
}

} // namespace

} // namespace bindstorm
