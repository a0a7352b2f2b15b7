/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// @return a scenario with two blocks; what is given begins at line 15
std::string
WithChecks(const std::string& checks)
{
    return SmallScenario("",
                         "",
                         "",
                         "[[matrix]]\nname = \"idle\"\n"
                         "\"server.allocator\" = [\"uniform\", \"linux-2.6.29\"]\n"
                         "[[matrix]]\nname = \"long\"\nstop = [\"1.5 s\"]\n" +
                             checks);
}

std::string
Expect(const std::string& more)
{
    return WithChecks("[[expect]]\nmetric = \"m\"\nreason = \"r\"\n" + more + "\n");
}

std::string
Published(const std::string& label, const std::string& more)
{
    return "[[published]]\nlabel = \"" + label +
           "\"\nmetric = \"m\"\nvalue = 2.5\nunit = \"ms\"\nsource = \"s\"\n" + more;
}

} // namespace

TEST(ReaderChecks, ReadExpectations)
{
    const ReaderFiles files;
    const auto all = files
                         .Read(WithChecks(R"([[expect]]
metric = "server.ports.p_value"
where = { part = "idle", "server.allocator" = "uniform" }
aggregate = "mean"
ratio_to = { server.allocator = "linux-2.6.29" }
at_least = 0.5
reason = "because"

[[expect]]
metric = "m"
where = { stop = "1500 ms" }
within = [1, 2.5]
reason = "r"

[[expect]]
metric = "m"
equals = 7
reason = "r"
)"))
                         .expectations;
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].metric, "server.ports.p_value");
    EXPECT_EQ(all[0].where, (Selection{{"part", "idle"}, {"server.allocator", "uniform"}}));
    EXPECT_EQ(all[0].aggregate, Expectation::Aggregate::MEAN);
    EXPECT_EQ(all[0].ratioTo, (Selection{{"server.allocator", "linux-2.6.29"}}));
    EXPECT_EQ(all[0].atLeast, 0.5);
    EXPECT_EQ(all[0].atMost, std::numeric_limits<double>::infinity());
    EXPECT_EQ(all[0].reason, "because");
    EXPECT_EQ(all[0].line, 15U);
    EXPECT_EQ(all[1].where, (Selection{{"stop", "1.5 s"}})) << "values are compared as times";
    EXPECT_EQ(all[1].atLeast, 1);
    EXPECT_EQ(all[1].atMost, 2.5);
    EXPECT_EQ(all[1].aggregate, Expectation::Aggregate::EACH);
    EXPECT_EQ(all[2].atLeast, 7);
    EXPECT_EQ(all[2].atMost, 7);
}

TEST(ReaderChecks, RefuseConditionsThatCannotBeMeant)
{
    const ReaderFiles files;
    const std::pair<const char*, const char*> cases[] = {
        {"", ":15:1: key 'expect[1].at_least': a condition is missing"},
        {"equals = 1\nat_most = 2", "conditions exclude each other"},
        {"within = [1, 2]\nequals = 1", "conditions exclude each other"},
        {"at_least = 2\nat_most = 1", "key 'expect[1].at_most': must not be less than at_least, 2"},
        {"within = [2, 1]", ":18:10: key 'expect[1].within': must have the lower number first"},
        {"within = [1]", "must be a list of two numbers"},
        {"within = [1, \"2\"]", "must be a number"},
        {"equals = 1\nratio_to = {}", "key 'expect[1].ratio_to': is empty"},
        {"equals = 1\nwhere = 5", "key 'expect[1].where': must be a table"},
        {"equals = 1\nwhere = { seed = 1 }", "unknown axis of the matrix 'seed'"},
        {"equals = 1\nwhere = { \"server.alocator\" = \"uniform\" }",
         "did you mean 'server.allocator'?"},
        {"equals = 1\nwhere = { \"server.allocator\" = \"unifrom\" }",
         "key 'expect[1].where.server.allocator': must be an allocator"},
        {"equals = 1\nwhere = { \"server.allocator\" = \"linux-2.6.28\" }",
         "selects no run: the axis has no value \"linux-2.6.28\", did you mean \"linux-2.6.29\"?"},
        {"equals = 1\nwhere = { part = \"idel\" }", "did you mean \"idle\"?"},
        {"equals = 1\nwhere = { stop = \"2 s\" }", "it has: 1.5 s"},
        {"equals = 1\naggregate = \"median\"",
         "key 'expect[1].aggregate': must be each, mean, min, max, sum or count"},
    };
    for (const auto& [given, message] : cases)
    {
        EXPECT_THAT(files.Refusal(Expect(given)),
                    AllOf(HasSubstr("scenario.toml:"), HasSubstr(message)))
            << given;
    }
    EXPECT_THAT(files.Refusal(SmallScenario("",
                                            "",
                                            "",
                                            "[[expect]]\nmetric = \"m\"\nreason = \"r\"\n"
                                            "equals = 1\nwhere = { part = \"a\" }\n")),
                HasSubstr("unknown axis of the matrix 'part'; known: none"));
}

TEST(ReaderChecks, StayRightWhenAnAxisIsReplaced)
{
    const ReaderFiles files;
    const std::string text =
        Expect("equals = 1\nwhere = { \"server.allocator\" = \"linux-2.6.29\" }");
    EXPECT_EQ(files.Refusal(text, {{"server.allocator", "ns-3"}}), "accepted");
}

