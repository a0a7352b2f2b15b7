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

namespace bindstorm
{

namespace
{

TEST(Linux2629, TakesItsFirstPickOnAnIdleTable)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("linux-2.6.29")}, engine);
    for (const auto& [draw, port] : {std::pair{0U, 32768}, {0xffffffffU, 61000}, {1U << 31, 46884}})
    {
        engine.Set(draw);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        EXPECT_EQ(result.port, port);
        EXPECT_EQ(sockets.LastWork(),
                  (WorkCounters{.rngDraws = 1,
                                .steps = 1,
                                .probes = 1,
                                .chainScans = 1,
                                .locks = 1,
                                .bitmapWords = 8}));
        sockets.Close(Protocol::UDP, result.socket);
    }
}

TEST(Linux2629, StepsByAnOddNumberOfSlots)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("linux-2.6.29")}, engine);
    engine.Set(2); // 32768, then by 3 slots of 128
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 32768);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 32768 + 3 * 128);
    engine.Set(0xfffe); // 61000, then by -1 slot
    sockets.Bind(Protocol::UDP, {}, 61000);
    engine.Set(0xfffffffe);
    EXPECT_EQ(sockets.Bind(Protocol::UDP, {}).port, 61000 - 128);
}

TEST(Linux2629, ScansEachChainOnceBeforeItFails)
{
    TestHost host("linux-2.6.29");
    host.Hold("all");
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(host.Sockets().LastWork(),
              (WorkCounters{.rngDraws = 1,
                            .steps = 65536,
                            .probes = 28233,
                            .chainScans = 128,
                            .nodeVisits = 28233,
                            .locks = 128,
                            .bitmapWords = 128 * 8}));
}

TEST(Linux2629, IsUniformOnAnIdleTable)
{
    // 28233 cells, 40 draws each. False alarms 1e-7 a seed, 5e-7 in all.
    for (uint64_t seed = 1; seed <= 5; ++seed)
    {
        TestHost host("linux-2.6.29", seed);
        std::vector<uint64_t> counts(28233);
        for (int i = 0; i < 28233 * 40; ++i)
        {
            ++counts[host.Draw() - 32768U];
        }
        EXPECT_GT(ChiSquarePValue(counts), 1e-7);
    }
}

TEST(Linux2629, GivesAPortToEachRequestThatItSuits)
{
    // A port that is marked busy for the wildcard is free for another address.
    TestHost host("linux-2.6.29", 1, {.range = PortRange(40000, 40000)});
    const PortRequest first{.address = IpAddress::Parse("192.0.2.1")};
    const PortRequest second{.address = IpAddress::Parse("192.0.2.2")};
    EXPECT_EQ(host.Bind(first).port, 40000);
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(host.Bind(second).port, 40000);
}

} // namespace

} // namespace bindstorm
