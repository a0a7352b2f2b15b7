/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "fake-box.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bindstorm
{

namespace
{

constexpr uint8_t OPEN = 0;
constexpr uint8_t REQUEST = 1;
constexpr uint8_t RESPONSE = 2;
constexpr uint8_t CLOSE = 3;

NatConfig
OneAddress()
{
    NatConfig config;
    config.external = {203U << 24 | 113U << 8 | 1};
    return config;
}

std::size_t
CountSuccesses(const FakeBox& box)
{
    return static_cast<std::size_t>(std::ranges::count(box.exchanges, true, &Exchange::isSuccess));
}

} // namespace

TEST(RequestResponse, BringsEveryAnswerBackOverUdp)
{
    FakeBox box(OneAddress());
    box.Run("request-response",
            MakePacketSettings(
                "request-response",
                {{"hosts", int64_t{5}}, {"flows", int64_t{4}}, {"requests", int64_t{3}}}));
    EXPECT_EQ(box.exchanges.size(), 60U);
    EXPECT_EQ(CountSuccesses(box), 60U);
    EXPECT_EQ(box.packets[REQUEST], 60U);
    EXPECT_EQ(box.packets[RESPONSE], 60U);
    EXPECT_EQ(box.packets.size(), 2U) << "UDP neither opens nor closes";
    EXPECT_EQ(box.right, 120U);
    const auto rtt = std::chrono::milliseconds{10} + std::chrono::microseconds{2};
    EXPECT_EQ(std::ranges::count(box.durations, rtt), 60);
}

TEST(RequestResponse, OpensAndClosesEachFlowOverTcp)
{
    FakeBox box(OneAddress());
    box.Run("request-response",
            MakePacketSettings("request-response",
                               {{"hosts", int64_t{3}},
                                {"flows", int64_t{2}},
                                {"requests", int64_t{2}},
                                {"pace", "closed"},
                                {"protocol", "tcp"}}));
    EXPECT_EQ(CountSuccesses(box), 12U);
    EXPECT_EQ(box.packets[OPEN], 12U) << "SYN and SYN-ACK";
    EXPECT_EQ(box.packets[REQUEST], 12U);
    EXPECT_EQ(box.packets[RESPONSE], 12U);
    EXPECT_EQ(box.packets[CLOSE], 18U) << "two FINs and the last acknowledgement";
    EXPECT_EQ(box.right, 54U);
}

TEST(RequestResponse, SendsAgainWhatWasLost)
{
    FakeBox box(OneAddress());
    int responses = 0;
    box.loses = [&](const PacketMark& mark) { return mark.phase == RESPONSE && ++responses == 1; };
    box.Run("request-response",
            MakePacketSettings("request-response", {{"hosts", int64_t{1}}, {"flows", int64_t{1}}}));
    ASSERT_EQ(box.exchanges.size(), 1U);
    EXPECT_TRUE(box.exchanges[0].isSuccess);
    EXPECT_EQ(box.exchanges[0].attempts, 2);
    EXPECT_GT(box.durations[0], std::chrono::seconds{1}) << "the timeout is part of the round trip";
}

TEST(RequestResponse, GivesUpAfterItsRetries)
{
    NatConfig config = OneAddress();
    config.range = PortRange(40000, 40000);
    FakeBox box(config);
    box.Run("request-response",
            MakePacketSettings(
                "request-response",
                {{"hosts", int64_t{2}}, {"flows", int64_t{1}}, {"retries", int64_t{1}}}));
    ASSERT_EQ(box.exchanges.size(), 2U);
    EXPECT_EQ(CountSuccesses(box), 1U) << "there is one port for two hosts";
    const auto failed = std::ranges::find(box.exchanges, false, &Exchange::isSuccess);
    EXPECT_EQ(failed->attempts, 2);
    EXPECT_EQ(box.packets[REQUEST], 3U);
}

TEST(RequestResponse, IsKnownByNameAndDescribed)
{
    const PacketWorkloadInfo& info = FindPacketWorkload("request-response");
    EXPECT_FALSE(info.summary.empty());
    EXPECT_EQ(info.phases.size(), 4U);
    EXPECT_THROW(FindPacketWorkload("request-respons"), ConfigError);
}

} // namespace bindstorm
