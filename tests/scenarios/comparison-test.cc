/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "compared-runs.h"

#include "scenarios/engine/comparison/comparison-json.h"
#include "scenarios/engine/comparison/comparison-table.h"
#include "scenarios/engine/comparison/comparison-text.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace bindstorm
{

namespace
{

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Numbers the runs of both sides through.
ComparedSides
MakeSides(const std::vector<MadeUpRun>& before,
          const std::vector<MadeUpRun>& after,
          std::optional<std::string> parameter = {})
{
    ComparedSides sides{"made up", {"left", "some", {}}, {"right", "others", {}}, parameter};
    RunId id = 0;
    for (const MadeUpRun& run : before)
    {
        sides.before.runs.push_back(MakeComparedRun(++id, run));
    }
    for (const MadeUpRun& run : after)
    {
        sides.after.runs.push_back(MakeComparedRun(++id, run));
    }
    return sides;
}

std::vector<std::pair<RunId, RunId>>
IdsOf(const RunPairing& pairing)
{
    std::vector<std::pair<RunId, RunId>> ids;
    for (const RunPairing::Pair& pair : pairing.pairs)
    {
        ids.emplace_back(pair.before->id, pair.after->id);
    }
    return ids;
}

MadeUpRun
Timed(const std::string& busy, const std::string& seed, double time)
{
    return {{{"server.busy", busy}, {"seed", seed}},
            {{"server.program.bind.mean_ns", time},
             {"server.ports.p_value", 0.25},
             {"server.program.bind.errors.EADDRINUSE", 0}}};
}

std::string
TextOf(const ComparedSides& sides, TextFormat format = TextFormat::PLAIN)
{
    const RunPairing pairing = PairRuns(sides);
    return FormatComparison(sides, pairing, CompareMetrics(pairing, {}), format);
}

} // namespace

TEST(RunPairing, PairsBySpecificationWhateverTheParametersAre)
{
    const ComparedSides sides = MakeSides({{{{"a", "1"}}, {}, "x"}, {{{"a", "2"}}, {}, "y"}},
                                          {{{{"a", "9"}}, {}, "y"}, {{{"a", "1"}}, {}, "z"}});
    const RunPairing pairing = PairRuns(sides);
    EXPECT_EQ(pairing.by, "equal specifications");
    EXPECT_THAT(IdsOf(pairing), ElementsAre(std::pair(2, 3)));
    ASSERT_EQ(pairing.unmatchedBefore.size(), 1U);
    EXPECT_EQ(pairing.unmatchedBefore[0]->id, 1);
    ASSERT_EQ(pairing.unmatchedAfter.size(), 1U);
    EXPECT_EQ(pairing.unmatchedAfter[0]->id, 4);
}

TEST(RunPairing, PairsByParametersWhenNoSpecificationIsEqual)
{
    const ComparedSides sides =
        MakeSides({{{{"a", "1"}, {"b", "2"}}, {}, "x"}, {{{"a", "2"}}, {}, "y"}},
                  {{{{"b", "2"}, {"a", "1"}}, {}, "z"}});
    const RunPairing pairing = PairRuns(sides);
    EXPECT_EQ(pairing.by, "equal parameters");
    EXPECT_THAT(IdsOf(pairing), ElementsAre(std::pair(1, 3)));
}

TEST(RunPairing, PairsWhatIsEqualButForOneParameter)
{
    const ComparedSides sides =
        MakeSides({{{{"p", "a"}, {"seed", "1"}}, {}}, {{{"p", "a"}, {"seed", "2"}}, {}}},
                  {{{{"p", "b"}, {"seed", "2"}}, {}}, {{{"p", "b"}, {"seed", "3"}}, {}}},
                  "p");
    const RunPairing pairing = PairRuns(sides);
    EXPECT_THAT(IdsOf(pairing), ElementsAre(std::pair(2, 3)));
    EXPECT_EQ(pairing.pairs[0].parameters, (RunParameters{{"seed", "2"}}));
    EXPECT_EQ(pairing.unmatchedBefore.size(), 1U);
    EXPECT_EQ(pairing.unmatchedAfter.size(), 1U);
}

TEST(RunPairing, OfSeveralEqualRunsTheOneStoredLastCounts)
{
    const MadeUpRun same{{{"a", "1"}}, {}};
    const ComparedSides sides = MakeSides({same, same}, {same, same, same});
    const RunPairing pairing = PairRuns(sides);
    EXPECT_THAT(IdsOf(pairing), ElementsAre(std::pair(2, 5)));
    EXPECT_TRUE(pairing.unmatchedBefore.empty());
    EXPECT_TRUE(pairing.unmatchedAfter.empty());
}

TEST(RunPairing, NothingThatPairsIsAnErrorThatSaysWhatWasLookedFor)
{
    const ComparedSides sides = MakeSides({{{{"a", "1"}}, {}}}, {{{{"a", "2"}}, {}}});
    try
    {
        PairRuns(sides);
        ADD_FAILURE();
    }
    catch (const ConfigError& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("equal specification"));
        EXPECT_THAT(error.what(), HasSubstr("left (some)"));
    }
    EXPECT_THROW(PairRuns(MakeSides({}, {})), ConfigError);
}

