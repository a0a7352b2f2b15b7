/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "queue-box.h"

#include "model/base/component-spec.h"
#include "model/workload/packet-mix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using std::chrono::nanoseconds;
using Given = std::map<std::string, SettingValue>;

/// Packets of every kind but new flows, a fifth each.
Given
MixWithoutNew()
{
    return {{"hit_outbound", 0.2},
            {"hit_inbound", 0.2},
            {"miss", 0.2},
            {"repeated_miss", 0.2},
            {"filtered", 0.2}};
}

/// @return the message of the ConfigError that settings make
std::string
RefusalOf(const Given& given)
{
    QueueBox box(WithOneAddress(), 1);
    try
    {
        box.Run("no-drop", given);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

TEST(NoDropTest, FindsTheInverseOfAConstantServiceTime)
{
    // Evenly spaced at 1 / S or less each packet finds an idle server. Above, the excess of 4000
    // packets has to fit into a queue of one and the server.
    for (const int64_t service : {40, 125, 1000})
    {
        QueueBox box(WithOneAddress(), 1);
        box.cost = [&](const PacketAnswer&, const PacketWork&) { return nanoseconds{service}; };
        const WorkloadReport report = box.Run("no-drop", {});
        const double limit = 1e9 / static_cast<double>(service);
        const auto found = static_cast<double>(CountOf(report, "no_drop_pps"));
        const auto failed = static_cast<double>(CountOf(report, "failed_pps"));
        EXPECT_GT(failed, limit);
        EXPECT_LE(failed, found * 1.01);
        EXPECT_LE(found, limit / (1 - 2.0 / 4000));
        EXPECT_EQ(CountOf(report, "one_by_one_pps"), std::llround(limit));
        EXPECT_EQ(CountOf(report, "mean_cost_ps"), service * 1000);
        EXPECT_EQ(CountOf(report, "finished"), 1);
    }
}

TEST(NoDropTest, IsDeceivedByAQueueByNoMoreThanItSays)
{
    QueueBox box(WithOneAddress(), 400);
    const WorkloadReport report = box.Run("no-drop", {{"resolution", 0.001}});
    const auto found = static_cast<double>(CountOf(report, "no_drop_pps"));
    EXPECT_LE(found, 25e6 / (1 - 402.0 / 4000));
    EXPECT_GE(found, 25e6 / (1 - 400.0 / 4000) / 1.001);
}

TEST(NoDropTest, CountsNoDropByPolicyAsLossButEachByItsReason)
{
    QueueBox box(WithOneAddress(), 1);
    const WorkloadReport report = box.Run("no-drop", MixWithoutNew());
    EXPECT_GE(CountOf(report, "no_drop_pps"), 24'750'000);
    EXPECT_EQ(CountOf(report, "policy_drops"), 2400) << "three fifths of 4000";
    EXPECT_EQ(CountOf(report, "policy_share_ppm"), 600'000);
    EXPECT_EQ(CountOf(report, "policy.no-mapping") + CountOf(report, "policy.filtered"), 2400);
    EXPECT_GE(CountOf(report, "policy.filtered"), 800) << "strangers, and misses of used ports";
    EXPECT_EQ(CountOf(report, "let_in"), 0);
    EXPECT_EQ(CountOf(report, "lost.refused"), 0);
    EXPECT_EQ(CountOf(report, "lost.wrong"), 0);
    EXPECT_GT(CountOf(report, "lost.queue_full"), 0) << "at the rate above";
    for (uint8_t phase = 0; phase < 6; ++phase)
    {
        const uint64_t share = phase == 2 ? 0 : 800;
        EXPECT_EQ(box.packets[phase], share);
        EXPECT_EQ(box.right[phase], share);
    }
}

TEST(NoDropTest, SaysWhatAMethodWouldFindThatCannotTellDropsApart)
{
    QueueBox mixed(WithOneAddress(), 1);
    const WorkloadReport some = mixed.Run("no-drop", MixWithoutNew());
    EXPECT_EQ(CountOf(some, "blind_no_drop_pps"), 0);
    EXPECT_EQ(CountOf(some, "one_by_one_pps"), 25'000'000) << "drops count as packets";
    EXPECT_EQ(CountOf(some, "one_by_one_forwarded_pps"), 10'000'000);

    QueueBox hits(WithOneAddress(), 1);
    const WorkloadReport none = hits.Run("no-drop", {});
    EXPECT_EQ(CountOf(none, "blind_no_drop_pps"), CountOf(none, "no_drop_pps"));
}

TEST(NoDropTest, CountsWhatIsLetInForItself)
{
    NatConfig config = WithOneAddress();
    config.udp.filtering = NatDependence::ENDPOINT_INDEPENDENT;
    QueueBox box(config, 1);
    const WorkloadReport report =
        box.Run("no-drop", {{"hit_outbound", 0.5}, {"hit_inbound", 0.0}, {"filtered", 0.5}});
    EXPECT_EQ(CountOf(report, "let_in"), 2000);
    EXPECT_EQ(CountOf(report, "policy_drops"), 0);
    EXPECT_GE(CountOf(report, "no_drop_pps"), 24'750'000);
    EXPECT_EQ(box.right[5], 0U) << "nobody should have come in";
}

TEST(NoDropTest, EndsWhatStrangersMadeBeforeTheNextTrial)
{
    // One link for each flow, and one for each of 400 misses that the box accepts.
    NatConfig config = WithOneAddress(LibaliasConfig());
    config.unsolicited = NatUnsolicited::ACCEPT;
    config.maxLinks = 500;
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run(
        "no-drop",
        {{"flows", int64_t{100}}, {"hit_outbound", 0.5}, {"hit_inbound", 0.4}, {"miss", 0.1}});
    EXPECT_EQ(CountOf(report, "let_in"), 400);
    EXPECT_EQ(CountOf(report, "policy_drops"), 0);
    EXPECT_GE(CountOf(report, "no_drop_pps"), 24'750'000);
}

TEST(NoDropTest, EndsAtItsHighestRateWhenEveryRateWorks)
{
    QueueBox box(WithOneAddress(), 1);
    const WorkloadReport report = box.Run("no-drop", {{"highest_rate", int64_t{1'000'000}}});
    EXPECT_EQ(CountOf(report, "finished"), 1);
    EXPECT_EQ(CountOf(report, "no_drop_pps"), 1'000'000);
    EXPECT_EQ(CountOf(report, "failed_pps"), 0);
    EXPECT_EQ(CountOf(report, "trials"), 1);
}

TEST(NoDropTest, EndsAtItsLowestRateWhenNoRateWorksAndSaysWhy)
{
    // One link a flow: 100 of 300 are there before, and a trial opens 400 more.
    NatConfig config = WithOneAddress(LibaliasConfig());
    config.maxLinks = 300;
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run("no-drop",
                                          {{"flows", int64_t{100}},
                                           {"hit_outbound", 0.5},
                                           {"hit_inbound", 0.4},
                                           {"new", 0.1},
                                           {"lowest_rate", int64_t{100'000}}});
    EXPECT_EQ(CountOf(report, "finished"), 1);
    EXPECT_EQ(CountOf(report, "no_drop_pps"), 0);
    EXPECT_EQ(CountOf(report, "failed_pps"), 100'000);
    EXPECT_EQ(CountOf(report, "lost.table-full"), 200);
    EXPECT_EQ(CountOf(report, "lost.refused"), 200);
}

TEST(NoDropTest, EndsNewFlowsBeforeTheNextTrial)
{
    NatConfig config = WithOneAddress(LibaliasConfig());
    config.maxLinks = 500;
    QueueBox box(config, 1);
    const WorkloadReport report = box.Run(
        "no-drop",
        {{"flows", int64_t{100}}, {"hit_outbound", 0.5}, {"hit_inbound", 0.4}, {"new", 0.1}});
    EXPECT_GE(CountOf(report, "no_drop_pps"), 24'750'000) << "100 + 400 links fit each time";
    EXPECT_EQ(CountOf(report, "lost.refused"), 0);
}

TEST(NoDropTest, CountsPacketsThatComeOutElsewhereAsLost)
{
    QueueBox box(WithOneAddress(), 1);
    box.spoil = [](PacketAnswer& answer)
    {
        if (answer.direction == PacketDirection::INBOUND)
        {
            ++answer.nat.endpoint.port;
        }
    };
    const WorkloadReport report = box.Run("no-drop", {});
    EXPECT_EQ(CountOf(report, "no_drop_pps"), 0);
    EXPECT_EQ(CountOf(report, "lost.wrong"), 2000);
}

TEST(NoDropTest, FindsLessWhenPacketsComeAtRandom)
{
    QueueBox box(WithOneAddress(), 16);
    const WorkloadReport report = box.Run("no-drop", {{"pace", "poisson"}});
    EXPECT_LT(CountOf(report, "no_drop_pps"), 24'000'000);
    EXPECT_GT(CountOf(report, "no_drop_pps"), 10'000'000);
}

TEST(NoDropTest, SendsPoissonPacketsAtTheirMeanRate)
{
    // 100,000 exponential times: standard deviation of the mean 0.32 %, six of them 1.9 %:
    // false alarm 2e-9.
    QueueBox box(WithOneAddress(), 100'000);
    const WorkloadReport report = box.Run("no-drop",
                                          {{"pace", "poisson"},
                                           {"packets", int64_t{100'000}},
                                           {"lowest_rate", int64_t{20'000'000}},
                                           {"highest_rate", int64_t{20'000'000}}});
    // The last trial, at the rate found, tells its packets apart by kind.
    const auto begun = std::min(box.firstOf[0], box.firstOf[1]);
    const auto ended = std::max(box.lastOf[0], box.lastOf[1]);
    const double seconds = 1e-9 * static_cast<double>((ended - begun).count());
    EXPECT_NEAR(100'000 / seconds, 20e6, 0.019 * 20e6);
    EXPECT_EQ(CountOf(report, "no_drop_pps"), 20'000'000);
}

TEST(NoDropTest, AveragesWhatPacketsCost)
{
    QueueBox box(WithOneAddress(), 4);
    box.cost = [](const PacketAnswer& answer, const PacketWork&)
    { return nanoseconds{answer.direction == PacketDirection::OUTBOUND ? 30 : 50}; };
    const WorkloadReport report =
        box.Run("no-drop", {{"hit_outbound", 0.25}, {"hit_inbound", 0.75}});
    EXPECT_EQ(CountOf(report, "mean_cost_ps"), 45'000);
    EXPECT_EQ(CountOf(report, "one_by_one_pps"), 22'222'222);
    EXPECT_NEAR(static_cast<double>(CountOf(report, "no_drop_pps")), 22'222'222, 222'222);
}

TEST(NoDropTest, RefusesSharesThatDoNotAddUpAndNamesTheKeys)
{
    EXPECT_EQ(RefusalOf({{"hit_outbound", 0.6}}),
              "no-drop: the shares hit_outbound, hit_inbound, new, miss, repeated_miss and "
              "filtered add up to 1.1, not to 1");
    EXPECT_EQ(RefusalOf({{"miss", 0.0000001}}), "no-drop: miss = 1e-07 is finer than a millionth");
}

TEST(NoDropTest, RefusesBoundsThatHoldNothing)
{
    EXPECT_EQ(RefusalOf({{"lowest_rate", int64_t{2000}}, {"highest_rate", int64_t{1000}}}),
              "no-drop: lowest_rate 2000 is above highest_rate 1000");
}

TEST(NoDropTest, RefusesABoxWithoutAnAddress)
{
    QueueBox box(NatConfig{}, 1);
    EXPECT_THROW(box.Run("no-drop", {}), ConfigError);
}

TEST(NoDropTest, KeepsSharesInEveryStretch)
{
    Settings settings = MakePacketSettings(
        "no-drop",
        {{"hit_outbound", 0.5}, {"hit_inbound", 0.3}, {"new", 0.15}, {"miss", 0.05}});
    PacketMix mix(settings);
    std::array<int, MIXED_PACKETS> counts{};
    const std::array<double, MIXED_PACKETS> shares{0.5, 0.3, 0.15, 0.05, 0, 0};
    for (int sent = 1; sent <= 1000; ++sent)
    {
        ++counts[static_cast<std::size_t>(mix.Next())];
        for (std::size_t i = 0; i < MIXED_PACKETS; ++i)
        {
            EXPECT_NEAR(counts[i], shares[i] * sent, 2);
        }
    }
    EXPECT_EQ(counts[0], 500);
    EXPECT_EQ(counts[3], 50);
}

} // namespace

} // namespace bindstorm
