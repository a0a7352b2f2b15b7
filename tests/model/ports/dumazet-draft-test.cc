/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chi-square.h"
#include "test-host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace bindstorm
{

namespace
{

TEST(DumazetDraft2009, IsCaughtByAChiSquareOfFiveThousandDraws)
{
    // 16 bins, 15 degrees of freedom; non-centrality 154 where 37.7 is needed: a miss is below
    // 1e-9.
    for (uint64_t seed = 1; seed <= 5; ++seed)
    {
        TestHost host("dumazet-draft-2009", seed);
        std::array<uint64_t, 16> counts{};
        for (int i = 0; i < 5000; ++i)
        {
            ++counts[(host.Draw() - 32768U) * 16 / 28233];
        }
        EXPECT_LT(ChiSquarePValue(counts), 0.001);
    }
}

TEST(DumazetDraft2009InRange, GivesWhatWasMergedDrawByDraw)
{
    TestHost mended("dumazet-draft-2009-in-range");
    TestHost merged("linux-2.6.29");
    mended.Hold("lower-half");
    merged.Hold("lower-half");
    for (int i = 0; i < 2000; ++i)
    {
        ASSERT_EQ(mended.Draw(), merged.Draw());
        ASSERT_EQ(mended.DrawWork(), merged.DrawWork());
    }
}

TEST(DumazetDraft2009InRange, IsUnevenWhenOnlySixteenBitsAreScaled)
{
    ScriptedEngine engine;
    HostSockets sockets(
        {.allocator = ComponentSpec::Parse("dumazet-draft-2009-in-range(bias=half)")},
        engine);
    std::vector<uint64_t> counts(65536);
    for (uint32_t bias = 0; bias < 65536; ++bias)
    {
        engine.Set(bias << 16);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        ++counts[result.port];
        sockets.Close(Protocol::UDP, result.socket);
    }
    const auto [least, most] = std::minmax_element(counts.begin() + 32768, counts.begin() + 61001);
    EXPECT_EQ(*least, 2U);
    EXPECT_EQ(*most, 3U);
}

} // namespace

} // namespace bindstorm
