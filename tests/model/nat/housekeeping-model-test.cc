/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "kept-pool.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;
using std::chrono::seconds;

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
