/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace bindstorm
{

namespace
{

/// @return how many of all 65536 starts lead to each port, with no port in use
std::vector<uint32_t>
CountStarts(PortChoiceBench& bench, uint16_t internal)
{
    std::vector<uint32_t> counts(65536);
    TellEngine engine;
    for (uint32_t start = 0; start < 65536; ++start)
    {
        engine.Tell({start << 16});
        ++counts[bench.Ask(RequestOf(internal), engine).value()];
    }
    return counts;
}

TEST(LinuxPorts, GiveTheFirst1024PortsTwiceTheShareOfTheOthers)
{
    PortChoiceBench bench("linux(random=fully)");
    const std::vector<uint32_t> counts = CountStarts(bench, 5000);
    for (uint32_t port = 0; port < 65536; ++port)
    {
        const uint32_t law = port < 1024 ? 0 : port < 2048 ? 2 : 1;
        ASSERT_EQ(counts[port], law) << port;
    }
}

TEST(LinuxPorts, StayInTheClassOfTheInternalPort)
{
    PortChoiceBench bench("linux(random=fully)");
    // 65536 = 128 * 511 + 128 and 154 * 424 + 240.
    const std::vector<uint32_t> lowest = CountStarts(bench, 511);
    const std::vector<uint32_t> middle = CountStarts(bench, 512);
    for (uint32_t port = 0; port < 65536; ++port)
    {
        const bool isLowest = port >= 1 && port <= 511;
        ASSERT_EQ(lowest[port], isLowest ? (port <= 128 ? 129U : 128U) : 0U) << port;
        const bool isMiddle = port >= 600 && port <= 1023;
        ASSERT_EQ(middle[port], isMiddle ? (port < 840 ? 155U : 154U) : 0U) << port;
    }
}

TEST(LinuxPorts, KeepTheInternalPortUnlessItIsTakenOrOutOfAConfiguredRange)
{
    PortChoiceBench bench("linux");
    EXPECT_EQ(bench.Take(RequestOf(3074)), 3074);
    EXPECT_EQ(bench.Take(RequestOf(80)), 80);
    const std::optional<uint16_t> second = bench.Take(RequestOf(3074));
    ASSERT_TRUE(second);
    EXPECT_NE(*second, 3074);
    EXPECT_GE(*second, 1024);
    PortChoiceBench ranged("linux", {.range = PortRange(20000, 20999)});
    const uint16_t changed = ranged.Ask(RequestOf(3074)).value();
    EXPECT_TRUE(PortRange(20000, 20999).Contains(changed));
    EXPECT_EQ(ranged.Ask(RequestOf(20500)), 20500);
}

TEST(LinuxPorts, TryRunsOf128To8Ports)
{
    PortChoiceBench bench("linux(random=fully)", {.range = PortRange(10000, 10999)});
    bench.MakeRunBusy(10000, 10999);
    EXPECT_EQ(bench.Ask(RequestOf(5000)), std::nullopt);
    EXPECT_EQ(bench.Work().probes, 248U);
    EXPECT_EQ(bench.Work().rngDraws, 5U);
    // Only the last port of the run of 8 is free: it is the last one looked at.
    bench.Used().Remove(10907);
    TellEngine engine;
    engine.Tell({0, 100U << 16, 200U << 16, 300U << 16, 900U << 16});
    EXPECT_EQ(bench.Ask(RequestOf(5000), engine), 10907);
    EXPECT_EQ(bench.Work().probes, 248U);
    engine.Tell({0, 100U << 16, 200U << 16, 300U << 16, 899U << 16});
    EXPECT_EQ(bench.Ask(RequestOf(5000), engine), std::nullopt) << "one port short of it";
}

TEST(LinuxPorts, GoOnceThroughARangeOf128PortsAndHalveForOneMore)
{
    for (const uint32_t size : {1U, 15U, 16U, 127U, 128U, 129U})
    {
        PortChoiceBench bench("linux(random=fully)", {.range = PortRange(10000, 9999 + size)});
        bench.MakeRunBusy(10000, 9999 + size);
        EXPECT_EQ(bench.Ask(RequestOf(5000)), std::nullopt);
        EXPECT_EQ(bench.Work().probes, size <= 128 ? size : 248U);
    }
}

TEST(LinuxPorts, UseAllOf1000PortsInTheEnd)
{
    // A call misses the last port with a probability below 0.88 (its run of 128 alone), so one of
    // 2000 calls in a row finds it but for 1e-110.
    PortChoiceBench bench("linux", {.range = PortRange(10000, 10999)});
    int misses = 0;
    while (bench.Used().Size() < 1000 && misses < 2000)
    {
        misses = bench.Take(RequestOf(5000)) ? 0 : misses + 1;
    }
    EXPECT_EQ(bench.Used().Size(), 1000U);
    EXPECT_EQ(bench.Take(RequestOf(5000)), std::nullopt);
}

TEST(LinuxPorts, TakeIdentifiersFromAllThereAre)
{
    PortChoiceBench bench("linux(random=fully)", {.range = PortRange::Identifiers()});
    const std::vector<uint32_t> counts = CountStarts(bench, 5);
    EXPECT_EQ(counts, std::vector<uint32_t>(65536, 1));
}

} // namespace

} // namespace bindstorm
