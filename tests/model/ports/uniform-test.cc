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

#include <set>

namespace bindstorm
{

namespace
{

TEST(Uniform, GivesEveryFreePortForOneIntervalOfDrawsEach)
{
    // Draws cut at multiples of 2^32 / f: as many intervals as free ports, one port each.
    ScriptedEngine engine;
    HostSockets sockets({.range = PortRange(40000, 40999), .allocator = ComponentSpec("uniform")},
                        engine);
    WorkCounters work;
    DrawSource draws(engine, work);
    for (const uint16_t port :
         MakeBusyPorts(ComponentSpec::Parse("every(3)"), PortRange(40000, 40999), {}, draws))
    {
        sockets.Bind(Protocol::UDP, {}, port);
    }
    const uint32_t free = 1000 - 334;
    std::set<uint16_t> ports;
    for (uint64_t rank = 0; rank < free; ++rank)
    {
        engine.Set(static_cast<uint32_t>(((rank << 32) + (uint64_t{1} << 31)) / free));
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        ports.insert(result.port);
        sockets.Close(Protocol::UDP, result.socket);
    }
    EXPECT_EQ(ports.size(), free);
}

TEST(Uniform, IsUniformOverTheFreePortsAtAnyOccupancy)
{
    // False alarms 1e-7 a cell, 18 cells.
    for (const std::string_view busy :
         {"none", "random(0.5)", "random(0.99)", "every(2)", "lower-half", "all-but(46000-46099)"})
    {
        for (uint64_t seed = 1; seed <= 3; ++seed)
        {
            TestHost host("uniform", seed, {.chains = 65536});
            host.Hold(busy);
            WorkCounters work;
            const FreePortMap& map = host.Table().FreeSet({}, work);
            std::vector<uint64_t> counts(65536);
            const uint32_t free = map.CountFree();
            for (uint32_t i = 0; i < 10 * free; ++i)
            {
                ++counts[host.Draw()];
            }
            std::vector<double> shares(65536);
            for (uint32_t port = 0; port < 65536; ++port)
            {
                shares[port] = map.IsFree(static_cast<uint16_t>(port)) ? 1 : 0;
            }
            EXPECT_GT(ChiSquarePValue(counts, shares), 1e-7) << busy << " seed " << seed;
        }
    }
}

TEST(Uniform, DoesTheSameWorkAtAnyOccupancy)
{
    for (const std::string_view busy : {"none", "random(0.5)", "random(0.999)"})
    {
        TestHost host("uniform");
        host.Hold(busy);
        host.Draw();
        for (int i = 0; i < 1000; ++i)
        {
            host.Draw();
            WorkCounters work = host.DrawWork();
            ASSERT_LE(work.rngDraws, 3U) << "more has probability 2e-16";
            work.rngDraws = 1;
            ASSERT_EQ(work,
                      (WorkCounters{.rngDraws = 1,
                                    .steps = 1,
                                    .locks = 1,
                                    .bitmapWords = 1 + FreePortMap::SELECT_WORDS +
                                                   FreePortMap::CHANGE_WORDS}));
        }
    }
}

TEST(Uniform, FailsWithoutADraw)
{
    TestHost host("uniform");
    host.Hold("all");
    host.Bind();
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(host.Sockets().LastWork(), (WorkCounters{.locks = 1, .bitmapWords = 1}));
}

} // namespace

} // namespace bindstorm
