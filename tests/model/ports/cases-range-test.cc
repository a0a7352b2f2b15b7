/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>

#include <set>

namespace bindstorm
{

namespace
{

/// Allocators that are to keep to any range and list at any length of a run.
constexpr std::array<std::string_view, 6> ALLOCATORS{"uniform",
                                                     "linux-2.6.28",
                                                     "linux-2.6.29",
                                                     "byte-local-2009",
                                                     "rfc6056-1",
                                                     "dumazet-draft-2009"};

PortRequest
Connect()
{
    return {.remote = RemoteEndpoint{.address = IpAddress::Parse("198.51.100.1"), .port = 80}};
}

TEST(RangeCase, E13NeverChoosesAReservedPortButBindsItWhenAsked)
{
    const HostSockets::Config config{.range = PortRange(1024, 65535),
                                     .reserved = PortSet::Parse("10250,30000-32767")};
    for (const std::string_view allocator : ALLOCATORS)
    {
        TestHost host(allocator, 1, config);
        const int draws = allocator == "uniform" ? 500000 : 50000;
        for (int i = 0; i < draws; ++i)
        {
            for (const uint16_t port : {host.Draw(), host.Draw(Connect())})
            {
                ASSERT_TRUE(port >= 1024 && port != 10250 && (port < 30000 || port > 32767));
            }
        }
        EXPECT_EQ(host.Bind({}, 30001).error, BindError::NONE);
    }
}

TEST(RangeCase, E13IsExhaustedExactlyWhenTheOtherPortsAreTaken)
{
    TestHost host("uniform",
                  1,
                  {.range = PortRange(1024, 65535),
                   .reserved = PortSet::Parse("10250,30000-32767"),
                   .chains = 65536});
    host.Bind({}, 30001);
    uint32_t successes = 0;
    while (host.Bind().error == BindError::NONE)
    {
        ++successes;
    }
    EXPECT_EQ(successes, 61743U);
    EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
}

TEST(RangeCase, E14RefusesExcludedBlocksForAReasonOfTheirOwn)
{
    const PortSet excluded = PortSet::Parse("49673-49772,50060-50159,50164-50263");
    const HostSockets::Config config{.range = PortRange(49152, 65535), .excluded = excluded};
    for (const std::string_view allocator : ALLOCATORS)
    {
        TestHost host(allocator, 1, config);
        uint32_t refused = 0;
        for (uint32_t i = 0; i < 1000; ++i)
        {
            static constexpr std::array<uint32_t, 3> BLOCKS{49673, 50060, 50164};
            const auto port = static_cast<uint16_t>(BLOCKS[i % 3] + i / 3 % 100);
            refused += host.Bind({}, port).error == BindError::PERMISSION_DENIED ? 1 : 0;
        }
        EXPECT_EQ(refused, 1000U);
        for (int i = 0; i < 50000; ++i)
        {
            ASSERT_FALSE(excluded.Contains(host.Draw())) << allocator;
        }
        for (int i = 0; i < 100; ++i)
        {
            host.Bind();
        }
        WorkCounters work;
        EXPECT_EQ(host.Table().FreeSet({}, work).CountFree(), 16384U - 300U - 100U);
    }
}

TEST(RangeCase, E19UsesTheConfiguredRangeAndNothingElse)
{
    for (const std::string_view allocator : ALLOCATORS)
    {
        for (const std::string_view text : {"32678-40000", "1024-65535"})
        {
            const PortRange range = PortRange::Parse(text);
            TestHost host(allocator, 1, {.range = range, .chains = 4096});
            for (int i = 0; i < 50000; ++i)
            {
                ASSERT_TRUE(range.Contains(host.Draw())) << allocator;
            }
            if (range.Size() == 7323)
            {
                std::set<uint16_t> ports;
                for (uint32_t i = 0; i < range.Size(); ++i)
                {
                    ports.insert(host.Bind().port);
                }
                EXPECT_EQ(ports.size(), 7323U);
                EXPECT_EQ(*ports.begin(), 32678);
                EXPECT_EQ(*ports.rbegin(), 40000);
            }
        }
    }
}

TEST(RangeCase, E19GivesTheOnlyPortAgainAndAgain)
{
    for (const std::string& allocator : AllAllocatorNames())
    {
        TestHost host(allocator, 1, {.range = PortRange(50000, 50000)});
        for (int i = 0; i < 500; ++i)
        {
            ASSERT_EQ(host.Draw(), 50000) << allocator;
        }
        host.Bind();
        EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    }
}

TEST(RangeCase, E19RefusesRangesThatDoNotExist)
{
    for (const std::string_view text : {"60000-59999", "0-100", "1-70000"})
    {
        EXPECT_THROW(PortRange::Parse(text), ConfigError) << text;
    }
}

} // namespace

} // namespace bindstorm
