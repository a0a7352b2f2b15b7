/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/workload/workload.h"

#include "fake-host.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace bindstorm
{

TEST(OpenClose, DoesEachRoundOfEachProcessAndLeavesNothingOpen)
{
    FakeHost host;
    host.Run("open-close",
             MakeSettings("open-close", {{"count", int64_t{50}}, {"processes", int64_t{4}}}));
    EXPECT_EQ(host.submitted[OperationKind::BIND], 200U);
    EXPECT_EQ(host.submitted[OperationKind::CLOSE], 200U);
    EXPECT_EQ(host.LiveSockets(Protocol::UDP), 0U);
    EXPECT_LE(host.most, 4U);
}

TEST(OpenClose, ThinksBetweenRounds)
{
    FakeHost host;
    host.Run("open-close",
             MakeSettings("open-close", {{"count", int64_t{10}}, {"think", int64_t{1000000}}}));
    // Ten rounds of two operations of 1 us, nine pauses of 1 ms between them.
    EXPECT_EQ(host.Now().count(), 10 * 2000 + 9 * 1000000);
}

TEST(Fill, EndsWithEveryPortTakenAndTheStatedNumberOfFailures)
{
    FakeHost host;
    host.Run("fill", MakeSettings("fill", {{"failures", int64_t{3}}}));
    EXPECT_EQ(host.LiveSockets(Protocol::UDP), 1000U);
    EXPECT_EQ(host.outcomes[BindError::ADDRESS_IN_USE], 3U);
    EXPECT_EQ(host.submitted[OperationKind::BIND], 1003U);
}

TEST(Fill, StopsAtItsLimitAlsoWithSeveralProcesses)
{
    FakeHost host;
    host.Run("fill", MakeSettings("fill", {{"limit", int64_t{100}}, {"processes", int64_t{7}}}));
    EXPECT_EQ(host.LiveSockets(Protocol::UDP), 100U);
    EXPECT_EQ(host.outcomes[BindError::ADDRESS_IN_USE], 0U);
}

TEST(Churn, HoldsItsOccupancyWhileItReplaces)
{
    for (const char* placement : {"allocator", "random"})
    {
        FakeHost host;
        host.Run(
            "churn",
            MakeSettings("churn",
                         {{"count", int64_t{500}}, {"occupancy", 0.9}, {"placement", placement}}));
        EXPECT_EQ(host.LiveSockets(Protocol::UDP), 900U) << placement;
        EXPECT_EQ(host.most, 900U) << placement;
        EXPECT_EQ(host.leastAtClose, 899U) << placement;
        EXPECT_EQ(host.setUp, 900U) << placement;
        EXPECT_EQ(host.submitted[OperationKind::CLOSE], 500U) << placement;
        EXPECT_EQ(host.submitted[OperationKind::BIND],
                  placement == std::string("random") ? 500U : 1400U);
    }
}

TEST(Churn, OfNothingOpensWithoutClosing)
{
    FakeHost host;
    host.Run("churn", MakeSettings("churn", {{"count", int64_t{5}}, {"occupancy", 0.0}}));
    EXPECT_GE(host.submitted[OperationKind::BIND], 5U);
    EXPECT_LE(host.LiveSockets(Protocol::UDP), 1U);
}

TEST(Churn, OfAFullRangeEnds)
{
    FakeHost host;
    host.Run("churn", MakeSettings("churn", {{"count", int64_t{5}}, {"occupancy", 1.0}}));
    EXPECT_EQ(host.LiveSockets(Protocol::UDP), 1000U);
    EXPECT_EQ(host.submitted[OperationKind::CLOSE], 5U);
}

TEST(Storm, BindsInBurstsAndClosesEverySocketAfterItsTime)
{
    FakeHost host;
    host.Run("storm",
             MakeSettings("storm",
                          {{"count", int64_t{20}},
                           {"processes", int64_t{10}},
                           {"burst", int64_t{5}},
                           {"interval", int64_t{1000000}},
                           {"hold", int64_t{300000}}}));
    EXPECT_EQ(host.submitted[OperationKind::BIND], 200U);
    EXPECT_EQ(host.submitted[OperationKind::CLOSE], 200U);
    EXPECT_EQ(host.LiveSockets(Protocol::UDP), 0U);
    EXPECT_GE(host.most, 5U);
}

TEST(Storm, KeepsToItsPeriodWhenPeriodic)
{
    FakeHost host;
    host.Run("storm",
             MakeSettings("storm",
                          {{"count", int64_t{11}},
                           {"processes", int64_t{1}},
                           {"pace", "periodic"},
                           {"interval", int64_t{1000000}}}));
    // The first burst falls within an interval; ten periods, a bind and a close follow.
    EXPECT_GE(host.Now().count(), 10 * 1000000 + 2000);
    EXPECT_LT(host.Now().count(), 11 * 1000000 + 2000);
}

TEST(Frames, ComeAtTheirPeriod)
{
    FakeHost host;
    host.Run("frames",
             MakeSettings("frames", {{"count", int64_t{60}}, {"period", int64_t{1000000}}}));
    EXPECT_EQ(host.submitted[OperationKind::FRAME], 60U);
    EXPECT_EQ(host.Now().count(), 59 * 1000000 + 1000);
}

TEST(Workloads, AnUnknownNameIsRefusedWithTheNearest)
{
    try
    {
        FindWorkload("opn-close");
        FAIL() << "accepted";
    }
    catch (const ConfigError& error)
    {
        EXPECT_NE(std::string(error.what()).find("open-close"), std::string::npos);
    }
}

TEST(Workloads, EverySettingHasADefaultAHelpAndARange)
{
    for (const WorkloadInfo& info : GetWorkloads())
    {
        EXPECT_FALSE(info.summary.empty()) << info.name;
        for (const SettingInfo& setting : info.settings)
        {
            EXPECT_TRUE(setting.defaultValue.has_value()) << info.name << "." << setting.name;
            EXPECT_FALSE(setting.help.empty()) << info.name << "." << setting.name;
        }
    }
}

} // namespace bindstorm