TEST(Comparison, HasASectionForEachCombinationOverItsSeeds)
{
    const ComparedSides sides =
        MakeSides({Timed("none", "1", 1000), Timed("none", "2", 1200), Timed("all", "1", 5000)},
                  {Timed("none", "1", 1100), Timed("none", "2", 1500), Timed("all", "1", 4000)});
    const RunPairing pairing = PairRuns(sides);
    EXPECT_EQ(CountCombinations(pairing), 2U);
    const auto sections = CompareMetrics(pairing, {"bind.mean_ns"});
    ASSERT_EQ(sections.size(), 2U);
    EXPECT_EQ(sections[0].where, (RunParameters{{"server.busy", "none"}}));
    EXPECT_EQ(sections[0].pairs, 2U);
    ASSERT_EQ(sections[0].metrics.size(), 1U);
    EXPECT_EQ(sections[0].metrics[0].name, "server.program.bind.mean_ns");
    EXPECT_DOUBLE_EQ(sections[0].metrics[0].difference.meanDifference, 200);
    EXPECT_EQ(sections[0].metrics[0].difference.risen, 2U);
    EXPECT_EQ(sections[1].pairs, 1U);
    EXPECT_FALSE(sections[1].metrics[0].difference.halfWidth.has_value());
}

TEST(Comparison, TooManyCombinationsBecomeOne)
{
    std::vector<MadeUpRun> runs;
    for (std::size_t i = 0; i <= MOST_COMPARISON_SECTIONS; ++i)
    {
        runs.push_back(Timed(std::to_string(i), "1", 1000));
    }
    const ComparedSides sides = MakeSides(runs, runs);
    const RunPairing pairing = PairRuns(sides);
    const auto sections = CompareMetrics(pairing, {});
    ASSERT_EQ(sections.size(), 1U);
    EXPECT_EQ(sections[0].pairs, 13U);
    EXPECT_THAT(TextOf(sides), HasSubstr("13 combinations of parameters, shown as one"));
}

TEST(Comparison, ChoosesUsualMetricsAndFailuresThatOccurred)
{
    MadeUpRun failing = Timed("none", "1", 1000);
    failing.metrics.push_back({"server.program.bind.errors.ENOBUFS", 3});
    failing.metrics.push_back({"server.program.bind.mystery", 3});
    const ComparedSides sides = MakeSides({failing}, {failing});
    const RunPairing pairing = PairRuns(sides);
    std::vector<std::string> names;
    const auto sections = CompareMetrics(pairing, {});
    for (const ComparedMetric& metric : sections.at(0).metrics)
    {
        names.push_back(metric.name);
    }
    EXPECT_THAT(names,
                ElementsAre("server.ports.p_value",
                            "server.program.bind.mean_ns",
                            "server.program.bind.errors.ENOBUFS"));
    try
    {
        CompareMetrics(pairing, {"bind.mean"});
        ADD_FAILURE();
    }
    catch (const ConfigError& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("did you mean 'bind.mean_ns'?"));
    }
}

TEST(Comparison, ShowsTheRateThatASearchFoundFirst)
{
    const MadeUpRun search{{{"seed", "1"}},
                           {{"box.load.alone.node_visits_per_packet", 2},
                            {"box.load.no_drop_pps", 5e6},
                            {"box.load.trials", 9}}};
    const ComparedSides sides = MakeSides({search}, {search});
    std::vector<std::string> names;
    const auto sections = CompareMetrics(PairRuns(sides), {});
    for (const ComparedMetric& metric : sections.at(0).metrics)
    {
        names.push_back(metric.name);
    }
    EXPECT_THAT(names,
                ElementsAre("box.load.no_drop_pps", "box.load.alone.node_visits_per_packet"));
}

TEST(ComparisonText, FitsIntoAMailAndSaysWhatIsIdentical)
{
    MadeUpRun same = Timed("all", "1", 3'127'813);
    same.digest = "equal";
    const ComparedSides sides = MakeSides(
        {Timed("none", "1", 1000), Timed("none", "2", 1210), same, Timed("lonely", "1", 1)},
        {Timed("none", "1", 1100), Timed("none", "2", 1500), same});
    const std::string text = TextOf(sides);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        EXPECT_LE(line.size(), 78U) << line;
    }
    EXPECT_THAT(text, HasSubstr("left (A) and right (B): made up"));
    EXPECT_THAT(text, HasSubstr("3 pairs by equal specifications; 1 run of A and 0 runs of B"));
    EXPECT_THAT(text, HasSubstr("server.busy=none\n2 pairs\n"));
    EXPECT_THAT(text, HasSubstr("bind.mean_ns  1.105 us  1.300 us  +195 ns  +-1.207 us  +17.6 %"));
    EXPECT_THAT(text, HasSubstr("server.busy=all\n1 pair, identical results (equal digests); one"));
    EXPECT_THAT(text, HasSubstr("1 run of A without a partner:\n  run 4 of e server.busy=lonely"));
    EXPECT_THAT(text, HasSubstr("\nhost server, operations of its workload program.\n"));
}