TEST(ReaderChecks, ReadPublishedFigures)
{
    const ReaderFiles files;
    const auto figures =
        files
            .Read(WithChecks(
                Published("new", "where = { part = \"idle\" }\npredict_from = \"old\"\n") +
                Published("old", "fit = \"node_visits\"\n")))
            .published;
    ASSERT_EQ(figures.size(), 2U);
    EXPECT_EQ(figures[0].label, "new");
    EXPECT_EQ(figures[0].value, 2.5);
    EXPECT_EQ(figures[0].unit, "ms");
    EXPECT_EQ(figures[0].where, (Selection{{"part", "idle"}}));
    EXPECT_EQ(figures[0].predictFrom, "old");
    EXPECT_EQ(figures[0].fit, std::nullopt);
    EXPECT_EQ(figures[1].fit, "node_visits");
    EXPECT_EQ(figures[1].line, 23U);
}

TEST(ReaderChecks, ReadPublishedRatios)
{
    const ReaderFiles files;
    const std::string ratio = "ratio_to = { \"server.allocator\" = \"linux-2.6.29\" }\n";
    const auto figures = files.Read(WithChecks(Published("slower", ratio))).published;
    EXPECT_EQ(figures.at(0).ratioTo, (Selection{{"server.allocator", "linux-2.6.29"}}));
    EXPECT_THAT(files.Refusal(WithChecks(Published("slower", "ratio_to = {}\n"))),
                HasSubstr("key 'published[1].ratio_to': is empty"));
    EXPECT_THAT(files.Refusal(WithChecks(Published("slower", "fit = \"locks\"\n" + ratio))),
                HasSubstr("key 'published[1].ratio_to': goes with a figure without fit"));
}

TEST(ReaderChecks, RefusePredictionsFromNothing)
{
    const ReaderFiles files;
    EXPECT_THAT(
        files.Refusal(WithChecks(Published("a", "predict_from = \"b\"\n") + Published("b", ""))),
        HasSubstr(":21:16: key 'published[1].predict_from': unknown label of a figure with "
                  "fit 'b'"));
    EXPECT_THAT(files.Refusal(WithChecks(Published("a", "fit = \"nodes\"\n"))),
                HasSubstr("must be rng_draws, steps, probes"));
    EXPECT_THAT(
        files.Refusal(WithChecks(Published("a", "fit = \"locks\"\npredict_from = \"a\"\n"))),
        HasSubstr("goes with a figure without fit"));
    EXPECT_THAT(files.Refusal(WithChecks(Published("a", "") + Published("a", ""))),
                HasSubstr("key 'published[2].label': \"a\" is the label of another figure"));
}

TEST(ReaderChecks, ReadTables)
{
    const ReaderFiles files;
    const auto views = files
                           .Read(WithChecks(R"([[table]]
title = "t"
note = "n"
where = { part = "idle" }
columns = ["a.b", { metric = "c.d", heading = "h" }, { metric = "e.f" }]
group = ["part", "server.allocator"]
)"))
                           .views;
    ASSERT_EQ(views.size(), 1U);
    EXPECT_EQ(views[0].title, "t");
    EXPECT_EQ(views[0].note, "n");
    EXPECT_EQ(views[0].where, (Selection{{"part", "idle"}}));
    ASSERT_EQ(views[0].columns.size(), 3U);
    EXPECT_EQ(views[0].columns[0].metric, "a.b");
    EXPECT_EQ(views[0].columns[0].heading, "a.b");
    EXPECT_EQ(views[0].columns[1].heading, "h");
    EXPECT_EQ(views[0].columns[2].heading, "e.f");
    EXPECT_THAT(views[0].group, ElementsAre("part", "server.allocator"));
}

TEST(ReaderChecks, RefuseTablesOfWhatDoesNotExist)
{
    const ReaderFiles files;
    const std::pair<const char*, const char*> cases[] = {
        {"columns = []", "key 'table[1].columns': must be a list of metrics"},
        {"columns = [1]", "key 'table[1].columns[1]': must be text"},
        {"columns = [{ heading = \"h\" }]", "key 'table[1].columns[1].metric': must be given"},
        {"columns = [\"m\"]\ngroup = [\"server.cpus\"]",
         "unknown axis of the matrix 'server.cpus'"},
        {"columns = [\"m\"]\ngroup = [\"part\", \"part\"]", "has \"part\" twice"},
        {"columns = [\"m\"]\ngroup = [1]", "must be the name of an axis"},
        {"columns = [\"m\"]\ngroup = \"part\"", "must be a list of axes"},
    };
    for (const auto& [given, message] : cases)
    {
        EXPECT_THAT(files.Refusal(WithChecks("[[table]]\ntitle = \"t\"\n" + std::string(given))),
                    HasSubstr(message))
            << given;
    }
}

TEST(ReaderChecks, KeepTheTextOfTheFile)
{
    const ReaderFiles files;
    const std::string text = "# a story\r\n" + SmallScenario();
    const Scenario scenario = files.Read(text);
    EXPECT_EQ(scenario.text, text);
    EXPECT_EQ(scenario.path, files.Folder() / "scenario.toml");
}

} // namespace bindstorm
