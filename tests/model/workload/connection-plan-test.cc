/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "queue-box.h"

#include "model/base/component-spec.h"
#include "model/workload/connection-plan.h"

#include <gtest/gtest.h>
#include <set>
#include <tuple>
#include <vector>

namespace bindstorm
{

namespace
{

TEST(UniqueOrderTest, HasEachNumberOnceForEverySize)
{
    QueueBox box(WithOneAddress(), 1);
    for (uint64_t size = 1; size < 200; ++size)
    {
        const UniqueOrder order(size, box.Draws());
        std::set<uint64_t> seen;
        for (uint64_t place = 0; place < size; ++place)
        {
            const uint64_t number = order[place];
            EXPECT_LT(number, size);
            EXPECT_TRUE(seen.insert(number).second);
        }
    }
}

TEST(UniqueOrderTest, SpreadsTheFirstPlacesOverAllNumbers)
{
    // 4000 of a million without replacement: a quarter holds 1000, standard deviation 27.3. Four
    // quarters of ten orders, each within 6 standard deviations: false alarm 40 * 2e-9 = 8e-8.
    QueueBox box(WithOneAddress(), 1);
    for (int repeat = 0; repeat < 10; ++repeat)
    {
        const UniqueOrder order(1'000'000, box.Draws());
        std::array<int, 4> quarters{};
        for (uint64_t place = 0; place < 4000; ++place)
        {
            ++quarters[order[place] / 250'000];
        }
        for (const int quarter : quarters)
        {
            EXPECT_NEAR(quarter, 1000, 164);
        }
    }
}

TEST(ConnectionPlanTest, HasEachCombinationOnce)
{
    QueueBox box(WithOneAddress(), 1);
    const ConnectionPlan::Shape shape{.hosts = 2, .destinationPorts = 2};
    const ConnectionPlan plan(shape, box.Draws());
    std::set<std::tuple<NatEndpoint, NatEndpoint>> seen;
    for (uint64_t i = 0; i < ConnectionPlan::Most(shape); ++i)
    {
        const NatFlow flow = plan[i];
        seen.emplace(flow.internal, flow.remote);
        EXPECT_GE(flow.internal.port, 1024);
    }
    EXPECT_EQ(seen.size(), 2U * 64512 * 2);
}

TEST(ConnectionPlanTest, NamesTheKeysWhenMoreIsWantedThanThereIs)
{
    QueueBox box(WithOneAddress(), 1);
    try
    {
        box.Run("rfc9693", {{"connections", int64_t{64513}}, {"hosts", int64_t{1}}});
        FAIL() << "64,513 connections of 64,512 are no error";
    }
    catch (const ConfigError& error)
    {
        EXPECT_EQ(std::string(error.what()),
                  "rfc9693: connections = 64513 is more than hosts x 64512 source ports x "
                  "destination_ports = 64512");
    }
}

TEST(ConnectionPlanTest, EndsTheSessionsOfOtherHostsOnly)
{
    QueueBox box(WithOneAddress(), 1);
    NatTable& table = box.Table();
    const uint32_t host = ConnectionPlan::FIRST_HOST;
    for (uint32_t i = 0; i < 4; ++i)
    {
        for (const uint16_t port : {uint16_t{5000}, uint16_t{5001}})
        {
            table.Outbound({IP_UDP, {host + i, 4000}, {ConnectionPlan::SERVER, port}});
        }
    }
    EndSessionsBut(table, {.firstHost = host + 1, .hosts = 2});
    EXPECT_EQ(table.CountSessions(), 4U);
    EXPECT_EQ(table.CountMappings(), 2U) << "a mapping ends with its last session";
    EXPECT_TRUE(table.FindExternal({IP_UDP, {host + 1, 4000}, {ConnectionPlan::SERVER, 5000}}));
    EXPECT_FALSE(table.FindExternal({IP_UDP, {host, 4000}, {ConnectionPlan::SERVER, 5000}}));
    EndSessions(table);
    EXPECT_EQ(table.Size(), 0U);
}

} // namespace

} // namespace bindstorm
