/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/nat-housekeeping.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;
using std::chrono::seconds;

/// A pool that is kept in order, and what a table does when a link's time is over: nothing else.
class KeptPool
{
  public:
    explicit KeptPool(const std::string& text)
        : m_keeper(CreateNatHousekeeping(ComponentSpec::Parse(text), m_pool))
    {
    }

    LinkId
    Add(NatTime now, NatTime lifetime)
    {
        NatLink link;
        link.lastUse = now;
        link.lifetime = lifetime;
        const LinkId id = m_pool.Add(link);
        if (lifetime != NatTime{0})
        {
            m_keeper->OnInsert(id);
        }
        return id;
    }

    void
    Use(LinkId id, NatTime now, NatTime lifetime)
    {
        m_pool[id].lastUse = now;
        m_pool[id].lifetime = lifetime;
        m_keeper->OnUse(id);
    }

    void
    Remove(LinkId id)
    {
        if (m_pool[id].lifetime != NatTime{0})
        {
            m_keeper->OnErase(id);
        }
        m_pool.Remove(id);
    }

    /// @return the work of the packet; `expired` has what was handed back since it was cleared
    PacketWork
    Packet(NatTime now)
    {
        PacketWork work;
        m_keeper->OnPacket(now,
                           work,
                           [&](LinkId id)
                           {
                               expired.push_back(id);
                               isEarly = isEarly || m_pool[id].Deadline() > now;
                               const auto other = endWith.find(id);
                               Remove(id);
                               if (other != endWith.end() && m_pool.IsLive(other->second))
                               {
                                   Remove(other->second);
                               }
                           });
        return work;
    }

    std::vector<LinkId>
    Live() const
    {
        std::vector<LinkId> live;
        for (LinkId id = 0; id < m_pool.Capacity(); ++id)
        {
            if (m_pool.IsLive(id))
            {
                live.push_back(id);
            }
        }
        return live;
    }

    /// @return what a lookup that checks deadlines finds
    std::vector<LinkId>
    Found(NatTime now) const
    {
        std::vector<LinkId> found = Live();
        std::erase_if(found, [&](LinkId id) { return m_pool[id].Deadline() <= now; });
        return found;
    }

    std::size_t
    CountOver(NatTime now) const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(Live(), [&](LinkId id) { return m_pool[id].Deadline() <= now; }));
    }

    std::vector<LinkId> expired;
    std::map<LinkId, LinkId> endWith; ///< links that end with another
    bool isEarly{false};

    const NatLinkPool&
    Pool() const
    {
        return m_pool;
    }

    bool
    ChecksOnUse() const
    {
        return m_keeper->ChecksOnUse();
    }

  private:
    NatLinkPool m_pool;
    std::unique_ptr<NatHousekeeping> m_keeper;
};

const std::vector<std::string>&
AllWays()
{
    static const std::vector<std::string> all{"sweep",
                                              "sweep(check=use)",
                                              "sweep(fraction=1, most=0)",
                                              "sweep(fraction=0.3, most=3)",
                                              "incremental",
                                              "incremental(check=use)",
                                              "incremental(each=1000)",
                                              "on-use",
                                              "timer-wheel",
                                              "timer-wheel(tick=1)",
                                              "timer-wheel(tick=0.000000001)",
                                              "timer-wheel(tick=0.001, batch=2)"};
    return all;
}

