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

#include "results/store-schema.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bindstorm
{

namespace
{

/// @return what the function has to say about the store, with the path it names cut off
template <class Function>
std::string
ErrorOf(const std::filesystem::path& path, const Function& function)
{
    try
    {
        function();
    }
    catch (const StoreError& error)
    {
        EXPECT_EQ(error.GetPath(), path);
        const std::string text = error.what();
        const std::string prefix = path.string() + ": ";
        EXPECT_TRUE(text.starts_with(prefix)) << text;
        return text.substr(std::min(prefix.size(), text.size()));
    }
    return "no error";
}

std::string
ReadingErrorOf(const std::filesystem::path& path)
{
    return ErrorOf(path, [&path] { ResultStore::OpenForReading(path); });
}

std::string
WritingErrorOf(const std::filesystem::path& path)
{
    return ErrorOf(path, [&path] { ResultStore::OpenForWriting(path); });
}

void
MakeStore(const std::filesystem::path& path, uint64_t runs)
{
    auto store = ResultStore::OpenForWriting(path);
    store.BeginExperiment(SamplePlan(runs));
    for (uint64_t number = 0; number < runs; ++number)
    {
        store.AddRun(SampleRun(number));
    }
}

/// Changes a store behind the back of our own code.
void
Execute(const std::filesystem::path& path, const std::string& statements)
{
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec(statements);
}

} // namespace

TEST(ResultStoreFaults, AFileThatIsAbsentIsMadeForAWriterOnly)
{
    const TemporaryFolder folder;
    EXPECT_EQ(ReadingErrorOf(folder / "s"), "there is no such file");
    EXPECT_EQ(folder.List(), "");
    EXPECT_EQ(WritingErrorOf(folder / "s"), "no error");
    EXPECT_EQ(ReadingErrorOf(folder / "s"), "no error");
}

TEST(ResultStoreFaults, AnEmptyFileBecomesAStoreForAWriterOnly)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "s").close();
    EXPECT_EQ(ReadingErrorOf(folder / "s"), "is empty, not a result store");
    EXPECT_EQ(WritingErrorOf(folder / "s"), "no error");
}

TEST(ResultStoreFaults, AFolderIsRefused)
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "s");
    EXPECT_EQ(ReadingErrorOf(folder / "s"), "is a folder, not a result store");
    EXPECT_EQ(WritingErrorOf(folder / "s"), "is a folder, not a result store");
    EXPECT_EQ(WritingErrorOf(folder / "no/s"),
              "cannot be made: there is no folder " + (folder / "no").string());
    EXPECT_THAT(ReadingErrorOf(folder / std::string(300, 'x')),
                testing::StartsWith("cannot be opened: File name too long"));
}

TEST(ResultStoreFaults, AFileOfAnotherKindIsRefusedAndNotTouched)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "s") << std::string(5000, 'x');
    EXPECT_THAT(ReadingErrorOf(folder / "s"), testing::StartsWith("is not a result store"));
    EXPECT_THAT(WritingErrorOf(folder / "s"), testing::StartsWith("is not a result store"));
    EXPECT_EQ(std::filesystem::file_size(folder / "s"), 5000U);
    EXPECT_EQ(folder.List(), "s ");
}

TEST(ResultStoreFaults, ADatabaseOfAnotherProgramIsRefused)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "s").close();
    Execute(folder / "s", "CREATE TABLE theirs (x)");
    const std::string refusal = "is a database of another program, not a result store";
    EXPECT_EQ(ReadingErrorOf(folder / "s"), refusal);
    EXPECT_EQ(WritingErrorOf(folder / "s"), refusal);
}

TEST(ResultStoreFaults, AStoreOfANewerVersionIsRefused)
{
    const TemporaryFolder folder;
    MakeStore(folder / "s", 1);
    Execute(folder / "s", "PRAGMA user_version = 2");
    const std::string refusal =
        "is a store of version 2, this program knows versions up to 1; use a newer bindstorm";
    EXPECT_EQ(ReadingErrorOf(folder / "s"), refusal);
    EXPECT_EQ(WritingErrorOf(folder / "s"), refusal);
}

