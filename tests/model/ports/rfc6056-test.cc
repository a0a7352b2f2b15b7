/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace bindstorm
{

namespace
{

TEST(Rfc6056Simple, GivesAPortTheShareOfTheBusyRunBeforeIt)
{
    // The law (k + 1) / n, exact: every start of the range once.
    ScriptedEngine engine;
    HostSockets sockets({.range = PortRange(10000, 10999), .allocator = ComponentSpec("rfc6056-1")},
                        engine);
    WorkCounters work;
    DrawSource draws(engine, work);
    const std::vector<uint32_t> free{10003, 10005, 10401, 10402, 10999};
    for (uint32_t port = 10000; port <= 10999; ++port)
    {
        if (std::ranges::find(free, port) == free.end())
        {
            sockets.Bind(Protocol::UDP, {}, static_cast<uint16_t>(port));
        }
    }
    std::map<uint32_t, uint32_t> counts;
    for (uint32_t start = 0; start < 1000; ++start)
    {
        engine.Set(start);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        ++counts[result.port];
        EXPECT_EQ(sockets.LastWork().locks, 1U);
        EXPECT_EQ(sockets.LastWork().probes, sockets.LastWork().steps);
        sockets.Close(Protocol::UDP, result.socket);
    }
    const std::map<uint32_t, uint32_t> law{{10003, 4},
                                           {10005, 2},
                                           {10401, 396},
                                           {10402, 1},
                                           {10999, 597}};
    EXPECT_EQ(counts, law);
}

TEST(Rfc6056Simple, FailsAfterOnePass)
{
    TestHost host("rfc6056-1");
    host.Hold("all");
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(host.Sockets().LastWork().probes, 28233U);
}

TEST(Rfc6056Retry, FailsWithTheProbabilityOfItsLaw)
{
    // n = 100, f = 2: (1 - 2/100)^100 = 0.13262. Bounds are six standard deviations, 2e-9.
    TestHost host("rfc6056-2", 1, {.range = PortRange(40000, 40099)});
    host.Hold("all-but(40042-40043)");
    constexpr int CALLS = 50000;
    int failures = 0;
    for (int i = 0; i < CALLS; ++i)
    {
        if (host.Draw() == 0)
        {
            ++failures;
            ASSERT_EQ(host.DrawWork().probes, 100U);
            ASSERT_EQ(host.DrawWork().rngDraws, 100U);
        }
    }
    const double law = std::pow(0.98, 100);
    EXPECT_NEAR(failures, CALLS * law, 6 * std::sqrt(CALLS * law * (1 - law)));
}

TEST(Rfc6056Retry, DrawsAgainForEachTry)
{
    TestHost host("rfc6056-2");
    host.Hold("random(0.9)");
    for (int i = 0; i < 100; ++i)
    {
        host.Draw();
        EXPECT_EQ(host.DrawWork().rngDraws, host.DrawWork().probes);
        EXPECT_EQ(host.DrawWork().locks, 1U);
    }
}

} // namespace

} // namespace bindstorm
