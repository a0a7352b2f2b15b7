/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/workload/libalias-perf-text.h"
#include "perf-on-table.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

// Fixed seeds; a statistical bound is 5.5 standard errors (two of them, 4e-8 each).

namespace bindstorm
{

namespace
{

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr double ERRORS = 5.5;

LibaliasPerfResult::Count
CountOf(const LibaliasPerfRun& run, PerfKind kind)
{
    return run.result.counts[static_cast<std::size_t>(kind)];
}

LibaliasPerfSettings
Review(NatTime duration)
{
    return {.duration = duration};
}

TEST(LibaliasPerf, ARoundHasThePacketsOfTheReviews)
{
    std::array<uint64_t, PERF_PHASES> first{};
    PerfOnTable test(Review(milliseconds{200}));
    std::vector<PerfPhase> order;
    const LibaliasPerfRun run = test.Run([](const auto&, const auto&) { return microseconds{1}; },
                                         [&](PerfPhase phase, const auto&, const auto&)
                                         {
                                             if (order.empty() || order.back() != phase)
                                             {
                                                 order.push_back(phase);
                                             }
                                             if (order.size() <= PERF_PHASES)
                                             {
                                                 ++first[static_cast<std::size_t>(phase)];
                                             }
                                         });
    ASSERT_GE(order.size(), 5U);
    EXPECT_EQ(order[0], PerfPhase::NEW_NAT);
    EXPECT_EQ(order[1], PerfPhase::RANDOM);
    EXPECT_EQ(order[2], PerfPhase::ATTACK);
    EXPECT_EQ(order[3], PerfPhase::USE_NAT);
    EXPECT_EQ(order[4], PerfPhase::NEW_NAT);
    EXPECT_EQ(first[0], 2000U);
    EXPECT_EQ(first[1], 1000U);
    EXPECT_EQ(first[2], 1000U);
    // 2000 conversations of 1 to 149 packets: variance (149^2 - 1) / 12.
    EXPECT_NEAR(static_cast<double>(first[3]), 150000, ERRORS * std::sqrt(2000 * 1850.0));
    EXPECT_EQ(run.result.rows[1].second, microseconds{4000 + first[3]});
    EXPECT_EQ(run.result.rows[0].means[0], 1'000'000); // ps
}

TEST(LibaliasPerf, FlowsInUseAreAmongThe25NeighboursOfTheTurn)
{
    PerfOnTable test({.batchSize = 200, .duration = milliseconds{30}});
    uint32_t lowest = 0;
    std::set<uint32_t> steps;
    uint32_t previous = 0;
    bool isOfFirstRound = true;
    test.Run([](const auto&, const auto&) { return microseconds{1}; },
             [&](PerfPhase phase, const PerfPacket& packet, const auto&)
             {
                 if (phase == PerfPhase::USE_NAT && isOfFirstRound)
                 {
                     // Seen from outside: no flow is ever far behind the furthest one.
                     lowest = std::max(lowest, packet.flow > 24 ? packet.flow - 24 : 0);
                     EXPECT_GE(packet.flow, lowest);
                     steps.insert(packet.flow);
                     previous = packet.flow;
                 }
                 isOfFirstRound = isOfFirstRound && (phase != PerfPhase::NEW_NAT || steps.empty());
             });
    EXPECT_GT(steps.size(), 195U);
    EXPECT_GT(previous, 170U);
}

TEST(LibaliasPerf, EveryFlowInUseIsOkOnEveryIndex)
{
    for (const std::string index : {"mixed-chains", "split-chains", "split-splay", "flat"})
    {
        PerfOnTable test(Review(milliseconds{300}), PerfOnTable::Config(index));
        const LibaliasPerfRun run = test.Run();
        EXPECT_EQ(CountOf(run, PerfKind::NEW_NAT).fail, 0U) << index;
        EXPECT_EQ(CountOf(run, PerfKind::USE_NAT_IN).fail, 0U) << index;
        EXPECT_EQ(CountOf(run, PerfKind::USE_NAT_OUT).fail, 0U) << index;
        EXPECT_GT(CountOf(run, PerfKind::USE_NAT_OUT).ok, 0U) << index;
        const double in = static_cast<double>(CountOf(run, PerfKind::USE_NAT_IN).ok);
        const double out = static_cast<double>(CountOf(run, PerfKind::USE_NAT_OUT).ok);
        EXPECT_NEAR(in / (in + out), 0.89, ERRORS * std::sqrt(0.89 * 0.11 / (in + out))) << index;
    }
}

TEST(LibaliasPerf, NothingGoesOutWhereSessionsAreHashedAnotherWayThanLookedFor)
{
    PerfOnTable test(Review(milliseconds{300}), PerfOnTable::Config("split-chains(outbound=lost)"));
    const LibaliasPerfRun run = test.Run();
    // Each packet from inside opens the flow anew; the port that it had is taken by itself.
    const auto out = CountOf(run, PerfKind::USE_NAT_OUT);
    EXPECT_GT(out.fail, 10000U);
    // A chain of 4001 is the right one by chance.
    EXPECT_LT(out.ok, out.fail / 500);
    EXPECT_EQ(CountOf(run, PerfKind::USE_NAT_IN).fail, 0U);
    EXPECT_EQ(CountOf(run, PerfKind::NEW_NAT).fail, 0U);
    EXPECT_GT(test.Table().Size(), 10000U);
}

TEST(LibaliasPerf, ARandomPacketPassesWhereThereIsARedirectAndNowhereElse)
{
    PerfOnTable test({.batchSize = 1, .randomSize = 20000, .duration = milliseconds{199}});
    std::set<uint16_t> ports;
    for (const NatRedirect& redirect : test.Redirects())
    {
        ports.insert(redirect.external.port);
    }
    const LibaliasPerfRun run =
        test.Run([](const auto&, const auto&) { return microseconds{1}; },
                 [&](PerfPhase phase, const PerfPacket& packet, const NatAnswer& answer)
                 {
                     if (phase == PerfPhase::RANDOM)
                     {
                         EXPECT_EQ(IsForwarded(answer.verdict),
                                   ports.contains(packet.inbound.external.port));
                     }
                 });
    const auto count = CountOf(run, PerfKind::RANDOM);
    const double packets = static_cast<double>(count.ok + count.fail);
    const double share = static_cast<double>(ports.size()) / 65534;
    EXPECT_NEAR(share, 0.0132, 0.0008);
    EXPECT_GT(packets, 150000);
    EXPECT_NEAR(static_cast<double>(count.ok),
                packets * share,
                ERRORS * std::sqrt(packets * share * (1 - share)));
}

TEST(LibaliasPerf, AnAttackPassesOnceAtMostSinceItComesBackTranslated)
{
    // About 2000 rounds, of which 1.32 % hit a redirect.
    PerfOnTable test(
        {.batchSize = 1, .randomSize = 0, .attackSize = 20, .duration = milliseconds{199}});
    uint64_t accepted = 0;
    NatEndpoint translated;
    const LibaliasPerfRun run =
        test.Run([](const auto&, const auto&) { return microseconds{1}; },
                 [&](PerfPhase phase, const PerfPacket& packet, const NatAnswer& answer)
                 {
                     if (phase != PerfPhase::ATTACK)
                     {
                         translated = {};
                     }
                     else if (IsForwarded(answer.verdict))
                     {
                         EXPECT_EQ(translated, NatEndpoint());
                         translated = answer.endpoint;
                         ++accepted;
                     }
                     else if (translated != NatEndpoint())
                     {
                         EXPECT_EQ(packet.inbound.external, translated);
                     }
                 });
    EXPECT_GT(accepted, 0U);
    EXPECT_EQ(CountOf(run, PerfKind::ATTACK).ok, accepted);
}

TEST(LibaliasPerf, TheTimeIsLookedAtWithEach1002ndPacketAndAtTheEndsOfPhases)
{
    PerfOnTable test(Review(milliseconds{100}));
    const LibaliasPerfRun run = test.Run();
    // The first test at or after 100,000 us at one packet a us.
    EXPECT_EQ(run.result.Total(), 100U * 1002U);
    EXPECT_EQ(run.result.rounds, 0U);
    // Start, begin of the round, ends of newNAT, RANDOM and ATTACK, begin of useNAT.
    EXPECT_EQ(test.Readings(), 100U + 6U);
    EXPECT_EQ(run.result.rows.back().means[2], 1'000'000);
    EXPECT_EQ(run.result.rows.back().means[3], LibaliasPerfResult::NOT_DONE);
}

TEST(LibaliasPerf, AFairTestHasEqualPhasesAndFlowsFromTheWholeTable)
{
    std::array<uint64_t, PERF_PHASES> sent{};
    std::set<uint32_t> used;
    PerfOnTable test({.isFair = true, .batchSize = 500, .rounds = 8});
    const LibaliasPerfRun run =
        test.Run([](const auto&, const auto&) { return microseconds{1}; },
                 [&](PerfPhase phase, const PerfPacket& packet, const NatAnswer&)
                 {
                     ++sent[static_cast<std::size_t>(phase)];
                     if (phase == PerfPhase::USE_NAT)
                     {
                         used.insert(packet.flow);
                     }
                 });
    EXPECT_THAT(sent, testing::Each(4000U));
    EXPECT_EQ(run.result.rounds, 8U);
    EXPECT_EQ(run.result.rows.size(), 8U);
    EXPECT_EQ(run.result.Total(), 16000U);
    EXPECT_EQ(CountOf(run, PerfKind::USE_NAT_IN).fail, 0U);
    EXPECT_EQ(CountOf(run, PerfKind::USE_NAT_OUT).fail, 0U);
    // Flows of the last round and of the first.
    EXPECT_GT(*used.rbegin(), 3500U);
    EXPECT_GT(used.size(), 1500U);
}

TEST(LibaliasPerf, TheFairWorkIsTheSameOnATableTenTimesAsSlow)
{
    const auto totals = [](int64_t cost)
    {
        PerfOnTable test({.isFair = true, .batchSize = 300, .rounds = 3});
        return test.Run([&](const auto&, const auto&) { return microseconds{cost}; }).result.counts;
    };
    EXPECT_EQ(totals(1), totals(10));
}

/// As the reviews' program prints it, at 1 us a packet and 0.1 us a link that is looked at.
TEST(LibaliasPerf, GoldenRows)
{
    const auto cost = [](const auto&, const PacketWork& work)
    { return NatTime{1000 + 100 * static_cast<int64_t>(work.nodeVisits)}; };
    const LibaliasPerfSettings settings{.batchSize = 200,
                                        .randomSize = 300,
                                        .attackSize = 100,
                                        .redirSize = 500,
                                        .duration = milliseconds{60}};
    EXPECT_EQ(
        FormatLibaliasPerf(PerfOnTable(settings, PerfOnTable::Config("mixed-chains(buckets=101)"))
                               .Run(cost)
                               .result),
        "RND SECOND newNAT RANDOM ATTACK useNAT\n"
        "  1    0.0   3.96   1.69   1.90   1.20 \n"
        "  2    0.0   4.90   1.90   1.60   1.21 \n"
        "  3    0.0   5.93   2.09   1.80   1.19 \n"
        "  4    0.1 \n"
        "\n"
        "Results\n"
        "   Rounds  :         3\n"
        "newNAT ok  :       631\n"
        "newNAT fail:         0\n"
        "useNAT ok  :      5160 (out)\n"
        "useNAT fail:         0 (out)\n"
        "useNAT ok  :     41105 (in)\n"
        "useNAT fail:         0 (in)\n"
        "RANDOM ok  :         8\n"
        "RANDOM fail:       892\n"
        "ATTACK ok  :         0\n"
        "ATTACK fail:       300\n"
        "             ---------\n"
        "      Total:     48096\n"
        "\n"
        "  Cleanup  : ------\n");
    EXPECT_EQ(FormatLibaliasPerf(
                  PerfOnTable(settings, PerfOnTable::Config("split-splay")).Run(cost).result),
              "RND SECOND newNAT RANDOM ATTACK useNAT\n"
              "  1    0.0   4.52   2.04   1.21   1.59 \n"
              "  2    0.0   5.73   2.16   1.21   1.60 \n"
              "  3    0.1   6.03   2.23   1.11 \n"
              "\n"
              "Results\n"
              "   Rounds  :         2\n"
              "newNAT ok  :       600\n"
              "newNAT fail:         0\n"
              "useNAT ok  :      3765 (out)\n"
              "useNAT fail:         0 (out)\n"
              "useNAT ok  :     30507 (in)\n"
              "useNAT fail:         0 (in)\n"
              "RANDOM ok  :         8\n"
              "RANDOM fail:       892\n"
              "ATTACK ok  :         0\n"
              "ATTACK fail:       300\n"
              "             ---------\n"
              "      Total:     36072\n"
              "\n"
              "  Cleanup  : ------\n");
}

} // namespace

} // namespace bindstorm
