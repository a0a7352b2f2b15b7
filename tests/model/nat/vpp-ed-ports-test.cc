/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace bindstorm
{

namespace
{

TEST(VppEdPorts, TakeTheInternalPortFromASliceOffByOne)
{
    // Of 4 workers, the second has 17151 to 33277.
    PortChoiceBench bench("vpp-ed(workers=4, worker=1)");
    EXPECT_EQ(bench.Ask(RequestOf(17152)), 17152);
    EXPECT_EQ(bench.Ask(RequestOf(33277)), 33277);
    EXPECT_EQ(bench.Ask(RequestOf(33278)), 33278) << "the first one of the next slice is kept";
    EXPECT_EQ(bench.Work().rngDraws, 0U);
    for (const uint16_t other : {uint16_t{17151}, uint16_t{33279}, uint16_t{80}})
    {
        EXPECT_NE(bench.Ask(RequestOf(other)), other);
        EXPECT_EQ(bench.Work().rngDraws, 1U);
    }
}

TEST(VppEdPorts, DrawFromTheirSliceOnly)
{
    for (const uint32_t worker : {0U, 1U, 2U, 3U})
    {
        PortChoiceBench bench("vpp-ed(workers=4, worker=" + std::to_string(worker) + ")");
        const uint32_t low = 1024 + worker * 16127;
        TellEngine engine;
        const uint32_t part = UINT32_MAX / 16127 + 1;
        for (uint32_t port = 0; port < 16127; ++port)
        {
            engine.Tell({port * part});
            ASSERT_EQ(bench.Ask(RequestOf(80), engine), low + port);
            engine.Tell({port == 16126 ? UINT32_MAX : port * part + part - 1});
            ASSERT_EQ(bench.Ask(RequestOf(80), engine), low + port);
        }
    }
}

TEST(VppEdPorts, StayInASliceOfAnySize)
{
    for (uint32_t size = 1; size < 65535; ++size)
    {
        TellEngine engine;
        const uint64_t part = uint64_t{UINT32_MAX} / size + 1;
        ASSERT_LT(UINT32_MAX / part, size);
        ASSERT_GE((size - 1) * part, uint64_t{size - 1});
        ASSERT_LE((size - 1) * part, UINT32_MAX) << "the last port of a slice can be drawn";
    }
}

TEST(VppEdPorts, GiveUpAfterTenAttemptsWithTheProbabilityOfTheLaw)
{
    // 10 of the 100 ports of the slice are free: 0.9^10. Six standard deviations, 2e-9.
    PortChoiceBench bench("vpp-ed", {.range = PortRange(2000, 2100)});
    bench.MakeRunBusy(2010, 2099);
    constexpr int CALLS = 50000;
    int failures = 0;
    for (int i = 0; i < CALLS; ++i)
    {
        const std::optional<uint16_t> port = bench.Ask(RequestOf(80));
        ASSERT_NE(port, 2100) << "in no slice";
        if (!port)
        {
            ++failures;
            ASSERT_EQ(bench.Work().probes, 10U);
            ASSERT_EQ(bench.Work().rngDraws, 10U);
        }
    }
    const double law = std::pow(0.9, 10);
    EXPECT_NEAR(failures, CALLS * law, 6 * std::sqrt(CALLS * law * (1 - law)));
}

TEST(VppEdPorts, CountTheInternalPortAsAnAttempt)
{
    PortChoiceBench bench("vpp-ed", {.range = PortRange(2000, 2100)});
    bench.MakeRunBusy(2000, 2100);
    EXPECT_EQ(bench.Ask(RequestOf(2050)), std::nullopt);
    EXPECT_EQ(bench.Work().probes, 10U);
    EXPECT_EQ(bench.Work().rngDraws, 9U);
}

TEST(VppEdPorts, HaveNoPortInASliceWithoutPorts)
{
    PortChoiceBench bench("vpp-ed(workers=1000)", {.range = PortRange(2000, 2999)});
    EXPECT_EQ(bench.Ask(RequestOf(2050)), std::nullopt);
}

TEST(VppEdPorts, RefuseAWorkerThatIsNotThere)
{
    EXPECT_THROW(ResolveNatPortChoice(ComponentSpec::Parse("vpp-ed(workers=2, worker=2)")),
                 ConfigError);
}

} // namespace

} // namespace bindstorm
