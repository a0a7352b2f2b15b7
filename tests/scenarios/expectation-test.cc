/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/verdict/expectation.h"

#include "scenarios/engine/verdict/expectation-text.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace bindstorm
{

namespace
{

using Aggregate = Expectation::Aggregate;

/// Two allocators, three seeds; "p" is 0.1 * seed, ten times that for "bad".
std::vector<FinishedRun>
SomeRuns()
{
    std::vector<FinishedRun> runs;
    for (const char* allocator : {"good", "bad"})
    {
        for (const int seed : {1, 2, 3})
        {
            const double scale = allocator == std::string("bad") ? 10.0 : 1.0;
            runs.push_back({{{"allocator", allocator}, {"seed", std::to_string(seed)}},
                            {{"p", 0.5 * seed * scale}, {"zero", 0.0}}});
        }
    }
    runs[1].metrics["only.second"] = 7;
    return runs;
}

Expectation
Expect(const std::string& metric, Aggregate aggregate, double atLeast, double atMost)
{
    Expectation expectation;
    expectation.metric = metric;
    expectation.aggregate = aggregate;
    expectation.atLeast = atLeast;
    expectation.atMost = atMost;
    expectation.reason = "a law";
    expectation.line = 42;
    return expectation;
}

ExpectationResult
Evaluate(const Expectation& expectation,
         const std::vector<FinishedRun>& runs = SomeRuns(),
         const std::vector<UnfinishedRun>& unfinished = {})
{
    return EvaluateExpectations({expectation}, runs, unfinished).at(0);
}

constexpr double INFINITE = std::numeric_limits<double>::infinity();

} // namespace

TEST(Expectation, ComparesEveryRunByItselfWithLimitsIncluded)
{
    Expectation expectation = Expect("p", Aggregate::EACH, 0.5, 1.5);
    expectation.where = {{"allocator", "good"}};
    const ExpectationResult result = Evaluate(expectation);
    EXPECT_TRUE(result.passed);
    EXPECT_EQ(result.observed, "0.5 to 1.5");
    EXPECT_EQ(result.runs, 3U);
    EXPECT_TRUE(result.failing.empty());

    expectation.atLeast = 0.51;
    EXPECT_FALSE(Evaluate(expectation).passed);
    expectation.atLeast = 0.5;
    expectation.atMost = 1.49;
    EXPECT_FALSE(Evaluate(expectation).passed);
}

TEST(Expectation, NamesTheRunsThatFail)
{
    const ExpectationResult result = Evaluate(Expect("p", Aggregate::EACH, 1.0, 10.0));
    EXPECT_FALSE(result.passed);
    EXPECT_THAT(result.failing,
                testing::ElementsAre(RunParameters{{"allocator", "good"}, {"seed", "1"}},
                                     RunParameters{{"allocator", "bad"}, {"seed", "3"}}));
}

TEST(Expectation, ComparesAggregates)
{
    const auto number = [](Aggregate aggregate)
    { return Evaluate(Expect("p", aggregate, -INFINITE, INFINITE)).observed; };
    EXPECT_EQ(number(Aggregate::MEAN), "5.5");
    EXPECT_EQ(number(Aggregate::MIN), "0.5");
    EXPECT_EQ(number(Aggregate::MAX), "15");
    EXPECT_EQ(number(Aggregate::SUM), "33");
    EXPECT_EQ(number(Aggregate::COUNT), "6");
    for (const Aggregate aggregate : {Aggregate::MEAN, Aggregate::MIN, Aggregate::SUM})
    {
        EXPECT_FALSE(Evaluate(Expect("p", aggregate, 40, INFINITE)).passed);
        EXPECT_TRUE(Evaluate(Expect("p", aggregate, 0.5, INFINITE)).passed);
        EXPECT_FALSE(Evaluate(Expect("p", aggregate, -INFINITE, 0.4)).passed);
    }
    EXPECT_EQ(Evaluate(Expect("p", Aggregate::MAX, 0, 14)).failing.size(), 1U);
}

TEST(Expectation, CountsRunsThatHaveTheMetric)
{
    EXPECT_TRUE(Evaluate(Expect("only.second", Aggregate::COUNT, 1, 1)).passed);
    EXPECT_FALSE(Evaluate(Expect("only.second", Aggregate::COUNT, 2, 2)).passed);
    EXPECT_TRUE(Evaluate(Expect("nowhere", Aggregate::COUNT, 0, 0)).passed);
    EXPECT_FALSE(Evaluate(Expect("nowhere", Aggregate::COUNT, 1, 9)).passed);
}

TEST(Expectation, FailsWhereNothingCanBeCompared)
{
    for (const Aggregate aggregate : {Aggregate::EACH,
                                      Aggregate::MEAN,
                                      Aggregate::MIN,
                                      Aggregate::MAX,
                                      Aggregate::SUM,
                                      Aggregate::COUNT})
    {
        Expectation expectation = Expect("p", aggregate, -INFINITE, INFINITE);
        expectation.where = {{"allocator", "misspelt"}};
        const ExpectationResult result = Evaluate(expectation);
        EXPECT_FALSE(result.passed);
        EXPECT_EQ(result.observed, "no run is selected");
        EXPECT_EQ(result.runs, 0U);
        EXPECT_FALSE(Evaluate(Expect("p", aggregate, -INFINITE, INFINITE), {}).passed);
    }
    const auto result = Evaluate(Expect("only.second", Aggregate::EACH, -INFINITE, INFINITE));
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.observed, "no such metric");
    EXPECT_EQ(result.failing.size(), 5U);
}

