/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/record/libalias-style.h"

#include "model/workload/libalias-perf-report.h"
#include "results/utc-time.h"
#include "scenarios/engine/runner/workload-reports.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace bindstorm
{

namespace
{

LibaliasPerfRun
MadeUpPerfRun(int64_t useNat)
{
    LibaliasPerfRun run;
    run.settings.duration = std::chrono::milliseconds{500};
    run.result.rounds = 1;
    run.result.rows = {{1, NatTime{0}, {1'000'000, 2'000'000, 3'000'000, useNat}},
                       {2,
                        std::chrono::milliseconds{450},
                        {1'100'000,
                         LibaliasPerfResult::NOT_DONE,
                         LibaliasPerfResult::NOT_DONE,
                         LibaliasPerfResult::NOT_DONE}}};
    run.result.counts = {{{4000, 0}, {100, 1}, {900, 0}, {13, 987}, {0, 1000}}};
    return run;
}

NewRun
StoredRunOf(const std::string& index, const RunResult& result)
{
    NewRun run;
    run.kind = RunKind::SIM;
    run.spec = "{\"index\":\"" + index + "\"}";
    run.provenance.build = {.version = "1",
                            .commit = "commit",
                            .isDirty = false,
                            .changes = "",
                            .compiler = "compiler",
                            .buildType = "Release"};
    run.startedAt = UtcNow();
    run.result = result;
    run.result.digest = "digest of " + index;
    return run;
}

/// @return what is printed of one run a result
std::string
StyleOf(const std::vector<std::pair<std::string, RunResult>>& results)
{
    const auto path = std::filesystem::temp_directory_path() /
                      ("libalias-style-" + std::to_string(::getpid()) + ".sqlite");
    std::filesystem::remove(path);
    std::string text;
    {
        ResultStore store = ResultStore::OpenForWriting(path);
        ExperimentPlan plan{"e", "e.toml", "text", "title", "question", {}};
        for (const auto& [index, result] : results)
        {
            plan.runs.push_back({StoredRunOf(index, result).Identity(), {{"nat.index", index}}});
        }
        const ExperimentId experiment = store.BeginExperiment(plan);
        for (const auto& [index, result] : results)
        {
            store.AddRun(StoredRunOf(index, result));
        }
        text = FormatLibaliasStyle(store, store.GetRuns(experiment));
    }
    std::filesystem::remove(path);
    return text;
}

RunResult
ResultOf(const std::vector<std::pair<std::string, LibaliasPerfRun>>& runs)
{
    WorkloadReports reports;
    for (const auto& [name, run] : runs)
    {
        reports.Add(name, run.ToReport());
    }
    RunResult result;
    reports.Report(result);
    return result;
}

TEST(LibaliasStyle, PrintsEachRunUnderItsParametersAsTheProgramOfTheReviewsDoes)
{
    const std::string results = "Results\n"
                                "   Rounds  :         1\n"
                                "newNAT ok  :      4000\n"
                                "newNAT fail:         0\n"
                                "useNAT ok  :       100 (out)\n"
                                "useNAT fail:         1 (out)\n"
                                "useNAT ok  :       900 (in)\n"
                                "useNAT fail:         0 (in)\n"
                                "RANDOM ok  :        13\n"
                                "RANDOM fail:       987\n"
                                "ATTACK ok  :         0\n"
                                "ATTACK fail:      1000\n"
                                "             ---------\n"
                                "      Total:      7001\n"
                                "\n"
                                "  Cleanup  : ------\n";
    const std::string parameters = "nat.perf: max_seconds = 0.5, batch_size = 2000, random_size = "
                                   "1000, attack_size = 1000, redir_size = 2000\n\n";
    EXPECT_EQ(StyleOf({{"old", ResultOf({{"nat.perf", MadeUpPerfRun(110'000)}})},
                       {"none", {}},
                       {"new", ResultOf({{"nat.perf", MadeUpPerfRun(180'000)}})}}),
              "run 1: nat.index=old\n" + parameters +
                  "RND SECOND newNAT RANDOM ATTACK useNAT\n"
                  "  1    0.0   1.00   2.00   3.00   0.11 \n"
                  "  2    0.5   1.10 \n"
                  "\n" +
                  results + "\n\nrun 3: nat.index=new\n" + parameters +
                  "RND SECOND newNAT RANDOM ATTACK useNAT\n"
                  "  1    0.0   1.00   2.00   3.00   0.18 \n"
                  "  2    0.5   1.10 \n"
                  "\n" +
                  results);
}

TEST(LibaliasStyle, IsEmptyWhereNoRunHasTheTest)
{
    EXPECT_EQ(StyleOf({{"none", {}}}), "");
    RunResult other;
    other.tables.push_back({"nat.other.totals", {{"count", {1}, {}}}});
    EXPECT_EQ(StyleOf({{"other", other}}), "");
}

TEST(WorkloadReports, GiveTheSecondOfANameANumber)
{
    const RunResult result =
        ResultOf({{"nat.perf", MadeUpPerfRun(1)}, {"nat.perf", MadeUpPerfRun(2)}});
    ASSERT_EQ(result.tables.size(), 4U);
    EXPECT_EQ(result.tables[0].name, "nat.perf.rounds");
    EXPECT_EQ(result.tables[3].name, "nat.perf_2.totals");
    EXPECT_EQ(result.metrics.front(), (Metric{"nat.perf.rounds", 1}));
    EXPECT_EQ(result.tables[0].columns[2].integers, (std::vector<int64_t>{1'000'000, 1'100'000}));
}

} // namespace

} // namespace bindstorm
