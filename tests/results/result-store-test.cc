/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/result-store.h"

#include "sample-run.h"

#include "results/content-hash.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace bindstorm
{

TEST(ResultStore, GivesBackARunAsItWasStored)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    const NewRun run = SampleRun(3);
    const RunId id = store.AddRun(run);

    EXPECT_EQ(store.GetResult(id), run.result);
    EXPECT_EQ(store.GetTable(id, "server.ports"), run.result.tables[0]);
    EXPECT_EQ(store.GetTable(id, "no such"), std::nullopt);
    EXPECT_THAT(store.GetTableNames(id), testing::ElementsAre("server.ports", "empty"));
    const StoredRun stored = store.GetRun(id);
    EXPECT_EQ(stored.kind, RunKind::SIM);
    EXPECT_EQ(stored.identity, run.Identity());
    EXPECT_EQ(stored.spec, run.spec);
    EXPECT_EQ(stored.seed, 3U);
    EXPECT_EQ(stored.run, 7U);
    EXPECT_EQ(stored.digest, run.result.digest);
    EXPECT_EQ(stored.provenance.build.Identity(), "c0ffee+d1ff");
    EXPECT_TRUE(stored.provenance.build.isDirty);
    EXPECT_EQ(stored.provenance.build.buildType, "Release");
    EXPECT_EQ(stored.provenance.libraries, run.provenance.libraries);
    EXPECT_EQ(stored.provenance.machine, run.provenance.machine);
    EXPECT_EQ(stored.startedAt, run.startedAt);
    EXPECT_EQ(stored.wallSeconds, 0.25);
    EXPECT_THAT(store.CheckIntegrity(), testing::IsEmpty());
}

TEST(ResultStore, FindsARunByItsIdentityOnly)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    NewRun run = SampleRun(1);
    EXPECT_EQ(store.FindRun(run.Identity()), std::nullopt);
    const RunId id = store.AddRun(run);
    EXPECT_EQ(store.FindRun(run.Identity()), id);

    run.provenance.build.changes = "an allocator was edited";
    EXPECT_EQ(store.FindRun(run.Identity()), std::nullopt);
    EXPECT_NE(store.AddRun(run), id);
}

TEST(ResultStore, KeepsAMetricThatIsNoNumberOut)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    NewRun run = SampleRun(1);
    run.result.metrics = {{"nan", std::nan("")},
                          {"infinite", -std::numeric_limits<double>::infinity()},
                          {"zero", -0.0}};
    run.result.tables = {{"t", {{"c", {}, {std::nan(""), -0.0}}}}};
    const RunResult back = store.GetResult(store.AddRun(run));

    ASSERT_EQ(back.metrics.size(), 2U);
    EXPECT_EQ(back.metrics[0], run.result.metrics[1]);
    EXPECT_EQ(back.metrics[1].value, 0.0);
    ASSERT_EQ(back.tables.at(0).columns.at(0).reals.size(), 2U);
    EXPECT_TRUE(std::isnan(back.tables[0].columns[0].reals[0]));
    EXPECT_TRUE(std::signbit(back.tables[0].columns[0].reals[1]));
    EXPECT_THAT(store.CheckIntegrity(), testing::IsEmpty());
}

TEST(ResultStore, StoresARunOnceAndNoticesWhenItIsNotDeterministic)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    NewRun run = SampleRun(1);
    const RunId id = store.AddRun(run);
    run.startedAt = "later";
    EXPECT_EQ(store.AddRun(run), id);
    EXPECT_NE(store.GetRun(id).startedAt, "later");

    run.result.digest = "another";
    EXPECT_THROW(store.AddRun(run), StoreError);
    EXPECT_EQ(store.GetRun(id).digest, SampleRun(1).result.digest);
}

