/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace bindstorm
{

namespace
{

/**
 * Public reports turned into checks; each test is named after its number there.
 */
class ExhaustionCase : public testing::TestWithParam<std::string>
{
};

/// How often E05 closes and binds again: what a bind costs on a full table differs by 10^5.
int
RoundsOnAFullTable(const std::string& allocator)
{
    if (allocator == "uniform")
    {
        return 10000;
    }
    if (allocator == "ns-3")
    {
        return 2;
    }
    return allocator == "linux-2.6.29" ? 2000 : 20;
}

TEST_P(ExhaustionCase, E05GivesEveryPortOnceAndThenExactlyTheOneThatWasClosed)
{
    TestHost host(GetParam(), 1, {.range = PortRange(49152, 65535)});
    std::vector<BindResult> live;
    std::set<uint16_t> ports;
    for (int i = 0; i < 16384; ++i)
    {
        live.push_back(host.Bind());
        ASSERT_EQ(live.back().error, BindError::NONE) << i;
        ASSERT_GE(live.back().port, 49152);
        ASSERT_TRUE(ports.insert(live.back().port).second) << live.back().port;
    }
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    const BindResult other = host.Sockets().Bind(Protocol::TCP, {}, live.front().port);
    EXPECT_EQ(other.error, BindError::NONE) << "TCP has a port space of its own";
    uint32_t random = 1;
    for (int round = 0; round < RoundsOnAFullTable(GetParam()); ++round)
    {
        random = random * 1664525 + 1013904223;
        BindResult& victim = live[(random >> 8) % live.size()];
        ASSERT_EQ(host.Close(victim.socket), BindError::NONE);
        const BindResult again = host.Bind();
        ASSERT_EQ(again.error, BindError::NONE);
        ASSERT_EQ(again.port, victim.port);
        victim = again;
    }
    EXPECT_EQ(host.Table().Size(), 16384U);
}

/// The historical search of one chain fills the range of E05, whose chains are equally long.
std::vector<std::string>
AllocatorsThatNeverMiss()
{
    std::vector<std::string> texts;
    for (const std::string& text : AllAllocatorTexts())
    {
        if (text != "rfc6056-2" && text.find("redraw") == std::string::npos)
        {
            texts.push_back(text);
        }
    }
    return texts;
}

INSTANTIATE_TEST_SUITE_P(All,
                         ExhaustionCase,
                         testing::ValuesIn(AllocatorsThatNeverMiss()),
                         TestName<testing::TestParamInfo<std::string>>);

class FailureCase : public testing::TestWithParam<std::string>
{
  protected:
    /// One allocation that must fail after at most one pass over the range.
    static void
    ExpectFailure(HostSockets::Config config, std::string_view busy)
    {
        TestHost host(GetParam(), 1, config);
        host.Hold(busy);
        ASSERT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
        // Pass 2 of the shortest-chain search goes round a chain as often as it has slots, whether
        // or not the range has as many of them.
        const bool isSearch = GetParam() == "linux-2.6.23" || GetParam() == "linux-2.6.27";
        const uint64_t bound = std::max(config.range.Size(), isSearch ? 65536 / 128 : 0U);
        const bool isRedrawn = GetParam().find("redraw") != std::string::npos;
        EXPECT_LE(host.Sockets().LastWork().probes, isRedrawn ? 16 * bound : bound);
    }
};

TEST_P(FailureCase, E06AEndsWhenTheOnlyPortIsReserved)
{
    ExpectFailure({.range = PortRange(50000, 50000), .reserved = PortSet::Parse("50000")}, "none");
}

TEST_P(FailureCase, E06BEndsWhenTheRangeIsUsedUp)
{
    ExpectFailure({.range = PortRange(40000, 43999)}, "all");
}

TEST_P(FailureCase, E06CEndsWhenOnlyReservedPortsAreFree)
{
    ExpectFailure({.range = PortRange(40000, 43999), .reserved = PortSet::Parse("41000-41999")},
                  "all");
}

INSTANTIATE_TEST_SUITE_P(All,
                         FailureCase,
                         testing::ValuesIn(AllAllocatorTexts()),
                         TestName<testing::TestParamInfo<std::string>>);

TEST(ConnectCase, E11SharesThePortsOfARangeBetweenDestinationsUnlessBoundFirst)
{
    const PortRange range(32768, 60999);
    const IpAddress source = IpAddress::Parse("192.0.2.1");
    {
        TestHost host("uniform", 1, {.range = range, .chains = 65536});
        uint32_t connections = 0;
        while (host.Bind({.address = source}).error == BindError::NONE)
        {
            ++connections;
        }
        EXPECT_EQ(connections, 28232U);
        EXPECT_EQ(host.Bind({.address = source}).error, BindError::ADDRESS_IN_USE);
    }
    for (const std::string_view allocator : {"uniform", "linux-2.6.28"})
    {
        TestHost host(allocator, 1, {.range = range, .chains = 65536});
        std::set<std::pair<uint16_t, uint32_t>> tuples;
        uint32_t attempts = 0;
        for (uint32_t destination = 0; destination < 10; ++destination)
        {
            const PortRequest request{
                .address = source,
                .remote = RemoteEndpoint{.address = IpAddress::FromIpv4(0xc6336400 + destination),
                                         .port = 443}};
            BindResult result;
            for (++attempts; (result = host.Bind(request)).error == BindError::NONE; ++attempts)
            {
                ASSERT_TRUE(tuples.emplace(result.port, destination).second);
            }
            ASSERT_EQ(result.error, BindError::ADDRESS_NOT_AVAILABLE);
            ASSERT_EQ(tuples.size(), std::size_t{28232} * (destination + 1));
        }
        EXPECT_EQ(attempts, 282320U + 10U) << "successes and failures";
        EXPECT_EQ(host.Table().Size(), 282320U);
    }
}

} // namespace

} // namespace bindstorm
