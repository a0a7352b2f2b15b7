/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

TEST(Linux2628, TakesItsFirstPickOnAnIdleTable)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("linux-2.6.28")}, engine);
    for (const uint32_t draw : {0U, 1U, 28232U, 28233U, 0xffffffffU})
    {
        engine.Set(draw);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        EXPECT_EQ(result.port, 32768 + draw % 28233);
        EXPECT_EQ(sockets.LastWork(),
                  (WorkCounters{.rngDraws = 1, .probes = 1, .chainScans = 1, .locks = 1}));
        sockets.Close(Protocol::UDP, result.socket);
    }
}

TEST(Linux2628, StepsByTheOddDrawUntilItIsInRangeAgain)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("linux-2.6.28")}, engine);
    engine.Set(20000); // 52768, then by 20001: 7233, 27234, 47235
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 52768);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 47235);
    EXPECT_EQ(sockets.LastWork(),
              (WorkCounters{.rngDraws = 1,
                            .steps = 3,
                            .probes = 2,
                            .chainScans = 2,
                            .nodeVisits = 1,
                            .locks = 2}));
}

TEST(Linux2628, LocksOncePerProbeOrOncePerChoice)
{
    for (const bool isTable : {false, true})
    {
        TestHost host(isTable ? "linux-2.6.28(lock=table)" : "linux-2.6.28");
        host.Hold("random(0.9)");
        for (int i = 0; i < 20; ++i)
        {
            host.Draw();
            EXPECT_EQ(host.DrawWork().locks, isTable ? 1 : host.DrawWork().probes);
        }
    }
}

TEST(Linux2628, ScansAChainForEveryPortBeforeItFails)
{
    // Each of 73 chains has 221 ports and each of 55 has 220; the k-th of a chain is found after k.
    TestHost host("linux-2.6.28");
    host.Hold("all");
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(host.Sockets().LastWork(),
              (WorkCounters{.rngDraws = 1,
                            .steps = 65536,
                            .probes = 28233,
                            .chainScans = 28233,
                            .nodeVisits = 73 * (221 * 222 / 2) + 55 * (220 * 221 / 2),
                            .locks = 28233}));
    EXPECT_EQ(host.Sockets().LastWork().nodeVisits, 3127813U);
}

TEST(Linux2628, NeedsTheProbesOfARandomOrder)
{
    // Mean probes (n+1)/(f+1). The order is not quite random; sd of one call is about the mean, so
    // that 5 % is more than six standard errors of 20000 calls.
    for (const auto& [busy, share] :
         {std::pair{"random(0.5)", 0.5}, {"random(0.9)", 0.9}, {"random(0.99)", 0.99}})
    {
        TestHost host("linux-2.6.28", 1, {.chains = 65536});
        host.Hold(busy);
        const double free = 28233 - static_cast<double>(host.Table().Size());
        uint64_t probes = 0;
        for (int i = 0; i < 20000; ++i)
        {
            host.Draw();
            probes += host.DrawWork().probes;
        }
        const double expected = 28234 / (free + 1);
        EXPECT_NEAR(static_cast<double>(probes) / 20000, expected, 0.05 * expected) << busy;
    }
}

TEST(Linux2628, TiesStartAndStepWhenTheRangeIsEven)
{
    // With an even size the low bit of the draw decides both: from one start only half of the steps
    // are possible. With every second port busy that is visible as a skew between the halves of the
    // draws; an odd size mixes them.
    ScriptedEngine engine;
    HostSockets sockets(
        {.range = PortRange(32768, 60999), .allocator = ComponentSpec("linux-2.6.28")},
        engine);
    for (uint32_t draw = 0; draw < 28232; draw += 2)
    {
        engine.Set(draw);
        ASSERT_EQ(sockets.Bind(Protocol::UDP, {}).port % 2, 0);
    }
    for (uint32_t draw = 0; draw < 1000; draw += 2)
    {
        engine.Set(draw + 28232U * 7);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        ASSERT_EQ(result.port % 2, 1) << "every even port is held";
    }
}

} // namespace

} // namespace bindstorm
