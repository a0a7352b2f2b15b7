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

/// Goes through every start of a range with a busy set. @return how often each port was chosen
std::vector<uint64_t>
CountAllStarts(std::string_view busy)
{
    ScriptedEngine engine;
    HostSockets sockets({.allocator = ComponentSpec("linux-2.6.27")}, engine);
    WorkCounters work;
    DrawSource draws(engine, work);
    const PortRange range;
    for (const uint16_t port : MakeBusyPorts(ComponentSpec::Parse(busy), range, {}, draws))
    {
        sockets.Bind(Protocol::UDP, {}, port);
    }
    std::vector<uint64_t> counts(65536);
    for (uint32_t start = 0; start < range.Size(); ++start)
    {
        engine.Set(start);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        ++counts[result.port];
        sockets.Close(Protocol::UDP, result.socket);
    }
    return counts;
}

TEST(Linux2627, GivesEveryPortOnceForEveryStartOfAnIdleTable)
{
    const std::vector<uint64_t> counts = CountAllStarts("none");
    for (uint32_t port = 0; port < 65536; ++port)
    {
        ASSERT_EQ(counts[port], PortRange().Contains(port) ? 1U : 0U) << port;
    }
}

TEST(Linux2627, ShunsTheChainOfOneSocketAndGivesItsShareToTheNext)
{
    // 40003 is in chain 67: none of it comes, each port of chain 68 comes for two starts.
    const std::vector<uint64_t> counts = CountAllStarts("ports(40003)");
    for (uint32_t port = 32768; port <= 61000; ++port)
    {
        const uint32_t chain = port % 128;
        ASSERT_EQ(counts[port], chain == 67 ? 0U : chain == 68 ? 2U : 1U) << port;
    }
}

TEST(Linux2627, FoldsTheTailOfTheRangeToItsBeginning)
{
    // The last port is in chain 72. What starts there goes on to 61001, which folds to chain 73 at
    // the low end: 32768 + 73.
    const std::vector<uint64_t> counts = CountAllStarts("ports(61000)");
    EXPECT_EQ(counts[61000], 0U);
    EXPECT_EQ(counts[32768 + 73], 3U) << "its own start, that of its chain's neighbour, the tail";
}

TEST(Linux2627, CountsAScanForAnEmptyChain)
{
    TestHost host("linux-2.6.27");
    host.Draw();
    EXPECT_EQ(host.DrawWork(),
              (WorkCounters{.rngDraws = 1, .steps = 1, .probes = 1, .chainScans = 1, .locks = 1}));
}

TEST(Linux2627, MayFailThoughPortsAreFree)
{
    // Sockets out of range make the chains of the only free ports longer than a full one.
    TestHost host("linux-2.6.27", 1, {.range = PortRange(40000, 40001), .chains = 2});
    for (const uint16_t port : std::array<uint16_t, 4>{40001, 50000, 50002, 50004})
    {
        host.Bind({}, port);
    }
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    EXPECT_EQ(host.Bind({}, 40000).error, BindError::NONE);
}

TEST(Linux2627, TakesNoPortThatAnyAddressHolds)
{
    TestHost host("linux-2.6.27", 1, {.range = PortRange(40000, 40000)});
    host.Bind({.address = IpAddress::Parse("192.0.2.1")}, 40000);
    EXPECT_EQ(host.Bind({.address = IpAddress::Parse("192.0.2.2")}).error,
              BindError::ADDRESS_IN_USE);
}

TEST(Linux2623, GivesASequenceOnAnIdleTable)
{
    TestHost host("linux-2.6.23");
    EXPECT_EQ(host.Draw(), 32768);
    EXPECT_EQ(host.Draw(), 32768) << "the rover stays at the port that it gave";
    TestHost holding("linux-2.6.23");
    for (uint32_t port = 32768; port < 32768 + 128; ++port)
    {
        ASSERT_EQ(holding.Bind().port, port);
    }
    EXPECT_EQ(holding.Sockets().LastWork().rngDraws, 0U);
}

TEST(Linux2623, FillsTheChainsEvenly)
{
    TestHost host("linux-2.6.23");
    std::array<uint32_t, 128> lengths{};
    for (int i = 0; i < 128 * 100; ++i)
    {
        const BindResult result = host.Bind();
        ASSERT_EQ(result.error, BindError::NONE);
        ++lengths[result.port % 128U];
    }
    EXPECT_EQ(*std::ranges::max_element(lengths), 100U);
    EXPECT_EQ(*std::ranges::min_element(lengths), 100U);
}

TEST(Linux2623, GoesBackToTheBeginningOfAShorterRange)
{
    TestHost host("linux-2.6.23", 1, {.range = PortRange(40000, 40127)});
    for (uint32_t i = 0; i < 128; ++i)
    {
        ASSERT_EQ(host.Bind().port, 40000 + i);
    }
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    const uint64_t passes = 128 + 65536 / 128;
    EXPECT_EQ(host.Sockets().LastWork().chainScans, passes);
    EXPECT_EQ(host.Sockets().LastWork().probes, 65536U / 128U);
}

} // namespace

} // namespace bindstorm
