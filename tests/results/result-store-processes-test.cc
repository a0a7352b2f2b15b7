/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "results/result-store.h"

#include "child-process.h"
#include "sample-run.h"

#include <chrono>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <list>
#include <random>
#include <sys/resource.h>
#include <thread>

namespace bindstorm
{

namespace
{

/// Does what is missing of an experiment, as the runner does, in an order of its own.
int
DoWhatIsMissing(const std::filesystem::path& path, uint64_t runs, uint64_t firstRun)
{
    auto store = ResultStore::OpenForWriting(path);
    const ExperimentPlan plan = SamplePlan(runs);
    const ExperimentId id = store.BeginExperiment(plan);
    for (uint64_t count = 0; count < runs; ++count)
    {
        const uint64_t number = (firstRun + count) % runs;
        if (!store.FindRun(plan.runs[number].identity))
        {
            store.AddRun(SampleRun(number, 1000));
        }
    }
    store.FinishExperiment(id);
    return 0;
}

/// Expects that each run which is there is there with everything.
void
ExpectWholeRunsOnly(const ResultStore& store)
{
    EXPECT_THAT(store.CheckIntegrity(), testing::IsEmpty());
    for (const StoredExperiment& experiment : store.ListExperiments())
    {
        for (const ExperimentRun& run : store.GetRuns(experiment.id))
        {
            if (run.run)
            {
                EXPECT_EQ(store.GetResult(*run.run), SampleRun(run.ordinal, 1000).result);
            }
        }
    }
}

/**
 * Expects of a store whose writer was killed that it can be read and has lost nothing.
 * @param done runs that were there before
 * @return runs that are there
 */
uint64_t
ExpectWholeRuns(const std::filesystem::path& path, uint64_t done)
{
    try
    {
        const auto store = ResultStore::OpenForReading(path);
        ExpectWholeRunsOnly(store);
        for (const StoredExperiment& experiment : store.ListExperiments())
        {
            EXPECT_GE(experiment.done, done);
            return experiment.done;
        }
    }
    catch (const StoreError&)
    {
        // Killed before the tables were there; then nothing else may be in the file.
        EXPECT_TRUE(!std::filesystem::exists(path) || std::filesystem::is_empty(path));
    }
    EXPECT_EQ(done, 0U);
    return 0;
}

/**
 * @return whether a store is there; not before it is made
 * @throws StoreError for anything but a file that is absent or empty
 */
bool
IsReadable(const std::filesystem::path& path)
{
    try
    {
        ResultStore::OpenForReading(path);
        return true;
    }
    catch (const StoreError& error)
    {
        const std::string text = error.what();
        if (text.ends_with("there is no such file") ||
            text.ends_with("is empty, not a result store"))
        {
            return false;
        }
        throw;
    }
}

} // namespace

// Case S08: "database is locked", or rows lost with success printed.
TEST(ResultStoreProcesses, EightWritersOfOneStoreLoseNothing)
{
    constexpr uint64_t WRITERS = 8;
    constexpr uint64_t RUNS = 25;
    for (int repetition = 0; repetition < 2; ++repetition)
    {
        const TemporaryFolder folder;
        const std::filesystem::path path = folder / "s.sqlite";
        std::list<ChildProcess> writers;
        for (uint64_t writer = 0; writer < WRITERS; ++writer)
        {
            writers.emplace_back(
                [&path, writer]
                {
                    auto store = ResultStore::OpenForWriting(path);
                    for (uint64_t run = 0; run < RUNS; ++run)
                    {
                        store.AddRun(SampleRun(writer * RUNS + run, 1000));
                    }
                    return 0;
                });
        }
        for (ChildProcess& writer : writers)
        {
            EXPECT_EQ(writer.Wait(), 0);
        }
        auto store = ResultStore::OpenForWriting(path);
        const ExperimentId id = store.BeginExperiment(SamplePlan(WRITERS * RUNS));
        EXPECT_EQ(store.GetExperiment(id).done, WRITERS * RUNS);
        std::size_t rows = 0;
        for (const ExperimentRun& run : store.GetRuns(id))
        {
            ASSERT_TRUE(run.run);
            EXPECT_LE(*run.run, static_cast<RunId>(WRITERS * RUNS)); // no row beside these
            rows += store.GetTable(*run.run, "server.ports").value().columns[0].integers.size();
        }
        EXPECT_EQ(rows, 200'000U);
        EXPECT_THAT(store.CheckIntegrity(), testing::IsEmpty());
        EXPECT_EQ(folder.List(), "s.sqlite ");
    }
}

// Case S08, second part. Readers look all the time, so that they see each instant of the making.
TEST(ResultStoreProcesses, SeveralMayMakeTheStoreAtTheSameInstant)
{
    constexpr uint64_t PROCESSES = 4;
    constexpr uint64_t ROUNDS = 50;
    const TemporaryFolder folder;
    const SharedCounter arrived;
    std::list<ChildProcess> processes;
    for (uint64_t process = 0; process < PROCESSES; ++process)
    {
        processes.emplace_back(
            [&folder, &arrived, process]
            {
                for (uint64_t round = 0; round < ROUNDS; ++round)
                {
                    const std::filesystem::path path = folder / std::to_string(round);
                    arrived.IncrementAndWaitFor((round + 1) * PROCESSES);
                    if (process < 2)
                    {
                        ResultStore::OpenForWriting(path).BeginExperiment(SamplePlan(2));
                        continue;
                    }
                    while (!IsReadable(path))
                    {
                    }
                }
                return 0;
            });
    }
    for (ChildProcess& process : processes)
    {
        EXPECT_EQ(process.Wait(), 0);
    }
    for (uint64_t round = 0; round < ROUNDS; ++round)
    {
        const auto store = ResultStore::OpenForReading(folder / std::to_string(round));
        EXPECT_EQ(store.ListExperiments().size(), 1U);
        EXPECT_THAT(store.CheckIntegrity(), testing::IsEmpty());
    }
}

TEST(ResultStoreProcesses, TwoRunnersOfOneExperimentShareIt)
{
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "s.sqlite";
    ChildProcess first([&path] { return DoWhatIsMissing(path, 20, 0); });
    ChildProcess second([&path] { return DoWhatIsMissing(path, 20, 10); });
    EXPECT_EQ(first.Wait(), 0);
    EXPECT_EQ(second.Wait(), 0);
    const auto store = ResultStore::OpenForReading(path);
    ASSERT_EQ(store.ListExperiments().size(), 1U);
    EXPECT_TRUE(store.GetExperiment(1).finishedAt);
    EXPECT_THROW(store.GetRun(21), StoreError);
    ExpectWholeRunsOnly(store);
}

// Case S09: a run killed in the middle left half a file that looked finished.
TEST(ResultStoreProcesses, AKilledWriterLeavesWholeRunsAndCanBeGoneOnWith)
{
    constexpr uint64_t RUNS = 30;
    const TemporaryFolder folder;
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(DoWhatIsMissing(folder / "whole", RUNS, 0), 0);
    const auto span = std::chrono::steady_clock::now() - start;

    // A tenth of the time on average: the kills fall all over the experiment, and after its end.
    const std::filesystem::path path = folder / "killed";
    std::mt19937_64 random(1);
    uint64_t doneBefore = 0;
    for (int kills = 0; kills < 20; ++kills)
    {
        ChildProcess writer([&path] { return DoWhatIsMissing(path, RUNS, 0); });
        std::this_thread::sleep_for(span / 5 * static_cast<int64_t>(random() % 1000) / 1000);
        writer.Kill();
        const int status = writer.Wait();
        ASSERT_TRUE(status == -SIGKILL || status == 0) << status;
        doneBefore = ExpectWholeRuns(path, doneBefore);
    }
    EXPECT_EQ(DoWhatIsMissing(path, RUNS, 0), 0);
    EXPECT_EQ(ReproducibleContent(ResultStore::OpenForReading(path)),
              ReproducibleContent(ResultStore::OpenForReading(folder / "whole")));
    EXPECT_THROW(ResultStore::OpenForReading(path).GetRun(RUNS + 1), StoreError);
    EXPECT_EQ(folder.List(), "killed whole ");
}

// A journal that is left behind must be played back for someone who only wants to read.
TEST(ResultStoreProcesses, AReaderUndoesWhatAKilledWriterLeftHalfDone)
{
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "s";
    EXPECT_EQ(DoWhatIsMissing(path, 3, 0), 0);
    ChildProcess writer(
        [&path]
        {
            // Files may not grow, so that the commit stops with its journal written: then die as it
            // is.
            const rlimit limit{std::filesystem::file_size(path) + 40'000, RLIM_INFINITY};
            setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, [](int) { raise(SIGKILL); });
            ResultStore::OpenForWriting(path).AddRun(SampleRun(3, 100'000));
            return 0;
        });
    EXPECT_EQ(writer.Wait(), -SIGKILL);
    EXPECT_EQ(folder.List(), "s s-journal ");
    const auto store = ResultStore::OpenForReading(path);
    ExpectWholeRunsOnly(store);
    EXPECT_EQ(store.ListExperiments().at(0).done, 3U);
    EXPECT_THROW(store.GetRun(4), StoreError);
    EXPECT_EQ(folder.List(), "s ");
}

// Case S09: a full disk.
TEST(ResultStoreProcesses, AFullDiskIsAnErrorThatNamesTheFileAndLeavesWholeRuns)
{
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "s";
    ChildProcess writer(
        [&path]
        {
            const rlimit limit{200'000, RLIM_INFINITY};
            setrlimit(RLIMIT_FSIZE, &limit);
            std::signal(SIGXFSZ, SIG_IGN);
            try
            {
                DoWhatIsMissing(path, 40, 0);
            }
            catch (const StoreError& error)
            {
                return error.GetPath() == path ? 4 : 5;
            }
            return 0;
        });
    EXPECT_EQ(writer.Wait(), 4);
    const auto store = ResultStore::OpenForReading(path);
    ExpectWholeRunsOnly(store);
    const uint64_t done = store.ListExperiments().at(0).done;
    EXPECT_GT(done, 3U);
    EXPECT_LT(done, 40U);

    // With room again, the rest is done and nothing twice.
    EXPECT_EQ(DoWhatIsMissing(path, 40, 0), 0);
    EXPECT_EQ(DoWhatIsMissing(folder / "whole", 40, 0), 0);
    EXPECT_EQ(ReproducibleContent(ResultStore::OpenForReading(path)),
              ReproducibleContent(ResultStore::OpenForReading(folder / "whole")));
}

} // namespace bindstorm