TEST(ResultStore, KnowsHowMuchOfAnExperimentIsDone)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    const ExperimentId id = store.BeginExperiment(SamplePlan(30));
    for (uint64_t number = 29; number >= 13; --number)
    {
        store.AddRun(SampleRun(number));
    }
    const StoredExperiment experiment = store.GetExperiment(id);
    EXPECT_EQ(experiment.planned, 30U);
    EXPECT_EQ(experiment.done, 17U);
    EXPECT_EQ(experiment.name, "sample");
    EXPECT_EQ(experiment.scenarioPath, "scenarios/sample.toml");
    EXPECT_EQ(experiment.title, "A title");
    EXPECT_EQ(experiment.question, "Why?");
    EXPECT_FALSE(experiment.finishedAt);
    EXPECT_THROW(store.FinishExperiment(id), StoreError);

    const std::vector<ExperimentRun> runs = store.GetRuns(id);
    ASSERT_EQ(runs.size(), 30U);
    EXPECT_FALSE(runs[12].run);
    EXPECT_TRUE(runs[12].metrics.empty());
    ASSERT_TRUE(runs[13].run);
    EXPECT_EQ(runs[13].metrics, SampleRun(13).result.metrics);
    EXPECT_EQ(runs[13].digest, SampleRun(13).result.digest);
    EXPECT_EQ(runs[13].parameters, SamplePlan(30).runs[13].parameters);

    for (uint64_t number = 0; number < 13; ++number)
    {
        store.AddRun(SampleRun(number));
    }
    store.FinishExperiment(id);
    EXPECT_TRUE(store.GetExperiment(id).finishedAt);
}

TEST(ResultStore, GoesOnWithAnExperimentThatIsBegunAgain)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    const ExperimentId id = store.BeginExperiment(SamplePlan(3));
    store.AddRun(SampleRun(0));
    EXPECT_EQ(store.BeginExperiment(SamplePlan(3)), id);
    EXPECT_EQ(store.GetExperiment(id).done, 1U);

    // A longer plan is another experiment, to which the stored run counts as well.
    const ExperimentId longer = store.BeginExperiment(SamplePlan(4));
    EXPECT_NE(longer, id);
    EXPECT_EQ(store.GetExperiment(longer).done, 1U);
    EXPECT_EQ(store.ListExperiments().size(), 2U);
}

TEST(ResultStore, CountsOneRunForEveryPlaceThatPlannedIt)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    ExperimentPlan plan = SamplePlan(2);
    plan.runs[1].identity = plan.runs[0].identity;
    const ExperimentId id = store.BeginExperiment(plan);
    store.AddRun(SampleRun(0));
    EXPECT_EQ(store.GetExperiment(id).done, 2U);
    EXPECT_EQ(store.GetRuns(id)[1].metrics, SampleRun(0).result.metrics);
}

TEST(ResultStore, RefusesARunThatItCouldNotGiveBack)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    const auto refuses = [&store](void (*spoil)(NewRun&))
    {
        NewRun run = SampleRun(1);
        spoil(run);
        EXPECT_THROW(store.AddRun(run), std::invalid_argument);
    };
    refuses([](NewRun& run) { run.result.digest.clear(); });
    refuses([](NewRun& run) { run.kind = RunKind::BENCH; });
    refuses([](NewRun& run) { run.seed = uint64_t{1} << 63; });
    refuses([](NewRun& run) { run.run = uint64_t{1} << 63; });
    refuses([](NewRun& run) { run.result.wallSeconds = std::nan(""); });
    refuses([](NewRun& run) { run.result.metrics.push_back(run.result.metrics[0]); });
    refuses([](NewRun& run) { run.result.tables.push_back(run.result.tables[0]); });
    refuses([](NewRun& run) { run.result.tables[0].columns[0].integers.pop_back(); });
    refuses([](NewRun& run) { run.result.tables[0].columns[0].reals.push_back(1.0); });
    refuses([](NewRun& run) { run.result.tables[0].columns[1].name = "observed"; });
    EXPECT_EQ(store.FindRun(SampleRun(1).Identity()), std::nullopt);
}

TEST(ResultStore, StoresKindsWithoutDigest)
{
    const TemporaryFolder folder;
    auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
    for (const RunKind kind : {RunKind::BENCH, RunKind::PROBE, RunKind::CHECK})
    {
        NewRun run = SampleRun(1);
        run.kind = kind;
        run.result.digest.clear();
        const RunId id = store.AddRun(run);
        EXPECT_EQ(store.GetRun(id).kind, kind);
        EXPECT_EQ(store.GetResult(id), run.result);
    }
    EXPECT_THAT(store.CheckIntegrity(), testing::IsEmpty());
}

TEST(ResultStore, LeavesOneFileWhenClosed)
{
    const TemporaryFolder folder;
    {
        auto store = ResultStore::OpenForWriting(folder / "s.sqlite");
        store.BeginExperiment(SamplePlan(1));
        store.AddRun(SampleRun(0));
    }
    EXPECT_EQ(folder.List(), "s.sqlite ");
}

} // namespace bindstorm