TEST(Expectation, TakesAMetricThatIsNoNumberForMissing)
{
    std::vector<FinishedRun> runs = SomeRuns();
    runs[0].metrics["p"] = std::nan("");
    for (const Aggregate aggregate : {Aggregate::EACH, Aggregate::MEAN, Aggregate::MAX})
    {
        EXPECT_FALSE(Evaluate(Expect("p", aggregate, -INFINITE, INFINITE), runs).passed);
    }
    EXPECT_EQ(Evaluate(Expect("p", Aggregate::COUNT, 0, 9), runs).observed, "5");
}

TEST(Expectation, DividesByTheRunThatDiffersInTheNamedParametersOnly)
{
    Expectation expectation = Expect("p", Aggregate::EACH, 10, 10);
    expectation.where = {{"allocator", "bad"}};
    expectation.ratioTo = Selection{{"allocator", "good"}};
    EXPECT_TRUE(Evaluate(expectation).passed);
    EXPECT_EQ(Evaluate(expectation).runs, 3U);

    // The divisors are not compared with themselves, even where they are selected.
    expectation.where.clear();
    EXPECT_TRUE(Evaluate(expectation).passed);
    EXPECT_EQ(Evaluate(expectation).runs, 3U);

    expectation.ratioTo = Selection{{"seed", "1"}};
    expectation.atLeast = 2;
    expectation.atMost = 3;
    EXPECT_TRUE(Evaluate(expectation).passed);
    EXPECT_EQ(Evaluate(expectation).runs, 4U);
}

TEST(Expectation, DividesAcrossMatrixBlocks)
{
    const std::vector<FinishedRun> runs{
        {{{"part", "idle"}, {"allocator", "a"}}, {{"m", 2.0}}},
        {{{"part", "idle"}, {"allocator", "b"}}, {{"m", 4.0}}},
        {{{"part", "full"}, {"allocator", "a"}, {"busy", "all"}}, {{"m", 10.0}}},
        {{{"part", "full"}, {"allocator", "b"}, {"busy", "all"}}, {{"m", 20.0}}}};
    Expectation expectation = Expect("m", Aggregate::EACH, 5, 5);
    expectation.where = {{"part", "full"}};
    expectation.ratioTo = Selection{{"part", "idle"}};
    EXPECT_EQ(Evaluate(expectation, runs).observed, "no run to divide by");

    expectation.where = {{"part", "idle"}};
    expectation.ratioTo = Selection{{"part", "full"}, {"busy", "all"}};
    expectation.atLeast = 0.2;
    expectation.atMost = 0.2;
    EXPECT_TRUE(Evaluate(expectation, runs).passed);
    EXPECT_EQ(Evaluate(expectation, runs).runs, 2U);
}

TEST(Expectation, FailsWithoutADivisor)
{
    Expectation expectation = Expect("p", Aggregate::EACH, -INFINITE, INFINITE);
    expectation.where = {{"allocator", "bad"}};
    expectation.ratioTo = Selection{{"allocator", "none"}};
    EXPECT_EQ(Evaluate(expectation).observed, "no run to divide by");

    expectation.ratioTo = Selection{{"allocator", "good"}};
    std::vector<FinishedRun> runs = SomeRuns();
    runs[0].metrics.erase("p");
    EXPECT_FALSE(Evaluate(expectation, runs).passed);
    EXPECT_EQ(Evaluate(expectation, runs).observed, "the run to divide by has no such metric");
    runs.push_back(SomeRuns()[0]);
    EXPECT_EQ(Evaluate(expectation, runs).observed, "more than one run to divide by");

    expectation.metric = "zero";
    EXPECT_FALSE(Evaluate(expectation).passed);
    EXPECT_EQ(Evaluate(expectation).observed, "0 / 0 is no number");
}

