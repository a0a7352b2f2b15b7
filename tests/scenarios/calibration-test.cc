/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/calibration/calibration.h"
#include "scenarios/engine/calibration/cost-table-text.h"
#include "scenarios/engine/reader/cost-table-reader.h"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

Calibration
MadeUpCalibration()
{
    Calibration made;
    made.table.base = {408'655, 322'311, 670'030, 0};
    made.table.work = {1, 2, 3, 4, 0, 6, 7};
    made.table.nodeVisits = {{100, 2'000}, {60'000, 9'598}};
    made.lines.push_back({"rng_draws: a draw", {1, 2, 3, 4}});
    made.notes.emplace_back("sockets are \"not permitted\"");
    return made;
}

} // namespace

TEST(BatchTimer, SummarizesBatchesByTheirOrder)
{
    const BatchTimes times = SummarizeBatches({5, 1, 4, 2, 3, 9, 7, 8});
    EXPECT_EQ(times.least, 1);
    EXPECT_EQ(times.median, 5);
    EXPECT_EQ(times.upperQuartile, 8);
    EXPECT_EQ(times.batches, 8U);
    EXPECT_EQ(SummarizeBatches({6}).upperQuartile, 6);
}

TEST(BatchTimer, CountsTheUnitsThatABatchReports)
{
    const BatchTimer timer(std::chrono::nanoseconds{1});
    uint64_t calls = 0;
    const auto measure = [&](uint64_t factor)
    {
        return timer.Measure(
            [&, factor](uint64_t rounds)
            {
                for (uint64_t i = 0; i < rounds * 100; ++i)
                {
                    KeepResult(++calls);
                }
                return rounds * factor;
            });
    };
    const BatchTimes times = measure(1);
    EXPECT_GE(times.batches, 5U);
    EXPECT_GT(times.least, 0);
    EXPECT_LE(times.least, times.median);
    EXPECT_LE(times.median, times.upperQuartile);
    // A thousand times the units: far from each other however the machine is disturbed.
    EXPECT_LT(measure(1000).least, times.least);
}

TEST(Calibration, FindsACostForEverythingAndMissesInALargeTable)
{
    const Calibration found = Calibrate(std::chrono::milliseconds{60});
    for (std::size_t i = 0; i < found.table.work.size(); ++i)
    {
        const bool isBySize = WorkCounters::NAMES[i] == "node_visits";
        EXPECT_EQ(found.table.work[i] > 0, !isBySize) << WorkCounters::NAMES[i];
    }
    for (const OperationKind kind :
         {OperationKind::BIND, OperationKind::BIND_TO, OperationKind::CLOSE})
    {
        EXPECT_GT(found.table.base[static_cast<std::size_t>(kind)], 0U);
    }
    ASSERT_EQ(found.table.nodeVisits.size(), 5U);
    EXPECT_EQ(found.table.nodeVisits.front().sockets, 100U);
    EXPECT_TRUE(
        std::ranges::is_sorted(found.table.nodeVisits, {}, &CostTable::NodeVisitCost::sockets));
    EXPECT_GT(found.table.NodeVisit(100), 0U);
    EXPECT_GE(2 * found.table.NodeVisit(60'000), found.table.NodeVisit(100));
    EXPECT_GE(found.lines.size(), 15U);
}

TEST(CostTableText, IsReadAsWhatWasMeasured)
{
    const ReaderFiles files;
    const Calibration made = MadeUpCalibration();
    const std::string text = CostTableText(made,
                                           {{"cpu", "A \"fast\" \\ CPU\n\x01"}, {"cpus", "2"}},
                                           "bindstorm 0.1.0",
                                           "2026-11-30T22:38:51.921Z");
    const CostTableFile read = ReadCostTable(files.Write("mine.toml", text));
    EXPECT_EQ(read.table.name, "mine");
    EXPECT_EQ(read.table.base, made.table.base);
    EXPECT_EQ(read.table.work, made.table.work);
    EXPECT_EQ(read.table.nodeVisits, made.table.nodeVisits);
    EXPECT_THAT(read.title, testing::HasSubstr("fast"));
    EXPECT_THAT(read.title, testing::HasSubstr("2026-11-30"));
    EXPECT_THAT(read.provenance, testing::HasSubstr("rng_draws: a draw: 1 ps [2 ps, 3 ps; 4]"));
    EXPECT_THAT(read.provenance, testing::HasSubstr("not permitted"));
    EXPECT_THAT(read.provenance, testing::HasSubstr("unknown kernel"));
}

TEST(Calibration, NothingThatASimulationIsMadeOfIncludesIt)
{
    const std::filesystem::path root(BINDSTORM_SOURCE_DIR);
    int files = 0;
    for (const char* folder : {"model",
                               "analysis",
                               "results",
                               "scenarios/engine/reader",
                               "scenarios/engine/runner",
                               "scenarios/engine/verdict"})
    {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
        {
            if (entry.path().extension() == ".h" || entry.path().extension() == ".cc")
            {
                ++files;
                EXPECT_THAT(ReadWholeFile(entry.path()),
                            testing::Not(testing::HasSubstr("calibration/")))
                    << entry.path();
            }
        }
    }
    EXPECT_GT(files, 100);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "model"))
    {
        if (entry.path().extension() == ".h" || entry.path().extension() == ".cc")
        {
            EXPECT_THAT(ReadWholeFile(entry.path()),
                        testing::Not(testing::ContainsRegex(
                            "steady_clock|system_clock|high_resolution_clock|clock_gettime|"
                            "gettimeofday")))
                << entry.path();
        }
    }
}

} // namespace bindstorm
