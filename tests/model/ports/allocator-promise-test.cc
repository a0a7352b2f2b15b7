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

/**
 * What every allocator promises, in every reading.
 */
class AllocatorPromise : public testing::TestWithParam<std::string>
{
};

TEST_P(AllocatorPromise, GivesPortsOfTheRangeThatAreNotReserved)
{
    TestHost host(GetParam(),
                  1,
                  {.range = PortRange(40000, 40999), .reserved = PortSet::Parse("40100-40299")});
    host.Hold("random(0.5)");
    WorkCounters work;
    for (int i = 0; i < 2000; ++i)
    {
        const uint16_t port = host.Draw();
        ASSERT_TRUE(port >= 40000 && port <= 40999 && (port < 40100 || port > 40299)) << port;
        ASSERT_TRUE(host.Table().FreeSet({}, work).IsFree(port));
    }
}

TEST_P(AllocatorPromise, FillsRangesOfOneTwoAndThreePortsAndFailsThen)
{
    for (const uint32_t size : {1U, 2U, 3U})
    {
        for (const uint32_t chains : {1U, 2U, 128U, 65536U})
        {
            for (const uint32_t low : {1U, 50000U, 65536U - size})
            {
                TestHost host(GetParam(),
                              2,
                              {.range = PortRange(low, low + size - 1), .chains = chains});
                std::set<uint16_t> ports;
                for (uint32_t tries = 0; tries < 200 && ports.size() < size; ++tries)
                {
                    const BindResult result = host.Bind();
                    if (IsExhaustive(GetParam()))
                    {
                        ASSERT_EQ(result.error, BindError::NONE) << chains << " chains";
                    }
                    if (result.error == BindError::NONE)
                    {
                        ASSERT_TRUE(ports.insert(result.port).second);
                    }
                }
                // The rover never leaves a chain that is full and as short as the next one.
                if (GetParam() != "linux-2.6.23")
                {
                    ASSERT_EQ(ports.size(), size) << chains << " chains";
                }
                ASSERT_GE(*ports.begin(), low);
                ASSERT_LT(*ports.rbegin(), low + size);
                ASSERT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
            }
        }
    }
}

TEST_P(AllocatorPromise, FillsAllPortsFromOneUp)
{
    // Short chains and a good start, since the historical searches get slow near the end.
    TestHost host(GetParam(), 3, {.range = PortRange(1, 65535), .chains = 16384});
    host.Hold("random(0.998)");
    const uint32_t free = 65535 - static_cast<uint32_t>(host.Table().Size());
    std::set<uint16_t> ports;
    for (uint32_t i = 0; i < free; ++i)
    {
        const BindResult result = host.Bind();
        if (IsExhaustive(GetParam()))
        {
            ASSERT_EQ(result.error, BindError::NONE) << i << " of " << free;
        }
        ASSERT_TRUE(result.error != BindError::NONE || ports.insert(result.port).second);
    }
    if (IsExhaustive(GetParam()))
    {
        EXPECT_EQ(host.Table().Size(), 65535U);
        EXPECT_EQ(host.Bind().error, BindError::ADDRESS_IN_USE);
    }
}

TEST_P(AllocatorPromise, GivesTheSamePortsForTheSameSeedAndOthersForAnother)
{
    const auto draw = [](uint64_t seed)
    {
        TestHost host(GetParam(), seed);
        host.Hold("every(9)");
        std::vector<uint16_t> ports;
        for (int i = 0; i < 50; ++i)
        {
            ports.push_back(host.Bind().port);
        }
        return ports;
    };
    EXPECT_EQ(draw(1), draw(1));
    const bool isRandom = GetParam() != "linux-2.6.23" && GetParam() != "ns-3";
    EXPECT_EQ(draw(1) != draw(2), isRandom);
}

INSTANTIATE_TEST_SUITE_P(All,
                         AllocatorPromise,
                         testing::ValuesIn(AllAllocatorTexts()),
                         TestName<testing::TestParamInfo<std::string>>);

} // namespace

} // namespace bindstorm
