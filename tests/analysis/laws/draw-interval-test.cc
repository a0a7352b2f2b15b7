/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/laws/bounded-draw.h"
#include "analysis/laws/draw-interval.h"
#include "model/ports/chain-walk.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

TEST(DrawInterval, CountsStepsAsGoingThroughTheDrawsDoes)
{
    for (const uint64_t modulus : {1U, 2U, 4U, 64U})
    {
        for (uint64_t odd = 1; odd < std::max<uint64_t>(modulus, 2); odd += 2)
        {
            for (uint64_t begin = 0; begin < 150; begin += 7)
            {
                const DrawInterval interval{0, begin, begin + 131};
                uint64_t counted = 0;
                for (uint64_t draw = begin; draw < begin + 131; ++draw)
                {
                    counted += (draw | 1) % modulus == odd % modulus ? 1 : 0;
                }
                EXPECT_EQ(interval.CountStep(modulus, odd), counted);
            }
        }
    }
}

RC_GTEST_PROP(DrawInterval, HoldsJustTheDrawsThatScaleToItsPort, ())
{
    const auto low = *rc::gen::inRange<uint32_t>(1, 65536);
    const PortRange range(low, *rc::gen::inRange<uint32_t>(low, 65536));
    const int bits = *rc::gen::element(16, 32);
    const auto intervals = ScaledIntervals(range, bits);
    RC_ASSERT(intervals.size() == range.Size());
    RC_ASSERT(intervals.front().begin == 0);
    RC_ASSERT(intervals.back().end == uint64_t{1} << 32);
    const uint32_t mask = bits == 16 ? 0xffff0000 : 0xffffffff;
    for (const std::size_t i : {std::size_t{0}, intervals.size() / 2, intervals.size() - 1})
    {
        const DrawInterval& interval = intervals[i];
        if (interval.begin == interval.end)
        {
            continue; // a range with more ports than there are high halves
        }
        RC_ASSERT(ScaleToRange(static_cast<uint32_t>(interval.begin) & mask, range) ==
                  interval.start);
        RC_ASSERT(ScaleToRange(static_cast<uint32_t>(interval.end - 1) & mask, range) ==
                  interval.start);
        RC_ASSERT(i + 1 == intervals.size() || interval.end == intervals[i + 1].begin);
    }
}

TEST(BoundedDraw, RemaindersAddUpToAllDraws)
{
    for (const uint32_t modulus : {1U, 3U, 28232U, 28233U, 65535U})
    {
        uint64_t all = 0;
        for (uint32_t remainder = 0; remainder < modulus; ++remainder)
        {
            all += CountOfRemainder(remainder, modulus);
        }
        EXPECT_EQ(all, uint64_t{1} << 32);
    }
}

TEST(BoundedDraw, MeanIsThatOfRejection)
{
    EXPECT_DOUBLE_EQ(MeanNumbersOfDrawBelow(1), 1);
    EXPECT_DOUBLE_EQ(MeanNumbersOfDrawBelow(65536), 1);
    // 2^32 = 1 (mod 3): one number of all is rejected.
    EXPECT_DOUBLE_EQ(MeanNumbersOfDrawBelow(3), 4294967296.0 / 4294967295.0);
    // 2^32 = 2^31 - 1 + 1 (mod 2^31 + 1): nearly half are rejected.
    EXPECT_NEAR(MeanNumbersOfDrawBelow(0x80000001), 2, 1e-8);
}

} // namespace bindstorm
