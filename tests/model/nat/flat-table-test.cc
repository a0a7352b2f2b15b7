/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/flat-table.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace bindstorm
{

namespace
{

/// The table, and what is in it by another account.
class ComparedTable
{
  public:
    explicit ComparedTable(BucketMatch match, std::size_t buckets = FlatTable::BUCKETS)
        : m_table(buckets, match)
    {
    }

    void
    Insert(uint64_t hash, LinkId id)
    {
        m_table.Insert(hash, id, m_work);
        Note();
        m_there.insert({hash, id});
    }

    [[nodiscard]] bool
    Erase(uint64_t hash, LinkId id)
    {
        const bool was = m_table.Erase(hash, id, m_work);
        Note();
        return was == (m_there.erase({hash, id}) == 1);
    }

    [[nodiscard]] bool
    Finds(uint64_t hash, LinkId id)
    {
        const LinkId found = m_table.Find(hash, m_work, [&](LinkId it) { return it == id; });
        return found == (m_there.contains({hash, id}) ? id : NO_LINK);
    }

    [[nodiscard]] bool
    FindsAll()
    {
        for (const auto& [hash, id] : m_there)
        {
            if (!Finds(hash, id))
            {
                return false;
            }
        }
        return m_table.Size() == m_there.size();
    }

    const FlatTable&
    Table() const
    {
        return m_table;
    }

    uint32_t
    MostMoves() const
    {
        return m_mostMoves;
    }

    std::vector<std::pair<uint64_t, LinkId>>
    Content() const
    {
        return {m_there.begin(), m_there.end()};
    }

  private:
    void
    Note()
    {
        m_mostMoves = std::max(m_mostMoves, m_table.LastMoves());
    }

    FlatTable m_table;
    std::set<std::pair<uint64_t, LinkId>> m_there;
    PacketWork m_work;
    uint32_t m_mostMoves{0};
};

TEST(FlatTable, HoldsWhatWasPutInWhileItGrowsAndShrinks)
{
    for (const BucketMatchInfo& info : GetBucketMatches())
    {
        std::mt19937_64 engine(27);
        ComparedTable compared(info.match, 1);
        for (const uint32_t target : {3000U, 20U, 1000U, 0U})
        {
            // Towards the target, with steps back.
            while (compared.Table().Size() != target)
            {
                const bool grows = compared.Table().Size() < target;
                if ((engine() % 4 != 0) == grows || compared.Table().Size() == 0)
                {
                    compared.Insert(engine(), static_cast<LinkId>(engine() & 0xFFF'FFFF));
                }
                else
                {
                    const auto content = compared.Content();
                    const auto [hash, id] = content[engine() % content.size()];
                    ASSERT_TRUE(compared.Erase(hash, id)) << info.name;
                    ASSERT_TRUE(compared.Finds(hash, id)) << info.name;
                }
                if (engine() % 256 == 0)
                {
                    ASSERT_TRUE(compared.FindsAll()) << info.name;
                }
            }
        }
        EXPECT_LE(compared.MostMoves(), FlatTable::MOST_MOVES);
        EXPECT_EQ(compared.Table().Strays(), 0U);
    }
}

TEST(FlatTable, HoldsLinksOfOneHashThatNoTwoBucketsHaveRoomFor)
{
    ComparedTable compared(GetBucketMatches().front().match);
    constexpr uint64_t HASH = 0x0123'4567'89ab'cdef;
    for (LinkId id = 0; id < 40; ++id)
    {
        compared.Insert(HASH, id);
        compared.Insert(HASH * (id + 2), 100 + id);
    }
    EXPECT_EQ(compared.Table().Strays(), 40U - 16U);
    EXPECT_TRUE(compared.FindsAll());
    EXPECT_TRUE(compared.Finds(HASH, 40)) << "which is not there";
    for (LinkId id = 0; id < 40; ++id)
    {
        ASSERT_TRUE(compared.Erase(HASH, id));
        ASSERT_TRUE(compared.FindsAll());
    }
    EXPECT_EQ(compared.Table().Strays(), 0U);
}

TEST(FlatTable, PutsOneLinkInThePlaceOfAnother)
{
    FlatTable table;
    PacketWork work;
    const auto any = [](LinkId /* id */) { return true; };
    table.Insert(7, 1, work);
    EXPECT_TRUE(table.Replace(7, 1, 2, work));
    EXPECT_FALSE(table.Replace(7, 1, 3, work)) << "it is gone";
    EXPECT_EQ(table.Find(7, work, any), 2U);
    EXPECT_FALSE(table.Erase(7, 1, work));
    EXPECT_TRUE(table.Erase(7, 2, work));
    EXPECT_EQ(table.Find(7, work, any), NO_LINK);
}

/// 2,000,000 links come and go: what one operation moves does not depend on how many there are.
TEST(FlatTable, GrowsToMillionsAndBackWithoutAPause)
{
    constexpr uint32_t LINKS = 2'000'000;
    FlatTable table;
    PacketWork work;
    uint32_t most = 0;
    uint64_t moves = 0;
    std::size_t bytes = 0;
    double bytesALink = 0;
    const auto note = [&]
    {
        most = std::max(most, table.LastMoves());
        moves += table.LastMoves();
    };
    const auto hashOf = [](uint32_t i) { return (i + 1) * 0xd6e8feb86659fd93; };
    for (uint32_t i = 0; i < LINKS; ++i)
    {
        table.Insert(hashOf(i), i, work);
        note();
        bytes = std::max(bytes, table.Bytes());
        bytesALink =
            i < 10'000
                ? 0
                : std::max(bytesALink,
                           static_cast<double>(table.Bytes()) / static_cast<double>(table.Size()));
    }
    EXPECT_EQ(table.Strays(), 0U);
    EXPECT_LE(bytesALink, 24) << "8 of a slot, at a load of 0.4 at least";
    for (uint32_t i = 0; i < LINKS; ++i)
    {
        ASSERT_TRUE(table.Erase(hashOf(i), i, work));
        note();
    }
    EXPECT_EQ(table.Size(), 0U);
    EXPECT_LE(table.Bytes(), bytes / 50) << "it gives its memory back";
    EXPECT_LE(most, FlatTable::MOST_MOVES);
    EXPECT_LE(static_cast<double>(moves) / (2.0 * LINKS), 2) << "slots moved an operation";
}

/// A table that began to shrink may fill again before it is done: whoever removes links from then
/// on must not take the buckets that the others need.
TEST(FlatTable, StopsShrinkingWhenItFillsAgain)
{
    FlatTable table;
    PacketWork work;
    const auto hashOf = [](uint32_t i) { return (i + 1) * 0xd6e8feb86659fd93; };
    uint32_t first = 0;
    uint32_t end = 0;
    const auto fill = [&](double load)
    {
        while (static_cast<double>(table.Size()) <
               load * static_cast<double>(LinkBucket::SLOTS * table.Buckets()))
        {
            table.Insert(hashOf(end), end, work);
            ++end;
        }
    };
    const auto eraseFirst = [&]
    {
        ASSERT_TRUE(table.Erase(hashOf(first), first, work));
        ++first;
    };
    while (end < 50'000)
    {
        table.Insert(hashOf(end), end, work);
        ++end;
    }
    for (std::size_t full = table.Buckets(); table.Buckets() == full;)
    {
        eraseFirst();
    }
    fill(0.79);
    const std::size_t buckets = table.Buckets();
    for (int i = 0; i < 1000; ++i)
    {
        eraseFirst();
    }
    EXPECT_EQ(table.Buckets(), buckets);
    EXPECT_EQ(table.Strays(), 0U);
    while (first < end)
    {
        eraseFirst();
    }
    EXPECT_EQ(table.Buckets(), FlatTable::BUCKETS) << "it shrinks on when it may";
}

/// A search reads two buckets, and hardly ever a link that it was not for: of a tag's 36 bits those
/// beyond the number of buckets tell links apart.
TEST(FlatTable, ReadsTwoBucketsAtMost)
{
    FlatTable table;
    PacketWork work;
    std::mt19937_64 engine(28);
    for (LinkId id = 0; id < 100'000; ++id)
    {
        table.Insert(engine(), id, work);
    }
    work = {};
    for (int miss = 0; miss < 100'000; ++miss)
    {
        const PacketWork before = work;
        EXPECT_EQ(table.Find(engine(), work, [](LinkId /* id */) { return false; }), NO_LINK);
        ASSERT_EQ(work.nodeVisits - before.nodeVisits, 2 + work.comparisons - before.comparisons);
    }
    EXPECT_LE(work.comparisons, 100U) << "about 1 is expected: 100,000 misses, 12 slots, 20 bits";
}

} // namespace

} // namespace bindstorm
