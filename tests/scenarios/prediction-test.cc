/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/verdict/prediction.h"

#include "scenarios/engine/verdict/figure-text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

using Kind = FigureComparison::Kind;

/// The numbers of the thread: a full range of 28,233 sockets, 128 chains (the reference's table).
std::vector<FinishedRun>
ThreadRuns()
{
    return {{{{"allocator", "linux-2.6.28"}},
             {{"server.bind.mean_ns", 3e8}, {"server.bind.node_visits_per_op", 3'127'892.0}}},
            {{{"allocator", "draft"}},
             {{"server.bind.mean_ns", 2e6}, {"server.bind.node_visits_per_op", 28'233.0}}}};
}

PublishedFigure
Figure(const std::string& allocator, double value)
{
    PublishedFigure figure;
    figure.label = "bind, " + allocator;
    figure.metric = "server.bind.mean_ns";
    figure.where = {{"allocator", allocator}};
    figure.value = value;
    figure.unit = "ms";
    figure.source = "netdev, January 2009";
    return figure;
}

/// The fit, and before it what is predicted from it.
std::vector<PublishedFigure>
ThreadFigures()
{
    std::vector<PublishedFigure> figures{Figure("draft", 2.9), Figure("linux-2.6.28", 250)};
    figures[0].predictFrom = figures[1].label;
    figures[1].fit = "node_visits";
    return figures;
}

} // namespace

TEST(Prediction, FitsOneCostAndPredictsAnotherFigureFromIt)
{
    const auto comparisons = CompareFigures(ThreadFigures(), ThreadRuns(), {});
    ASSERT_EQ(comparisons.size(), 2U);
    EXPECT_EQ(comparisons[1].kind, Kind::FITTED);
    EXPECT_EQ(comparisons[1].counter, "node_visits");
    EXPECT_NEAR(comparisons[1].cost.value(), 250e6 / 3'127'892.0, 1e-9);
    EXPECT_NEAR(comparisons[1].cost.value(), 79.93, 0.005);
    EXPECT_FALSE(comparisons[1].ours);
    EXPECT_FALSE(comparisons[1].relative);

    // 250 ms / 110.8 = 2.26 ms, against 2.9 published.
    EXPECT_EQ(comparisons[0].kind, Kind::PREDICTED);
    EXPECT_EQ(comparisons[0].published, 2.9e6);
    EXPECT_NEAR(comparisons[0].ours.value(), 2.2566e6, 1e2);
    EXPECT_NEAR(comparisons[0].relative.value(), -0.2219, 1e-4);
    EXPECT_TRUE(comparisons[0].problem.empty());
}

TEST(Prediction, ComparesTheMeanOfTheSelectedRunsInTheUnitOfTheFigure)
{
    for (const auto& [unit, value] : std::vector<std::pair<std::string, double>>{{"ns", 2e6},
                                                                                 {"us", 2e3},
                                                                                 {"ms", 2},
                                                                                 {"s", 2e-3}})
    {
        PublishedFigure figure = Figure("draft", value);
        figure.unit = unit;
        const FigureComparison comparison = CompareFigures({figure}, ThreadRuns(), {}).at(0);
        EXPECT_EQ(comparison.kind, Kind::SIMULATED);
        EXPECT_DOUBLE_EQ(comparison.published, 2e6);
        EXPECT_EQ(comparison.ours, 2e6);
        EXPECT_NEAR(comparison.relative.value(), 0.0, 1e-12);
    }
    PublishedFigure all = Figure("draft", 100);
    all.where.clear();
    const FigureComparison comparison = CompareFigures({all}, ThreadRuns(), {}).at(0);
    EXPECT_EQ(comparison.runs, 2U);
    EXPECT_DOUBLE_EQ(comparison.ours.value(), 151e6);
    EXPECT_DOUBLE_EQ(comparison.relative.value(), 0.51);
}

TEST(Prediction, TakesWhatIsNoTimeAsItIs)
{
    PublishedFigure figure = Figure("draft", 28'000);
    figure.metric = "server.bind.node_visits_per_op";
    figure.unit = "visits";
    const FigureComparison comparison = CompareFigures({figure}, ThreadRuns(), {}).at(0);
    EXPECT_FALSE(comparison.isTime);
    EXPECT_EQ(comparison.ours, 28'233.0);
    EXPECT_NEAR(comparison.relative.value(), 233.0 / 28'000, 1e-12);
}

TEST(Prediction, ComparesARatioOfTimesWithoutAUnitOfTime)
{
    PublishedFigure figure = Figure("draft", 0.01);
    figure.unit = "times";
    figure.ratioTo = Selection{{"allocator", "linux-2.6.28"}};
    const FigureComparison comparison = CompareFigures({figure}, ThreadRuns(), {}).at(0);
    EXPECT_FALSE(comparison.isTime);
    EXPECT_DOUBLE_EQ(comparison.ours.value(), 2e6 / 300e6);
    EXPECT_EQ(comparison.problem, "");
    figure.ratioTo = Selection{{"allocator", "nobody"}};
    EXPECT_EQ(CompareFigures({figure}, ThreadRuns(), {}).at(0).problem,
              "ratio: no run is selected");
    EXPECT_FALSE(CompareFigures({figure}, ThreadRuns(), {}).at(0).ours);
}

TEST(Prediction, SaysWhyThereIsNothingToCompare)
{
    const auto problem = [](void (*spoil)(std::vector<PublishedFigure>&), std::size_t index)
    {
        std::vector<PublishedFigure> figures = ThreadFigures();
        spoil(figures);
        const FigureComparison comparison = CompareFigures(figures, ThreadRuns(), {}).at(index);
        EXPECT_FALSE(comparison.ours);
        EXPECT_FALSE(comparison.relative);
        return comparison.problem;
    };
    using Figures = std::vector<PublishedFigure>;
    EXPECT_EQ(problem([](Figures& f) { f[0].where["allocator"] = "x"; }, 0), "no run is selected");
    EXPECT_EQ(problem([](Figures& f) { f[1].where["allocator"] = "x"; }, 0),
              "no cost was fitted to \"bind, linux-2.6.28\"");
    EXPECT_EQ(problem([](Figures& f) { f[1].fit = "locks"; }, 1),
              "a selected run has no metric server.bind.locks_per_op");
    EXPECT_EQ(problem([](Figures& f) { f[0].predictFrom = "another"; }, 0),
              "no cost was fitted to \"another\"");
    EXPECT_EQ(problem([](Figures& f) { f[1].unit = "jiffies"; }, 1),
              "the unit of a time must be ns, us, ms or s, is jiffies");
    EXPECT_EQ(problem([](Figures& f) { f[0].metric = "server.bind.p99_ns"; }, 0),
              "a cost concerns a mean time: the metric must be HOST.KIND.mean_ns");
    EXPECT_EQ(problem(
                  [](Figures& f)
                  {
                      f[0].predictFrom.reset();
                      f[0].metric = "server.close.mean_ns";
                  },
                  0),
              "a selected run has no metric server.close.mean_ns");

    std::vector<FinishedRun> idle = ThreadRuns();
    idle[0].metrics["server.bind.node_visits_per_op"] = 0;
    EXPECT_EQ(CompareFigures(ThreadFigures(), idle, {})[1].problem,
              "there is no such work, so no cost can be fitted");
    EXPECT_FALSE(CompareFigures(ThreadFigures(), idle, {})[0].ours);
}

TEST(FigureText, PutsPublishedFiguresBesideOurs)
{
    const auto figures = ThreadFigures();
    EXPECT_EQ(FormatFigures(figures, CompareFigures(figures, ThreadRuns(), {})),
              "Published figures and ours\n"
              "\n"
              "  figure              published      ours  difference  how ours came about\n"
              "  ------------------  ---------  --------  ----------  "
              "-----------------------------------------\n"
              "  bind, draft            2.9 ms  2.257 ms     -22.2 %  predicted: 28,233 "
              "node_visits at 79.93 ns\n"
              "  bind, linux-2.6.28     250 ms         -           -  fitted: 3,127,892 "
              "node_visits at 79.93 ns\n"
              "\n"
              "  bind, draft: netdev, January 2009\n"
              "  bind, linux-2.6.28: netdev, January 2009\n");
    EXPECT_THAT(FormatFigures(figures, CompareFigures(figures, {}, {}), TextFormat::MARKDOWN),
                testing::HasSubstr("| bind, draft | 2.9 ms | - | - | no run is selected |\n"));
    EXPECT_EQ(FormatFigures({}, {}), "");
}

} // namespace bindstorm
