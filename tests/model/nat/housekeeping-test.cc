/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "kept-pool.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST(NatHousekeeping, IsMadeByItsName)
{
    NatLinkPool pool;
    for (const NatHousekeepingInfo& info : GetNatHousekeeping())
    {
        EXPECT_NE(CreateNatHousekeeping(ComponentSpec(info.name), pool), nullptr) << info.name;
    }
    EXPECT_EQ(ResolveNatHousekeeping(ComponentSpec::Parse("sweep(0.015625, most=800)")).ToString(),
              "sweep");
    EXPECT_THROW(KeptPool("sweeps"), ConfigError);
    EXPECT_THROW(KeptPool("sweep(0)"), ConfigError);
    EXPECT_THROW(KeptPool("incremental(0)"), ConfigError);
    EXPECT_THROW(KeptPool("timer-wheel(tick=0)"), ConfigError);
    EXPECT_THROW(KeptPool("on-use(3)"), ConfigError);
}

TEST(NatHousekeeping, SaysWhetherTheTableHasToCheck)
{
    EXPECT_FALSE(KeptPool("sweep").ChecksOnUse());
    EXPECT_TRUE(KeptPool("sweep(check=use)").ChecksOnUse());
    EXPECT_FALSE(KeptPool("incremental").ChecksOnUse());
    EXPECT_TRUE(KeptPool("incremental(check=use)").ChecksOnUse());
    EXPECT_TRUE(KeptPool("on-use").ChecksOnUse());
    EXPECT_TRUE(KeptPool("timer-wheel").ChecksOnUse());
}

TEST(Sweep, GoesRoundInSixtyFourSecondsAsLibaliasDid)
{
    KeptPool kept("sweep");
    for (int link = 0; link < 6400; ++link)
    {
        kept.Add(NatTime{0}, seconds{1});
    }
    for (int second = 1; second <= 64; ++second)
    {
        EXPECT_EQ(kept.Packet(seconds{second}).expiryChecks, 100U);
        EXPECT_EQ(kept.Packet(seconds{second} + nanoseconds{1}).nodeVisits, 0U);
    }
    EXPECT_TRUE(kept.Live().empty());
}

TEST(Sweep, LooksAtNoMoreThanItsBoundAfterALongSilence)
{
    KeptPool kept("sweep");
    for (int link = 0; link < 6400; ++link)
    {
        kept.Add(NatTime{0}, seconds{1});
    }
    EXPECT_EQ(kept.Packet(seconds{3600}).nodeVisits, 800U);
    EXPECT_EQ(kept.Live().size(), 5600U);
}

TEST(Sweep, ReachesEachLinkOfASmallTableToo)
{
    KeptPool kept("sweep");
    kept.Add(NatTime{0}, seconds{1});
    kept.Add(NatTime{0}, seconds{1});
    for (int second = 1; second <= 64; ++second)
    {
        kept.Packet(seconds{second});
    }
    EXPECT_TRUE(kept.Live().empty());
}

TEST(Incremental, LooksAtTheLinkCheckedLongestAgo)
{
    KeptPool kept("incremental");
    const LinkId stays = kept.Add(NatTime{0}, seconds{9});
    const LinkId ends = kept.Add(NatTime{0}, seconds{1});
    kept.Packet(seconds{2});
    EXPECT_EQ(kept.Live().size(), 2U); // The one that stays had its turn.
    kept.Packet(seconds{2});
    EXPECT_EQ(kept.expired, std::vector<LinkId>{ends});
    EXPECT_EQ(kept.Live(), std::vector<LinkId>{stays});
}

TEST(Incremental, GoesRoundOnceWithAPacketAtMost)
{
    KeptPool kept("incremental(each=1000)");
    for (int link = 0; link < 3; ++link)
    {
        kept.Add(NatTime{0}, seconds{9});
    }
    EXPECT_EQ(kept.Packet(seconds{1}).expiryChecks, 3U);
}

TEST(TimerWheel, HandsALinkBackAtItsVeryNanosecond)
{
    for (const char* text : {"timer-wheel", "timer-wheel(tick=1)", "timer-wheel(tick=0.3)"})
    {
        KeptPool kept(text);
        const LinkId id = kept.Add(nanoseconds{7}, seconds{300});
        kept.Packet(seconds{300} + nanoseconds{6});
        EXPECT_TRUE(kept.expired.empty()) << text;
        kept.Packet(seconds{300} + nanoseconds{7});
        EXPECT_EQ(kept.expired, std::vector<LinkId>{id}) << text;
    }
}

TEST(TimerWheel, KnowsOfADeadlineThatCameNearer)
{
    KeptPool kept("timer-wheel");
    const LinkId id = kept.Add(NatTime{0}, seconds{7440});
    kept.Packet(seconds{10});
    kept.Use(id, seconds{10}, seconds{240});
    kept.Packet(seconds{250} - nanoseconds{1});
    EXPECT_TRUE(kept.expired.empty());
    kept.Packet(seconds{250});
    EXPECT_EQ(kept.expired.size(), 1U);
}

TEST(TimerWheel, LooksAtABusyLinkOnlyNowAndThen)
{
    KeptPool kept("timer-wheel");
    const LinkId id = kept.Add(NatTime{0}, seconds{300});
    uint64_t checks = 0;
    for (int64_t second = 1; second <= 3600; ++second)
    {
        checks += kept.Packet(seconds{second}).expiryChecks;
        kept.Use(id, seconds{second}, seconds{300});
    }
    EXPECT_TRUE(kept.expired.empty());
    EXPECT_LE(checks, 3600U / 60);
}

TEST(NatHousekeeping, ABatchBoundsTheLinksOfAPacket)
{
    KeptPool kept("timer-wheel(batch=5)");
    for (int link = 0; link < 1000; ++link)
    {
        kept.Add(NatTime{0}, seconds{1});
    }
    for (std::size_t packet = 1; packet <= 200; ++packet)
    {
        EXPECT_EQ(kept.Packet(seconds{1}).expiryChecks, 5U);
        EXPECT_EQ(kept.expired.size(), 5 * packet);
    }
    EXPECT_EQ(kept.Packet(seconds{1}).expiryChecks, 0U);
}

} // namespace

} // namespace bindstorm