TEST(ComparisonText, PutsLongNamesAboveTheirNumbers)
{
    MadeUpRun run;
    run.metrics = {{"server.ports.p_value", 0.5},
                   {"client.two.bind.p99_ns", 123'456'789},
                   {"server.one.bind_to.errors.EADDRINUSE_of_a_very_long_name_indeed", 12}};
    MadeUpRun other = run;
    other.metrics[2].value = 13;
    const std::string text = TextOf(MakeSides({run}, {other}));
    EXPECT_THAT(text,
                HasSubstr("Equal in every pair: server.ports.p_value=0.5, client.two.bind.p99_ns"));
    EXPECT_THAT(text,
                HasSubstr("  server.one.bind_to.errors.EADDRINUSE_of_a_very_long_name_indeed\n"
                          "    12  13     +1  +8.3 %  1/0/0\n"));
    EXPECT_THAT(text, Not(HasSubstr("All metrics are of host")));
}

TEST(ComparisonText, LeavesWorkloadsOutOnlyWhereOperationsTellThemApart)
{
    const auto labelOf = [](const std::vector<std::string>& metrics)
    {
        ComparisonSection section;
        for (const std::string& name : metrics)
        {
            section.metrics.push_back({name, ComparePairs({{1, 2}})});
        }
        return FormatMetrics(section, MetricLabels({section}), TextFormat::MARKDOWN, 78);
    };
    EXPECT_THAT(labelOf({"d.storm.bind.mean_ns", "d.game.frame.late", "d.ports.p_value"}),
                testing::AllOf(HasSubstr("| bind.mean_ns |"),
                               HasSubstr("| frame.late |"),
                               HasSubstr("| ports.p_value |")));
    EXPECT_THAT(
        labelOf({"d.storm.bind.mean_ns", "d.other.bind.mean_ns"}),
        testing::AllOf(HasSubstr("| storm.bind.mean_ns |"), HasSubstr("| other.bind.mean_ns |")));
    EXPECT_THAT(labelOf({"a.storm.bind.mean_ns", "b.storm.bind.mean_ns"}),
                HasSubstr("| b.storm.bind.mean_ns |"));
}

TEST(ComparisonText, SaysWhichPairsLackAMetricOrHaveAnInfiniteOne)
{
    const double inf = std::numeric_limits<double>::infinity();
    const ComparedSides sides =
        MakeSides({{{{"seed", "1"}}, {{"s.ports.p_value", 1}, {"s.w.bind.max_ns", 1}}},
                   {{{"seed", "2"}}, {{"s.ports.p_value", 1}, {"s.w.bind.max_ns", inf}}},
                   {{{"seed", "3"}}, {{"s.ports.p_value", 1}}}},
                  {{{{"seed", "1"}}, {{"s.ports.p_value", 1}, {"s.w.bind.max_ns", 1}}},
                   {{{"seed", "2"}}, {{"s.ports.p_value", 1}, {"s.w.bind.max_ns", 1}}},
                   {{{"seed", "3"}}, {{"s.ports.p_value", 1}, {"s.w.bind.max_ns", 1}}}});
    EXPECT_THAT(TextOf(sides),
                HasSubstr("  bind.max_ns: 1 of 3 pairs; 1 lack it; 1 are infinite\n"));
}

TEST(ComparisonText, IsMarkdownWhenAskedFor)
{
    const std::string text = TextOf(MakeSides({Timed("none", "1", 1000), Timed("all", "1", 1)},
                                              {Timed("none", "1", 1100), Timed("all", "1", 1)}),
                                    TextFormat::MARKDOWN);
    EXPECT_THAT(text, testing::StartsWith("## left (A) and right (B): made up\n\n- A: some\n"));
    EXPECT_THAT(text, HasSubstr("\n### server.busy=none\n\n1 pair; one pair has no interval\n\n|"));
    EXPECT_THAT(text,
                HasSubstr("| bind.mean_ns | 1.000 us | 1.100 us | +100 ns | +10.0 % | 1/0/0 |"));
}

TEST(ComparisonJson, HasFullNamesAndEveryUnmatchedRun)
{
    const ComparedSides sides =
        MakeSides({Timed("none", "1", 1000), Timed("x", "1", 1), Timed("y", "1", 1)},
                  {Timed("none", "1", 1100)});
    const RunPairing pairing = PairRuns(sides);
    const auto json =
        nlohmann::json::parse(ComparisonJson(sides, pairing, CompareMetrics(pairing, {})));
    EXPECT_EQ(json.at("pairs"), 1);
    EXPECT_EQ(json.at("a").at("unmatched").size(), 2U);
    EXPECT_EQ(json.at("a").at("unmatched").at(1).at("parameters").at("server.busy"), "y");
    const auto& metric = json.at("sections").at(0).at("metrics").at(1);
    EXPECT_EQ(metric.at("metric"), "server.program.bind.mean_ns");
    EXPECT_EQ(metric.at("difference"), 100.0);
    EXPECT_EQ(metric.at("half_width_95"), nullptr);
    EXPECT_EQ(metric.at("risen"), 1);
}

} // namespace bindstorm