TEST(ResultStoreFaults, AStoreCutShortAnywhereIsRefusedOrFoundDamaged)
{
    const TemporaryFolder folder;
    MakeStore(folder / "whole", 3);
    const auto size = std::filesystem::file_size(folder / "whole");
    // In SQLite's header (one byte counts as none for SQLite), in the schema, on and off page
    // borders, the very end.
    for (const uintmax_t length :
         {uintmax_t{1}, uintmax_t{99}, uintmax_t{700}, size / 4096 / 2 * 4096, size / 2, size - 1})
    {
        std::filesystem::copy_file(folder / "whole",
                                   folder / "s",
                                   std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(folder / "s", length);
        EXPECT_THAT(ErrorOf(folder / "s",
                            [&folder]
                            {
                                auto store = ResultStore::OpenForReading(folder / "s");
                                if (!store.CheckIntegrity().empty())
                                {
                                    throw StoreError(store.GetPath(), "is damaged");
                                }
                            }),
                    testing::AnyOf(testing::StartsWith("is damaged"),
                                   testing::StartsWith("is empty"),
                                   testing::StartsWith("is not a result store")))
            << length;
    }
}

TEST(ResultStoreFaults, DamageToNumbersIsFoundByTheCheck)
{
    const TemporaryFolder folder;
    MakeStore(folder / "s", 3);
    Execute(folder / "s",
            "UPDATE metrics SET value = 5 WHERE run = 1 AND name = 'a.metric';"
            "UPDATE runs SET spec = '{}' WHERE id = 2;"
            "UPDATE columns SET data = substr(data, 1, length(data) - 1) "
            "WHERE run = 3 AND name = 'expected';");
    const auto store = ResultStore::OpenForReading(folder / "s");
    const std::vector<std::string> faults = store.CheckIntegrity();
    ASSERT_EQ(faults.size(), 3U);
    EXPECT_EQ(faults[0], "run 1: its numbers are not those that were stored");
    EXPECT_EQ(faults[1], "run 2: its specification is not the one it was stored with");
    EXPECT_THAT(faults[2], testing::HasSubstr("compressed data is cut short or altered"));
    EXPECT_THAT(ErrorOf(folder / "s", [&store] { store.GetTable(3, "server.ports"); }),
                testing::StartsWith("is damaged: compressed data"));
}

TEST(ResultStoreFaults, RowsWithoutTheirRunAreFoundByTheCheck)
{
    const TemporaryFolder folder;
    MakeStore(folder / "s", 2);
    Execute(folder / "s", "PRAGMA foreign_keys = OFF; DELETE FROM runs WHERE id = 2");
    EXPECT_THAT(
        ResultStore::OpenForReading(folder / "s").CheckIntegrity(),
        testing::Contains("a row of table metrics belongs to a row of runs that is missing"));
}

TEST(ResultStoreFaults, AStoreOpenedForReadingCannotBeWritten)
{
    const TemporaryFolder folder;
    MakeStore(folder / "s", 1);
    auto store = ResultStore::OpenForReading(folder / "s");
    EXPECT_THAT(ErrorOf(folder / "s", [&store] { store.AddRun(SampleRun(9)); }),
                testing::StartsWith("must not be written"));
    EXPECT_THAT(ErrorOf(folder / "s", [&store] { store.BeginExperiment(SamplePlan(9)); }),
                testing::StartsWith("must not be written"));
    EXPECT_EQ(store.ListExperiments().size(), 1U);
}

TEST(ResultStoreFaults, WhatIsNotThereIsSaid)
{
    const TemporaryFolder folder;
    MakeStore(folder / "s", 1);
    auto store = ResultStore::OpenForWriting(folder / "s");
    EXPECT_EQ(ErrorOf(folder / "s", [&store] { store.GetRun(5); }), "there is no run 5");
    EXPECT_EQ(ErrorOf(folder / "s", [&store] { store.GetResult(5); }), "there is no run 5");
    EXPECT_EQ(ErrorOf(folder / "s", [&store] { store.GetExperiment(5); }),
              "there is no experiment 5");
    EXPECT_EQ(ErrorOf(folder / "s", [&store] { store.FinishExperiment(5); }),
              "there is no experiment 5");
}

TEST(ResultStoreFaults, AProtectedFileCanBeReadButNotWritten)
{
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "s";
    MakeStore(path, 1);
    ASSERT_EQ(chmod(path.c_str(), 0444), 0);
    ASSERT_EQ(chmod(path.parent_path().c_str(), 0555), 0);
    ChildProcess visitor(
        [&path]
        {
            // The administrator may write everything: be nobody.
            if (geteuid() == 0 && setuid(65534) != 0)
            {
                return 1;
            }
            if (WritingErrorOf(path) != "must not be written by this user")
            {
                return 2;
            }
            return ResultStore::OpenForReading(path).GetRuns(1).size() == 1 ? 0 : 3;
        });
    EXPECT_EQ(visitor.Wait(), 0);
    ASSERT_EQ(chmod(path.parent_path().c_str(), 0755), 0);
}

TEST(ResultStoreFaults, AStoreLeftInAnotherJournalModeIsOneFileAgain)
{
    const TemporaryFolder folder;
    MakeStore(folder / "s", 1);
    Execute(folder / "s", "PRAGMA journal_mode = WAL");
    MakeStore(folder / "s", 2);
    EXPECT_EQ(folder.List(), "s ");
    Execute(folder / "s", "SELECT 1 FROM runs");
    EXPECT_EQ(folder.List(), "s ");
}

} // namespace bindstorm
