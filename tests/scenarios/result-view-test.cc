/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/verdict/result-view.h"

#include "scenarios/engine/verdict/quantity-text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace bindstorm
{

namespace
{

std::vector<FinishedRun>
SomeRuns()
{
    std::vector<FinishedRun> runs;
    for (const char* allocator : {"linux-2.6.28", "uniform"})
    {
        for (const int seed : {1, 2})
        {
            const double base = allocator == std::string("uniform") ? 1.0 : 1.5;
            runs.push_back({{{"server.allocator", allocator},
                             {"server.busy", "random(0.9)"},
                             {"seed", std::to_string(seed)}},
                            {{"server.ports.p_value", seed == 1 ? 0.4321 : 1.25e-17},
                             {"server.ports.ratio", base * seed / 10},
                             {"server.bind.mean_ns", base * 1.5e6 * seed * seed * seed},
                             {"server.bind.count", 6'553'600}}});
        }
    }
    runs[3].metrics.erase("server.ports.ratio");
    return runs;
}

ResultView
SomeView()
{
    return {"A title",
            "What one sees.",
            {},
            {{"server.bind.count", "binds"},
             {"server.ports.p_value", "p"},
             {"server.ports.ratio", "first sixteenth"},
             {"server.bind.mean_ns", "mean"}},
            {}};
}

} // namespace

TEST(ResultView, HasALineARunAndTheParametersThatVary)
{
    EXPECT_EQ(FormatView(SomeView(), SomeRuns(), {}),
              "A title\n"
              "\n"
              "                                               first\n"
              "  allocator     seed      binds         p  sixteenth      mean\n"
              "  ------------  ----  ---------  --------  ---------  --------\n"
              "  linux-2.6.28     1  6,553,600    0.4321     0.1500  2.250 ms\n"
              "  linux-2.6.28     2  6,553,600  1.25e-17     0.3000  18.00 ms\n"
              "  uniform          1  6,553,600    0.4321     0.1000  1.500 ms\n"
              "  uniform          2  6,553,600  1.25e-17          -  12.00 ms\n"
              "\n"
              "  What one sees.\n");
}

TEST(ResultView, IsMarkdownAsWell)
{
    ResultView view = SomeView();
    view.columns.resize(1);
    view.columns[0].heading = "a|b";
    EXPECT_EQ(FormatView(view, SomeRuns(), {}, TextFormat::MARKDOWN),
              "### A title\n"
              "\n"
              "| allocator | seed | a\\|b |\n"
              "|:--|--:|--:|\n"
              "| linux-2.6.28 | 1 | 6,553,600 |\n"
              "| linux-2.6.28 | 2 | 6,553,600 |\n"
              "| uniform | 1 | 6,553,600 |\n"
              "| uniform | 2 | 6,553,600 |\n"
              "\n"
              "What one sees.\n");
}

TEST(ResultView, PutsRunsOfAGroupInOneLineWithTheirMean)
{
    ResultView view = SomeView();
    view.note.clear();
    view.columns = {{"server.bind.mean_ns", "mean"}, {"server.ports.ratio", "ratio"}};
    view.group = {"server.allocator"};
    EXPECT_EQ(FormatView(view, SomeRuns(), {}),
              "A title\n"
              "\n"
              "  allocator     runs      mean   ratio\n"
              "  ------------  ----  --------  ------\n"
              "  linux-2.6.28     2  10.12 ms  0.2250\n"
              "  uniform          2  6.750 ms       -\n");
}

TEST(ResultView, ShowsSelectedRunsOnly)
{
    ResultView view = SomeView();
    view.columns.resize(1);
    view.where = {{"seed", "2"}};
    EXPECT_EQ(FormatView(view, SomeRuns(), {}),
              "A title\n"
              "\n"
              "  allocator         binds\n"
              "  ------------  ---------\n"
              "  linux-2.6.28  6,553,600\n"
              "  uniform       6,553,600\n"
              "\n"
              "  What one sees.\n");
    view.where = {{"seed", "3"}};
    EXPECT_EQ(FormatView(view, SomeRuns(), {}), "A title\n\n  No run is selected.\n");
    EXPECT_EQ(FormatView(view, SomeRuns(), {{{{"seed", "3"}}, true}}),
              "A title\n\n  The selected run failed.\n");
}

TEST(ResultView, KeepsNamesApartThatEndAlike)
{
    const std::vector<FinishedRun> runs{
        {{{"a.port.allocator", "x"}, {"b.port.allocator", "1"}, {"part", "p"}}, {{"m", 1.0}}},
        {{{"a.port.allocator", "y"}, {"b.port.allocator", "2"}}, {{"m", 2.0}}}};
    const std::string text = FormatView({"t", "", {}, {{"m", "m"}}, {}}, runs, {});
    EXPECT_THAT(text, testing::HasSubstr("a.port.allocator  b.port.allocator  part  m\n"));
    EXPECT_THAT(text, testing::HasSubstr("y                                2  -     2\n"));
}

TEST(ResultView, WritesTimesInTheUnitOfTheHeading)
{
    ResultView view = SomeView();
    view.columns = {{"server.bind.mean_ns", "mean, us"}};
    view.where = {{"server.allocator", "uniform"}};
    EXPECT_THAT(FormatView(view, SomeRuns(), {}), testing::HasSubstr("  1,500\n"));
    EXPECT_THAT(FormatView(view, SomeRuns(), {}), testing::HasSubstr("  12,000\n"));
    view.columns[0].heading = "server.bind.mean_ns";
    EXPECT_THAT(FormatView(view, SomeRuns(), {}), testing::HasSubstr("  1,500,000\n"));
    view.columns[0].heading = "the bind's mean";
    EXPECT_THAT(FormatView(view, SomeRuns(), {}), testing::HasSubstr("1.500 ms\n"));
}

TEST(ResultView, SaysThatAProbabilityIsTooSmallForANumber)
{
    std::vector<FinishedRun> runs = SomeRuns();
    runs[0].metrics["server.ports.p_value"] = 0;
    ResultView view = SomeView();
    view.columns = {{"server.ports.p_value", "p"}, {"server.ports.p.low byte", "p of low byte"}};
    runs[1].metrics["server.ports.p_value"] = 0.5;
    runs[0].metrics["server.ports.p.low byte"] = 0;
    const std::vector<ViewColumn> columns = FillView(view, runs);
    EXPECT_THAT(columns[2].cells, testing::ElementsAre("< 1e-300", "0.5", "0.4321", "1.25e-17"));
    EXPECT_THAT(columns[3].cells, testing::ElementsAre("< 1e-300", "-", "-", "-"));
}

TEST(ResultView, GivesNumbersBesideCells)
{
    const std::vector<ViewColumn> columns = FillView(SomeView(), SomeRuns());
    ASSERT_EQ(columns.size(), 6U);
    EXPECT_EQ(columns[0].heading, "allocator");
    EXPECT_FALSE(columns[0].isNumber);
    EXPECT_TRUE(columns[0].metric.empty());
    EXPECT_TRUE(columns[0].numbers.empty());
    EXPECT_EQ(columns[4].metric, "server.ports.ratio");
    EXPECT_EQ(columns[4].numbers[3], std::nullopt);
    EXPECT_EQ(columns[5].unit, "ns");
    EXPECT_EQ(columns[5].numbers[0], 2.25e6);
    ResultView view = SomeView();
    view.columns = {{"server.bind.mean_ns", "mean, us"}};
    const ViewColumn inMicroseconds = FillView(view, SomeRuns()).back();
    EXPECT_EQ(inMicroseconds.unit, "");
    EXPECT_EQ(inMicroseconds.numbers[0], 2250.0);
    view.where = {{"seed", "3"}};
    EXPECT_TRUE(FillView(view, SomeRuns()).empty());
}

TEST(ResultView, IsFoldedWhereTheTerminalIsNarrow)
{
    ResultView view = SomeView();
    view.where = {{"seed", "1"}};
    view.note.clear();
    const std::string narrow = "A title\n"
                               "\n"
                               "  allocator         binds       p\n"
                               "  ------------  ---------  ------\n"
                               "  linux-2.6.28  6,553,600  0.4321\n"
                               "  uniform       6,553,600  0.4321\n"
                               "\n"
                               "                    first\n"
                               "  allocator     sixteenth      mean\n"
                               "  ------------  ---------  --------\n"
                               "  linux-2.6.28     0.1500  2.250 ms\n"
                               "  uniform          0.1000  1.500 ms\n";
    EXPECT_EQ(FormatView(view, SomeRuns(), {}, {TextFormat::PLAIN, 40}), narrow);
    EXPECT_EQ(FormatView(view, SomeRuns(), {}, {TextFormat::PLAIN, 200}),
              FormatView(view, SomeRuns(), {}));
    // A column that is wider than the page stands alone.
    EXPECT_THAT(FormatView(view, SomeRuns(), {}, {TextFormat::PLAIN, 1}),
                testing::HasSubstr("  allocator          p\n"));
}

TEST(ResultView, WrapsALongNoteToThePage)
{
    ResultView view = SomeView();
    view.note = std::string(60, 'a') + " " + std::string(60, 'b');
    EXPECT_THAT(
        FormatView(view, SomeRuns(), {}),
        testing::EndsWith("\n\n  " + std::string(60, 'a') + "\n  " + std::string(60, 'b') + "\n"));
}

TEST(QuantityText, WritesNumbersWithTheDigitsThatMatter)
{
    EXPECT_EQ(FormatNumber(0), "0");
    EXPECT_EQ(FormatNumber(-0.0), "0");
    EXPECT_EQ(FormatNumber(9999), "9,999");
    EXPECT_EQ(FormatNumber(999), "999");
    EXPECT_EQ(FormatNumber(-999), "-999");
    EXPECT_EQ(FormatNumber(28233), "28,233");
    EXPECT_EQ(FormatNumber(-28233), "-28,233");
    EXPECT_EQ(FormatNumber(-128233), "-128,233");
    EXPECT_EQ(FormatNumber(6553600), "6,553,600");
    EXPECT_EQ(FormatNumber(1e14), "100,000,000,000,000");
    EXPECT_EQ(FormatNumber(1e15), "1e+15");
    EXPECT_EQ(FormatNumber(0.868421), "0.8684");
    EXPECT_EQ(FormatNumber(0.5), "0.5");
    EXPECT_EQ(FormatNumber(9.99996), "10");
    EXPECT_EQ(FormatNumber(220.57), "220.6");
    EXPECT_EQ(FormatNumber(28233.4), "28,233");
    EXPECT_EQ(FormatNumber(0.00012347), "0.0001235");
    EXPECT_EQ(FormatNumber(1.3e-17), "1.3e-17");
    EXPECT_EQ(FormatNumber(2.5e-300), "2.5e-300");
    EXPECT_EQ(FormatNumber(1.23456789, 6), "1.23457");
    EXPECT_EQ(FormatNumber(std::numeric_limits<double>::infinity()), "inf");
    EXPECT_EQ(FormatNumber(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(QuantityText, WritesTimesWithTheirUnit)
{
    EXPECT_EQ(FormatTime(0), "0 ns");
    EXPECT_EQ(FormatTime(80), "80 ns");
    EXPECT_EQ(FormatTime(79.926), "79.93 ns");
    EXPECT_EQ(FormatTime(0.5), "0.5000 ns");
    EXPECT_EQ(FormatTime(2'256'574), "2.257 ms");
    EXPECT_EQ(FormatTime(999'960), "1.000 ms");
    EXPECT_EQ(FormatTime(999'940), "999.9 us");
    EXPECT_EQ(FormatTime(250e6), "250.0 ms");
    EXPECT_EQ(FormatTime(-3e9), "-3.000 s");
    EXPECT_EQ(FormatTime(86'400e9), "86,400 s");
}

TEST(QuantityText, CountsInWords)
{
    EXPECT_EQ(FormatCount(0, "run"), "0 runs");
    EXPECT_EQ(FormatCount(1, "run"), "1 run");
    EXPECT_EQ(FormatCount(2, "published figure"), "2 published figures");
}

TEST(QuantityText, KnowsProbabilities)
{
    EXPECT_TRUE(IsProbability("server.ports.p_value"));
    EXPECT_TRUE(IsProbability("server.ports.p.residue mod 8"));
    EXPECT_FALSE(IsProbability("server.ports.rejected"));
    EXPECT_FALSE(IsProbability("server.program.bind.p50_ns"));
}

TEST(QuantityText, GivesNumbersOfAColumnTheSameDecimals)
{
    EXPECT_THAT(FormatColumn({0.868, 1.422, std::nullopt, 0.0}),
                testing::ElementsAre("0.868", "1.422", "-", "0.000"));
    EXPECT_THAT(FormatColumn({1.052, 15.31}), testing::ElementsAre("1.05", "15.31"));
    EXPECT_THAT(FormatColumn({220.57, 110.8}), testing::ElementsAre("220.6", "110.8"));
    EXPECT_THAT(FormatColumn({1.0, 28233.0}), testing::ElementsAre("1", "28,233"));
    EXPECT_THAT(FormatColumn({0.5, 1e9}), testing::ElementsAre("0.5", "1,000,000,000"));
    EXPECT_THAT(FormatColumn({1.5, std::numeric_limits<double>::infinity()}),
                testing::ElementsAre("1.5", "inf"));
    EXPECT_TRUE(FormatColumn({}).empty());
}

} // namespace bindstorm
