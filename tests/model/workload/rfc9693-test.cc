/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "queue-box.h"

#include "model/base/component-spec.h"
#include "model/workload/rfc9693.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;
using std::chrono::seconds;

/// One link a connection, ports 32768 to 65535 of one address.
NatConfig
OneLinkEach()
{
    NatConfig config = WithOneAddress(LibaliasConfig());
    config.ports = ComponentSpec("uniform");
    config.unsolicited = NatUnsolicited::DENY;
    return config;
}

NatConfig
HousekeptBy(const std::string& housekeeping)
{
    NatConfig config = OneLinkEach();
    config.housekeeping = ComponentSpec::Parse(housekeeping);
    return config;
}

TEST(Rfc9693Test, EstablishesAtTheInverseOfAConstantServiceTime)
{
    QueueBox box(OneLinkEach(), 1);
    const WorkloadReport report = box.Run("rfc9693", {});
    EXPECT_EQ(CountOf(report, "finished"), 1);
    EXPECT_EQ(CountOf(report, "one_by_one_pps"), 25'000'000);
    EXPECT_GT(CountOf(report, "failed_pps"), 25'000'000);
    EXPECT_GE(CountOf(report, "establishment_pps"), 24'750'000);
    EXPECT_LE(CountOf(report, "establishment_pps"), 25'012'507) << "25 million / (1 - 2 / 4000)";
    EXPECT_GT(CountOf(report, "lost.queue_full"), 0);
    EXPECT_EQ(CountOf(report, "invalid"), 0);
}

TEST(Rfc9693Test, DoesNotCountConnectionsThatNothingComesBackThrough)
{
    QueueBox box(OneLinkEach(), 1);
    box.spoil = [](PacketAnswer& answer)
    {
        if (answer.mark.phase == RFC9693_PHASE_2 && answer.mark.tag % 4 == 0)
        {
            answer.nat.endpoint.address = 0;
        }
    };
    const WorkloadReport report = box.Run("rfc9693", {});
    EXPECT_EQ(CountOf(report, "establishment_pps"), 0);
    EXPECT_EQ(CountOf(report, "failed_pps"), 1000);
    EXPECT_EQ(CountOf(report, "invalid"), 1000) << "a quarter of 4000";
}

TEST(Rfc9693Test, WaitsForPortsThatAreHeldBetweenTrials)
{
    NatConfig config = OneLinkEach();
    config.range = {2000, 2999};
    config.overload = false;
    config.portHold = seconds{120};
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run("rfc9693", {{"connections", int64_t{1000}}});
    EXPECT_GE(CountOf(report, "establishment_pps"), 24'750'000) << "all ports, in every trial";
}

TEST(Rfc9693Test, PassesPacketsOfConnectionsAtTheInverseOfTheirMeanTime)
{
    for (const auto& [ways, limit] :
         {std::pair{"both", 25e6}, {"outbound", 1e9 / 30}, {"inbound", 20e6}})
    {
        QueueBox box(OneLinkEach(), 2);
        box.cost = [](const PacketAnswer& answer, const PacketWork&)
        { return nanoseconds{answer.direction == PacketDirection::OUTBOUND ? 30 : 50}; };
        const WorkloadReport report =
            box.Run("rfc9693",
                    {{"measure", "throughput"}, {"ways", ways}, {"connections", int64_t{500}}});
        EXPECT_EQ(CountOf(report, "finished"), 1);
        EXPECT_NEAR(static_cast<double>(CountOf(report, "throughput_pps")), limit, 0.01 * limit)
            << ways;
        EXPECT_EQ(CountOf(report, "lost.refused"), 0);
        EXPECT_EQ(box.Table().CountSessions(), 500U) << "nothing new in phase 2";
    }
}

TEST(Rfc9693Test, FindsTheLimitOfATableAsItsCapacity)
{
    NatConfig config = OneLinkEach();
    config.maxLinks = 777;
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run("rfc9693", {{"measure", "capacity"}});
    EXPECT_EQ(CountOf(report, "capacity"), 777);
    EXPECT_EQ(CountOf(report, "failed_at"), 778);
    EXPECT_EQ(CountOf(report, "lost.table-full"), 1);
}

TEST(Rfc9693Test, FindsThatAConnectionMayTakeTwoLinks)
{
    // Endpoint-independent: a mapping and its session.
    NatConfig config = WithOneAddress();
    config.maxLinks = 778;
    QueueBox box(config, 1);
    EXPECT_EQ(CountOf(box.Run("rfc9693", {{"measure", "capacity"}}), "capacity"), 389);
}