TEST(Expectation, TellsRunsThatFailedFromThoseThatThereNeverWere)
{
    std::vector<UnfinishedRun> unfinished{{{{"allocator", "late"}, {"seed", "1"}}, true},
                                          {{{"allocator", "late"}, {"seed", "2"}}, true},
                                          {{{"allocator", "next"}, {"seed", "1"}}, true},
                                          {{{"allocator", "next"}, {"seed", "2"}}, false}};
    Expectation expectation = Expect("p", Aggregate::EACH, -INFINITE, INFINITE);
    const auto observed = [&](const Selection& where, const std::vector<FinishedRun>& runs)
    {
        expectation.where = where;
        const ExpectationResult result = Evaluate(expectation, runs, unfinished);
        EXPECT_FALSE(result.passed);
        EXPECT_EQ(result.runs, 0U);
        return result.observed;
    };
    EXPECT_EQ(observed({{"allocator", "misspelt"}}, SomeRuns()), "no run is selected");
    EXPECT_EQ(observed({{"allocator", "late"}}, SomeRuns()), "all 2 selected runs failed");
    EXPECT_EQ(observed({{"allocator", "late"}, {"seed", "2"}}, SomeRuns()),
              "the selected run failed");
    EXPECT_EQ(observed({{"allocator", "next"}, {"seed", "2"}}, SomeRuns()),
              "the selected run is not done");
    EXPECT_EQ(observed({{"allocator", "next"}}, SomeRuns()),
              "none of the 2 selected runs is done, 1 failed");
    EXPECT_EQ(observed({}, {}), "none of the 4 runs is done, 3 failed");
    unfinished.resize(3);
    EXPECT_EQ(observed({}, {}), "all 3 runs failed");

    expectation = Expect("p", Aggregate::EACH, -INFINITE, INFINITE);
    expectation.where = {{"allocator", "good"}};
    expectation.ratioTo = Selection{{"allocator", "late"}};
    EXPECT_EQ(Evaluate(expectation, SomeRuns(), unfinished).observed,
              "the run to divide by failed");
    unfinished[0].hasFailed = false;
    EXPECT_EQ(Evaluate(expectation, SomeRuns(), unfinished).observed,
              "the run to divide by is not done");
}

TEST(Expectation, LooksAtStoredRunsThatAreDone)
{
    const std::vector<ExperimentRun> stored{
        {0, "i0", {{"a", "1"}}, 5, "d", {{"m", 1.0}, {"n", 2.0}}},
        {1, "i1", {{"a", "2"}}, std::nullopt, "", {}}};
    const std::vector<FinishedRun> runs = GetFinishedRuns(stored);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].parameters, stored[0].parameters);
    EXPECT_EQ(runs[0].metrics.at("n"), 2.0);
    for (const bool hasFailed : {false, true})
    {
        const auto unfinished =
            GetUnfinishedRuns(stored, hasFailed ? std::set<uint64_t>{1} : std::set<uint64_t>{});
        ASSERT_EQ(unfinished.size(), 1U);
        EXPECT_EQ(unfinished[0].parameters, stored[1].parameters);
        EXPECT_EQ(unfinished[0].hasFailed, hasFailed);
    }
}

TEST(ExpectationText, SaysWhatHoldsAndWhereTheRestIs)
{
    Expectation good = Expect("p", Aggregate::MEAN, 0.5, INFINITE);
    Expectation bad = Expect("p", Aggregate::EACH, -INFINITE, 0.3);
    bad.where = {{"allocator", "good"}};
    bad.ratioTo = Selection{{"seed", "1"}};
    const std::vector<Expectation> expectations{good, bad};
    const auto results = EvaluateExpectations(expectations, SomeRuns(), {});
    EXPECT_EQ(FormatExpectations(expectations, results),
              "Expectations: 1 of 2 hold\n"
              "\n"
              "  ok    a law\n"
              "        mean of p >= 0.5: 5.5 in 6 runs\n"
              "  FAIL  a law\n"
              "        p / that of seed=1 <= 0.3: 2 to 3 in 2 runs (allocator=good)\n"
              "        line 42 of the scenario; at fault: allocator=good, seed=2; allocator=good, "
              "seed=3\n");
    EXPECT_EQ(FormatExpectations(expectations, results, TextFormat::MARKDOWN),
              "### Expectations: 1 of 2 hold\n"
              "\n"
              "|  | expected | observed | reason |\n"
              "|:--|:--|:--|:--|\n"
              "| ok | mean of p >= 0.5 | 5.5 in 6 runs | a law |\n"
              "| **FAIL** | p / that of seed=1 <= 0.3 (allocator=good) | 2 to 3 in 2 runs; at "
              "fault: allocator=good, seed=2; allocator=good, seed=3 | a law |\n");
    EXPECT_EQ(FormatExpectations({}, {}), "");
}

TEST(ExpectationText, ShowsAFailingNumberInFullAndTheFirstRunsOnly)
{
    const double justAbove = std::nextafter(0.5, 1.0);
    std::vector<FinishedRun> runs(5, {{{"i", ""}}, {{"p", justAbove}}});
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        runs[i].parameters[0].second = std::to_string(i);
    }
    const std::vector<Expectation> expectations{Expect("p", Aggregate::EACH, 0.5, 0.5)};
    const auto text =
        FormatExpectations(expectations, EvaluateExpectations(expectations, runs, {}));
    EXPECT_THAT(text, testing::HasSubstr("p = 0.5: 0.5000000000000001 in 5 runs"));
    EXPECT_THAT(text, testing::HasSubstr("at fault: i=0; i=1; i=2; and 2 more"));
}

} // namespace bindstorm