TEST(NatHousekeeping, IsMadeByItsName)
{
    const NatLinkPool pool;
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

/// Case N20: 22,143 flows that never end, 1,630,254 packets over a minute.
struct WorkOfAMinute
{
    uint64_t worst{0};
    uint64_t total{0};
    uint64_t packetsWithWork{0};
};

WorkOfAMinute
SpendAMinute(const std::string& text)
{
    constexpr int64_t FLOWS = 22143;
    constexpr int64_t PACKETS = 1'630'254;
    KeptPool kept(text);
    for (int64_t flow = 0; flow < FLOWS; ++flow)
    {
        kept.Add(NatTime{0}, seconds{300});
    }
    WorkOfAMinute minute;
    for (int64_t packet = 1; packet <= PACKETS; ++packet)
    {
        const PacketWork work = kept.Packet(NatTime{seconds{60}} * packet / PACKETS);
        minute.worst = std::max(minute.worst, work.expiryChecks);
        minute.total += work.expiryChecks;
        minute.packetsWithWork += work.expiryChecks > 0 ? 1 : 0;
    }
    EXPECT_EQ(kept.Live().size(), std::size_t{FLOWS});
    return minute;
}

TEST(NatHousekeepingCaseN20, AFullSweepEachSecondStopsSixtyPacketsForAllFlows)
{
    const WorkOfAMinute minute = SpendAMinute("sweep(fraction=1, most=0)");
    EXPECT_EQ(minute.worst, 22143U);
    EXPECT_EQ(minute.packetsWithWork, 60U);
    EXPECT_EQ(minute.total, 1'328'580U);
}

TEST(NatHousekeepingCaseN20, OneLinkAPacketSpreadsTheWorkEvenly)
{
    const WorkOfAMinute minute = SpendAMinute("incremental(check=use)");
    EXPECT_LE(minute.worst, 3U);
    EXPECT_EQ(minute.total, 1'630'254U);
}

TEST(NatHousekeepingCaseN20, AtEachWholeSecondTheSameFlowsAreFound)
{
    KeptPool swept("sweep(fraction=1, most=0)");
    KeptPool stepped("incremental(check=use)");
    for (int64_t flow = 0; flow < 1000; ++flow)
    {
        const NatTime lifetime = std::chrono::milliseconds{1 + flow * 7919 % 60000};
        swept.Add(NatTime{0}, lifetime);
        stepped.Add(NatTime{0}, lifetime);
    }
    for (int64_t packet = 1; packet <= 6000; ++packet)
    {
        const NatTime now = std::chrono::milliseconds{10 * packet};
        swept.Packet(now);
        stepped.Packet(now);
        if (packet % 100 == 0)
        {
            // A lookup that checks refuses what is over; one that does not finds all that is left.
            ASSERT_EQ(swept.CountOver(now), 0U);
            ASSERT_EQ(swept.Found(now), stepped.Found(now));
            ASSERT_EQ(swept.Found(now), swept.Live());
        }
    }
}

TEST(NatHousekeepingCaseN20, ATimerWheelLooksAtNobodyWhoseTimeHasNotCome)
{
    const WorkOfAMinute minute = SpendAMinute("timer-wheel");
    // Each link is looked at where a slot of 68.7 s begins, of which a minute has none.
    EXPECT_EQ(minute.total, 0U);
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

TEST(NatHousekeeping, AJumpOfYearsCostsNoMoreThanOneLookAtEachLink)
{
    for (const std::string& text : AllWays())
    {
        KeptPool kept(text);
        for (int64_t link = 0; link < 1000; ++link)
        {
            kept.Add(NatTime{0}, seconds{1 + link * link * link});
        }
        const PacketWork work = kept.Packet(std::chrono::years{3});
        EXPECT_LE(work.expiryChecks, 1000U) << text;
        EXPECT_LE(work.nodeVisits + work.chainScans, 1000U + 11 * 64) << text;
        EXPECT_FALSE(kept.isEarly) << text;
    }
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

NatTime
AnyStep()
{
    // From nanoseconds to months, each magnitude alike.
    const auto magnitude = *rc::gen::inRange(0, 54);
    return nanoseconds{*rc::gen::inRange<int64_t>(0, int64_t{1} << magnitude)};
}

/// Random links, uses, removals and jumps of time.
void
LiveThrough(const std::string& text)
{
    const bool isExact = text.starts_with("timer-wheel") && text.find("batch") == std::string::npos;
    RC_LOG() << text << '\n';
    KeptPool kept(text);
    NatTime now{0};
    const int steps = *rc::gen::inRange(1, 200);
    for (int step = 0; step < steps; ++step)
    {
        const std::vector<LinkId> live = kept.Live();
        switch (live.empty() ? 0 : *rc::gen::inRange(0, 5))
        {
        case 0:
        {
            const LinkId id = kept.Add(now, *rc::gen::inRange(0, 8) == 0 ? NatTime{0} : AnyStep());
            kept.endWith.erase(id);
            if (!live.empty() && *rc::gen::inRange(0, 4) == 0)
            {
                kept.endWith[id] = *rc::gen::elementOf(live);
            }
            break;
        }
        case 1:
        {
            const LinkId id = *rc::gen::elementOf(live);
            if (kept.Pool()[id].lifetime != NatTime{0})
            {
                kept.Use(id, now, AnyStep() + nanoseconds{1});
            }
            break;
        }
        case 2:
            kept.Remove(*rc::gen::elementOf(live));
            break;
        default:
            now += AnyStep();
            kept.Packet(now);
            RC_ASSERT(!kept.isEarly);
            RC_ASSERT(!isExact || kept.CountOver(now) == 0U);
        }
    }
    // Left alone for long enough, all that sweep the background find everything.
    now += std::chrono::years{5};
    for (int packet = 0; packet < 1000 && text != "on-use"; ++packet)
    {
        now += seconds{1};
        kept.Packet(now);
    }
    RC_ASSERT(text == "on-use" || kept.CountOver(now) == 0U);
    RC_ASSERT(!kept.isEarly);
}

RC_GTEST_PROP(NatHousekeepingModel, EndsNothingEarlyAndExactWaysEndAllInTime, ())
{
    for (const std::string& text : AllWays())
    {
        LiveThrough(text);
    }
}

} // namespace

} // namespace bindstorm
