/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/component-spec.h"
#include "model/workload/libalias-perf-text.h"
#include "perf-on-table.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

constexpr int64_t NOT_DONE = LibaliasPerfResult::NOT_DONE;
constexpr int64_t NO_PACKET = LibaliasPerfResult::NO_PACKET;

LibaliasPerfResult
SomeResult()
{
    LibaliasPerfResult result;
    result.rounds = 1;
    result.rows = {{1, NatTime{0}, {1'234'567, 12'345'678, NO_PACKET, 104'999}},
                   {2, std::chrono::milliseconds{9960}, {1'500'000, 250'000, NOT_DONE, NOT_DONE}}};
    result.counts = {{{4000, 1}, {17000, 0}, {133000, 2}, {26, 1974}, {0, 1500}}};
    return result;
}

TEST(LibaliasPerfText, IsWhatTheProgramOfTheReviewsPrints)
{
    EXPECT_EQ(FormatLibaliasPerf(SomeResult(), std::chrono::milliseconds{1234}),
              "RND SECOND newNAT RANDOM ATTACK useNAT\n"
              "  1    0.0   1.23  12.35 ------   0.10 \n"
              "  2   10.0   1.50   0.25 \n"
              "\n"
              "Results\n"
              "   Rounds  :         1\n"
              "newNAT ok  :      4000\n"
              "newNAT fail:         1\n"
              "useNAT ok  :     17000 (out)\n"
              "useNAT fail:         0 (out)\n"
              "useNAT ok  :    133000 (in)\n"
              "useNAT fail:         2 (in)\n"
              "RANDOM ok  :        26\n"
              "RANDOM fail:      1974\n"
              "ATTACK ok  :         0\n"
              "ATTACK fail:      1500\n"
              "             ---------\n"
              "      Total:    157503\n"
              "\n"
              "  Cleanup  : 1.23s\n");
}

TEST(LibaliasPerfText, HasNoFigureForTheEndOfATableThatIsNotSimulated)
{
    EXPECT_TRUE(FormatLibaliasPerf(SomeResult()).ends_with("\n  Cleanup  : ------\n"));
}

TEST(LibaliasPerfText, HasOneBlankLineAfterRowsThatAreAllComplete)
{
    LibaliasPerfResult result = SomeResult();
    result.rows.pop_back();
    EXPECT_THAT(FormatLibaliasPerf(result), testing::HasSubstr("0.10 \n\nResults\n"));
}

TEST(LibaliasPerfText, NamesTheParametersAsTheProgramDoes)
{
    EXPECT_EQ(LibaliasPerfParameters({}),
              "max_seconds = 10, batch_size = 2000, random_size = 1000, attack_size = 1000, "
              "redir_size = 2000");
    EXPECT_EQ(LibaliasPerfParameters({.isFair = true}),
              "fair: rounds = 20, batch_size = 2000, redir_size = 2000");
}

TEST(LibaliasPerfReport, ComesBackFromItsTables)
{
    PerfOnTable test({.batchSize = 50,
                      .randomSize = 0,
                      .attackSize = 30,
                      .redirSize = 10,
                      .duration = std::chrono::milliseconds{20}});
    const LibaliasPerfRun run = test.Run();
    const WorkloadReport report = run.ToReport();
    LibaliasPerfRun back = LibaliasPerfRun::FromTables(report.tables[0], report.tables[1]);
    EXPECT_GT(run.result.rounds, 2U);
    EXPECT_EQ(FormatLibaliasPerf(back.result), FormatLibaliasPerf(run.result));
    EXPECT_EQ(LibaliasPerfParameters(back.settings), LibaliasPerfParameters(run.settings));
    back.result.sums = run.result.sums;
    EXPECT_EQ(back.result, run.result);
}

TEST(LibaliasPerfReport, SaysWhichColumnATableOfAnotherKindLacks)
{
    const WorkloadReport::Table other{.name = "nat.perf.rounds", .columns = {{"port", {1, 2}}}};
    const WorkloadReport report = LibaliasPerfRun{}.ToReport();
    try
    {
        LibaliasPerfRun::FromTables(other, report.tables[1]);
        FAIL() << "taken for what it is not";
    }
    catch (const ConfigError& error)
    {
        EXPECT_STREQ(error.what(),
                     "table 'nat.perf.rounds' is none of the libalias test: it has no column "
                     "'round'");
    }
}

TEST(LibaliasPerfReport, CountsAndMeansAreOfAllRounds)
{
    LibaliasPerfRun run{{}, SomeResult()};
    run.result.sums = {{{NatTime{3000}, 2}, {NatTime{10}, 3}, {}, {NatTime{1}, 1}}};
    const auto counts = run.ToReport().counts;
    const auto value = [&](const std::string& name) -> int64_t
    {
        for (const auto& count : counts)
        {
            if (count.name == name)
            {
                return count.value;
            }
        }
        return -1;
    };
    EXPECT_EQ(value("rounds"), 1);
    EXPECT_EQ(value("total"), 157503);
    EXPECT_EQ(value("use_nat_in_fail"), 2);
    EXPECT_EQ(value("new_nat_ps"), 1'500'000);
    EXPECT_EQ(value("random_ps"), 3333);
    EXPECT_EQ(value("attack_ps"), -1) << "there is no such phase";
}

} // namespace

} // namespace bindstorm
