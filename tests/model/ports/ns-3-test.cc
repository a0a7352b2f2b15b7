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

constexpr uint32_t FIRST = 49152;
constexpr uint32_t LAST = 65535;

HostSockets::Config
StockRange()
{
    return {.range = PortRange(FIRST, LAST)};
}

TEST(Ns3, GivesThePortAfterTheLastOne)
{
    TestHost host("ns-3", 1, StockRange());
    EXPECT_EQ(host.Draw(), FIRST + 1) << "the first port given by the stock stack is 49153";
    EXPECT_EQ(host.Draw(), FIRST + 2);
    host.Bind({}, FIRST + 3);
    EXPECT_EQ(host.Draw(), FIRST + 4);
}

TEST(Ns3, WrapsAndFillsTheRangeAndFailsAfterOnePass)
{
    TestHost host("ns-3", 1, {.range = PortRange(FIRST, FIRST + 99)});
    for (uint32_t i = 1; i < 100; ++i)
    {
        ASSERT_EQ(host.Bind().port, FIRST + i);
    }
    ASSERT_EQ(host.Bind().port, FIRST);
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    // One list: the socket bound i-th from last is found after i nodes.
    EXPECT_EQ(host.Sockets().LastWork(),
              (WorkCounters{.steps = 100,
                            .probes = 100,
                            .chainScans = 100,
                            .nodeVisits = 100 * 101 / 2,
                            .locks = 1}));
}

TEST(Ns3, PassesOverAPortThatAnyAddressHolds)
{
    TestHost host("ns-3", 1, StockRange());
    host.Bind({.address = IpAddress::Parse("192.0.2.1")}, FIRST + 1);
    EXPECT_EQ(host.Draw({.address = IpAddress::Parse("192.0.2.2")}), FIRST + 2);
}

TEST(Ns3, WalksTheWholeListForAFreePort)
{
    TestHost host("ns-3", 1, StockRange());
    for (int i = 0; i < 1000; ++i)
    {
        host.Bind();
    }
    host.Draw();
    EXPECT_EQ(host.DrawWork().nodeVisits, 1000U);
    EXPECT_EQ(host.DrawWork().rngDraws, 0U);
}

} // namespace

} // namespace bindstorm
