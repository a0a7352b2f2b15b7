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

using std::chrono::seconds;

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

} // namespace

} // namespace bindstorm
