/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/workload/libalias-perf-draws.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>

// Fixed seeds; each statistical bound is 5.5 standard errors, which a right driver passes with a
// probability of 1 - 4e-8 for each seed. There are 9 of them.

namespace bindstorm
{

namespace
{

constexpr uint32_t EXTERNAL = 0x01020304;
constexpr double ERRORS = 5.5;

class LibaliasPerfDraws : public testing::Test
{
  protected:
    std::unique_ptr<RandomEngine> m_engine{
        CreateRandomEngine(ComponentSpec("mt19937_64"), {1, 0, "test", "draws"})};
    WorkCounters m_work;
    DrawSource m_draws{*m_engine, m_work};
};

/// @return whether a mean over n values from low to high, all equally likely, is near the middle
bool
IsMeanOf(double mean, double n, double low, double high)
{
    const double count = high - low + 1;
    const double error = std::sqrt((count * count - 1) / 12 / n);
    return std::abs(mean - (low + high) / 2) < ERRORS * error;
}

TEST_F(LibaliasPerfDraws, ARedirectIsOfPorts1000To1999AndOfAnAddressWithItsBitsInTheUpperHalf)
{
    std::set<uint16_t> ports;
    for (int i = 0; i < 20000; ++i)
    {
        const NatRedirect redirect = DrawPerfRedirect(m_draws, EXTERNAL);
        EXPECT_EQ(redirect.protocol, IP_UDP);
        EXPECT_EQ(redirect.external.address, EXTERNAL);
        EXPECT_EQ(redirect.remote, NatEndpoint());
        ports.insert(redirect.external.port);
        ports.insert(redirect.internal.port);
        EXPECT_EQ(redirect.internal.address & 0xFFFF, 0U);
        EXPECT_EQ(redirect.internal.address & 0xAC100000, 0xAC100000);
    }
    EXPECT_EQ(*ports.begin(), 1000);
    EXPECT_EQ(*ports.rbegin(), 1999);
    EXPECT_EQ(ports.size(), 1000U);
}

TEST_F(LibaliasPerfDraws, TwoThousandRedirectsAreOfAbout865PortsTwoEachInTheMean)
{
    std::map<uint16_t, int> count;
    for (int i = 0; i < 2000; ++i)
    {
        ++count[DrawPerfRedirect(m_draws, EXTERNAL).external.port];
    }
    // Occupancy of 1000 cells by 2000 balls.
    const double empty = 1000 * std::pow(1 - 1e-3, 2000);
    const double variance = empty + 1000 * 999 * std::pow(1 - 2e-3, 2000) - empty * empty;
    EXPECT_NEAR(1000 - empty, 864.8, 0.1);
    EXPECT_NEAR(static_cast<double>(count.size()), 1000 - empty, ERRORS * std::sqrt(variance));
}

TEST_F(LibaliasPerfDraws, AFlowIsFromTenToEighteenFiftyTwo)
{
    constexpr int COUNT = 100000;
    double source = 0;
    double remote = 0;
    double port = 0;
    double remotePort = 0;
    for (int i = 0; i < COUNT; ++i)
    {
        const NatFlow flow = DrawPerfFlow(m_draws);
        ASSERT_EQ(flow.internal.address >> 16, 0x0A00U);
        ASSERT_EQ(flow.remote.address >> 16, 0x1234U);
        ASSERT_NE(flow.internal.address & 0xFFFF, 0xFFFFU);
        ASSERT_TRUE(flow.internal.port >= 1000 && flow.internal.port < 60000);
        ASSERT_TRUE(flow.remote.port >= 1000 && flow.remote.port < 60000);
        source += flow.internal.address & 0xFFFF;
        remote += flow.remote.address & 0xFFFF;
        port += flow.internal.port;
        remotePort += flow.remote.port;
    }
    EXPECT_TRUE(IsMeanOf(source / COUNT, COUNT, 0, 65534));
    EXPECT_TRUE(IsMeanOf(remote / COUNT, COUNT, 0, 65534));
    EXPECT_TRUE(IsMeanOf(port / COUNT, COUNT, 1000, 59999));
    EXPECT_TRUE(IsMeanOf(remotePort / COUNT, COUNT, 1000, 59999));
}

TEST_F(LibaliasPerfDraws, AStrangerIsFromEighteenFortyEight)
{
    constexpr int COUNT = 100000;
    double port = 0;
    double externalPort = 0;
    for (int i = 0; i < COUNT; ++i)
    {
        const NatArrival arrival = DrawPerfStranger(m_draws, EXTERNAL);
        ASSERT_EQ(arrival.remote.address >> 16, 0x1230U);
        ASSERT_EQ(arrival.external.address, EXTERNAL);
        ASSERT_TRUE(arrival.remote.port >= 1 && arrival.remote.port <= 65534);
        ASSERT_TRUE(arrival.external.port >= 1 && arrival.external.port <= 65534);
        port += arrival.remote.port;
        externalPort += arrival.external.port;
    }
    EXPECT_TRUE(IsMeanOf(port / COUNT, COUNT, 1, 65534));
    EXPECT_TRUE(IsMeanOf(externalPort / COUNT, COUNT, 1, 65534));
}

TEST_F(LibaliasPerfDraws, AConversationHas1To149PacketsOfWhich89In100ComeIn)
{
    constexpr int COUNT = 100000;
    double packets = 0;
    double inbound = 0;
    std::set<uint32_t> lengths;
    for (int i = 0; i < COUNT; ++i)
    {
        const uint32_t length = DrawPerfConversation(m_draws);
        lengths.insert(length);
        packets += length;
        inbound += DrawPerfIsInbound(m_draws) ? 1 : 0;
    }
    EXPECT_EQ(lengths.size(), 149U);
    EXPECT_EQ(*lengths.begin(), 1U);
    EXPECT_EQ(*lengths.rbegin(), 149U);
    EXPECT_TRUE(IsMeanOf(packets / COUNT, COUNT, 1, 149));
    EXPECT_NEAR(inbound / COUNT, 0.89, ERRORS * std::sqrt(0.89 * 0.11 / COUNT));
}

} // namespace

} // namespace bindstorm