TEST(Rfc9693Test, FindsThePortsOfAnAddressAsItsCapacity)
{
    NatConfig config = WithOneAddress();
    config.range = {2000, 2999};
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run("rfc9693", {{"measure", "capacity"}});
    EXPECT_EQ(CountOf(report, "capacity"), 1000);
    EXPECT_EQ(CountOf(report, "lost.no-port"), 1);
}

TEST(Rfc9693Test, SeesThatATableLetsOldConnectionsGo)
{
    NatConfig config = OneLinkEach();
    config.maxLinks = 500;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run("rfc9693", {{"measure", "capacity"}});
    EXPECT_EQ(CountOf(report, "capacity"), 500);
    EXPECT_EQ(CountOf(report, "lost.refused"), 0) << "every packet of phase 1 came out";
    EXPECT_EQ(CountOf(report, "invalid"), 1);
}

TEST(Rfc9693Test, EmptiesATableThatLetsStrangersIn)
{
    // The packet back of an evicted connection makes a session of its own here.
    NatConfig config = OneLinkEach();
    config.unsolicited = NatUnsolicited::ACCEPT;
    config.maxLinks = 500;
    config.whenFull = NatWhenFull::EVICT_UNASSURED;
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run("rfc9693", {{"measure", "capacity"}});
    EXPECT_EQ(CountOf(report, "capacity"), 500);
    EXPECT_EQ(CountOf(report, "lost.wrong"), 0);
}

TEST(Rfc9693Test, RefusesToTearDownATableThatStrangersFill)
{
    NatConfig config = OneLinkEach();
    config.unsolicited = NatUnsolicited::ACCEPT;
    QueueBox box(config, 1);
    EXPECT_THROW(box.Run("rfc9693", {{"measure", "tear-down"}}), ConfigError);
}

TEST(Rfc9693Test, EndsTheSearchForCapacityAtItsBound)
{
    QueueBox box(OneLinkEach(), 1);
    const WorkloadReport report =
        box.Run("rfc9693", {{"measure", "capacity"}, {"connections", int64_t{600}}});
    EXPECT_EQ(CountOf(report, "finished"), 1);
    EXPECT_EQ(CountOf(report, "capacity"), 600);
    EXPECT_EQ(CountOf(report, "failed_at"), 0);
}

TEST(Rfc9693Test, TimesATearDownThatOnePacketPaysFor)
{
    QueueBox box(HousekeptBy("timer-wheel(batch=0)"), 1);
    box.cost = [](const PacketAnswer&, const PacketWork& work)
    { return nanoseconds{40 + 10 * static_cast<int64_t>(work.expired)}; };
    const WorkloadReport report =
        box.Run("rfc9693", {{"measure", "tear-down"}, {"connections", int64_t{3000}}});
    EXPECT_EQ(CountOf(report, "filled"), 3000);
    EXPECT_EQ(CountOf(report, "left"), 0);
    EXPECT_EQ(CountOf(report, "probes"), 1);
    EXPECT_EQ(CountOf(report, "empty_ns"), 40);
    EXPECT_EQ(CountOf(report, "tear_down_ns"), 30'000);
    EXPECT_EQ(CountOf(report, "tear_down_per_second"), 100'000'000);
}

TEST(Rfc9693Test, TimesATearDownThatManyPacketsShare)
{
    QueueBox box(HousekeptBy("incremental(each=1)"), 1);
    box.cost = [](const PacketAnswer&, const PacketWork& work)
    { return nanoseconds{40 + 10 * static_cast<int64_t>(work.expired)}; };
    const WorkloadReport report =
        box.Run("rfc9693", {{"measure", "tear-down"}, {"connections", int64_t{3000}}});
    EXPECT_EQ(CountOf(report, "probes"), 3000);
    EXPECT_EQ(CountOf(report, "longest_ns"), 50);
    EXPECT_EQ(CountOf(report, "tear_down_ns"), 30'000);
}

TEST(Rfc9693Test, EndsATearDownThatNeverComes)
{
    QueueBox box(HousekeptBy("on-use"), 1);
    const WorkloadReport report = box.Run(
        "rfc9693",
        {{"measure", "tear-down"}, {"connections", int64_t{3000}}, {"probes", int64_t{50}}});
    EXPECT_EQ(CountOf(report, "finished"), 1);
    EXPECT_EQ(CountOf(report, "probes"), 50);
    EXPECT_EQ(CountOf(report, "left"), 3000);
    EXPECT_EQ(CountOf(report, "tear_down_per_second"), 0);
}

} // namespace

} // namespace bindstorm
