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
#include <set>

namespace bindstorm
{

namespace
{

TEST(LibaliasPorts, KeepTheInternalPortThoughItIsOutOfRange)
{
    PortChoiceBench bench("libalias");
    EXPECT_EQ(bench.Take(RequestOf(4660, true)), 4660);
    EXPECT_EQ(bench.Work().rngDraws, 0U);
    const std::optional<uint16_t> second = bench.Take(RequestOf(4660, true));
    ASSERT_TRUE(second);
    EXPECT_GE(*second, 0x8000);
    bench.Release(4660);
    EXPECT_EQ(bench.Ask(RequestOf(4660, true)), 4660) << "it is free again";
    EXPECT_NE(bench.Ask(RequestOf(4660, false)), 4660) << "nobody asked for it";
}

TEST(LibaliasPorts, KeepNoReservedPortAndNeverPortZero)
{
    PortChoiceBench bench("libalias", {.reserved = PortSet::Parse("4660")});
    EXPECT_GE(bench.Ask(RequestOf(4660, true)), 0x8000);
    EXPECT_GE(bench.Ask(RequestOf(0, true)), 0x8000);
}

TEST(LibaliasPorts, GiveUpAfterTwentyTriesWithTheProbabilityOfTheLaw)
{
    // 10 of 100 ports are free: 0.9^20 without a port to keep, 0.9^19 with one that is taken. Six
    // standard deviations, 2e-9.
    constexpr int CALLS = 50000;
    for (const bool preserve : {false, true})
    {
        PortChoiceBench bench("libalias", {.range = PortRange(40000, 40099)});
        bench.MakeRunBusy(40010, 40099);
        bench.Used().Add(4660);
        int failures = 0;
        for (int i = 0; i < CALLS; ++i)
        {
            if (!bench.Ask(RequestOf(4660, preserve)))
            {
                ++failures;
                ASSERT_EQ(bench.Work().probes, 20U);
                ASSERT_EQ(bench.Work().steps, 20U);
                ASSERT_GE(bench.Work().rngDraws, preserve ? 19U : 20U);
            }
        }
        const double law = std::pow(0.9, preserve ? 19 : 20);
        EXPECT_NEAR(failures, CALLS * law, 6 * std::sqrt(CALLS * law * (1 - law)));
    }
}

TEST(LibaliasPorts, DrawFifteenBitsBefore2021AndTheSameLawSince)
{
    for (const std::string_view choice : {"libalias(draw=old)", "libalias"})
    {
        PortChoiceBench bench(choice);
        TellEngine engine;
        std::set<uint16_t> ports;
        for (uint32_t draw = 0; draw < 0x8000; ++draw)
        {
            engine.Tell({choice == "libalias" ? draw << 17 : draw | 0xabcd8000});
            ports.insert(bench.Ask(RequestOf(4660), engine).value());
        }
        EXPECT_EQ(ports.size(), 0x8000U) << "each port once in 32768 numbers";
        EXPECT_EQ(*ports.begin(), 0x8000);
    }
}

TEST(LibaliasPorts, LoseTriesOutsideTheRangeWhenTheyDrawFifteenBits)
{
    PortChoiceBench bench("libalias(draw=old)", {.range = PortRange(2000, 2999)});
    TellEngine engine;
    engine.Tell({1000, 0x7fff, 999});
    EXPECT_EQ(bench.Ask(RequestOf(4660), engine), 2999);
    EXPECT_EQ(bench.Work().steps, 3U);
    EXPECT_EQ(bench.Work().probes, 1U);
}

TEST(LibaliasPorts, TryAsOftenAsTheyAreTold)
{
    PortChoiceBench bench("libalias(tries=7)", {.range = PortRange(40000, 40009)});
    bench.MakeRunBusy(40000, 40009);
    EXPECT_EQ(bench.Ask(RequestOf(80)), std::nullopt);
    EXPECT_EQ(bench.Work().probes, 7U);
}

} // namespace

} // namespace bindstorm
