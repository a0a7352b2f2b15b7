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

#include <string>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::HasSubstr;

std::string
WithAxes()
{
    return SmallScenario("",
                         "",
                         "",
                         "[[matrix]]\nname = \"a\"\n\"server.allocator\" = [\"uniform\", "
                         "\"linux-2.6.29\"]\n[[matrix]]\nname = \"b\"\nseed = [1, 2]\n"
                         "[[expect]]\nmetric = \"m\"\nreason = \"r\"\nat_least = 0\n"
                         "where = { \"server.allocator\" = \"linux-2.6.29\" }\n");
}

} // namespace

TEST(MatrixOverrides, ReplaceTheValueOfTheFile)
{
    const ReaderFiles files;
    const RunSpec run = files
                            .Read(SmallScenario("seed = 3\n", "cpus = 2\n"),
                                  {{"seed", "4"},
                                   {"server.cpus", "3"},
                                   {"stop", "1.5 s"},
                                   {"server.range", "1-100"},
                                   {"server.busy", "random(0.5)"},
                                   {"server.open-close.count", "1_000"},
                                   {"server.open-close.reuse_address", "true"},
                                   {"measure.ports", "false"}})
                            .runs.at(0);
    EXPECT_EQ(run.simulation.seed, 4U);
    EXPECT_EQ(run.simulation.stop, std::chrono::milliseconds(1500));
    EXPECT_EQ(run.simulation.hosts[0].cpus, 3U);
    EXPECT_EQ(run.simulation.hosts[0].range.ToString(), "1-100");
    EXPECT_EQ(run.simulation.hosts[0].busy.GetName(), "random");
    EXPECT_EQ(run.simulation.hosts[0].workloads[0].settings.GetInteger("count"), 1000);
    EXPECT_TRUE(run.simulation.hosts[0].workloads[0].settings.GetBoolean("reuse_address"));
    EXPECT_FALSE(run.measure.ports);
    EXPECT_TRUE(run.parameters.empty());
}

TEST(MatrixOverrides, KeepOneValueOfAnAxis)
{
    const ReaderFiles files;
    const Scenario scenario = files.Read(WithAxes(), {{"server.allocator", "rfc6056-1"}});
    ASSERT_EQ(scenario.runs.size(), 3U);
    EXPECT_EQ(scenario.runs[0].Parameter("server.allocator"), "rfc6056-1");
    EXPECT_EQ(scenario.runs[0].simulation.hosts[0].allocator.ToString(), "rfc6056-1");
    EXPECT_EQ(scenario.runs[1].Parameter("server.allocator"), std::nullopt);
    EXPECT_EQ(scenario.runs[1].simulation.hosts[0].allocator.ToString(), "rfc6056-1")
        << "where it is no axis it is the value";
}

TEST(MatrixOverrides, ThatAreListsOrRangesAreAxes)
{
    const ReaderFiles files;
    EXPECT_EQ(files.Read(WithAxes(), {{"seed", "1..5"}}).runs.size(), 2U * 5 + 5);
    const Scenario scenario =
        files.Read(SmallScenario(), {{"server.allocator", "[\"uniform\", \"ns-3\"]"}});
    ASSERT_EQ(scenario.runs.size(), 2U);
    EXPECT_EQ(scenario.runs[1].Parameter("server.allocator"), "ns-3");
}

TEST(MatrixOverrides, OfTextMayLookLikeNumbers)
{
    const ReaderFiles files;
    const RunSpec run = files.Read(SmallScenario(), {{"server.reserved", "40000"}}).runs.at(0);
    EXPECT_EQ(run.simulation.hosts[0].reserved.ToString(), "40000");
    EXPECT_EQ(files.Refusal(SmallScenario(), {{"server.reserved", "\"40000\""}}), "accepted");
}

TEST(MatrixOverrides, ThatAreWrongAreNamed)
{
    const ReaderFiles files;
    const std::pair<Override, const char*> cases[] = {
        {{"server.cpus", "0"}, "key 'server.cpus': must be a whole number from 1 to 1024, is 0"},
        {{"server.cpus", "1e3"}, "without point or exponent"},
        {{"server.cpus", "many"}, "is the text \"many\""},
        {{"server.cpus", "[]"}, "is an empty list"},
        {{"server.cpus", "5..1"}, "is a range from high to low"},
        {{"server.cpus", "1\nseed = 2"}, "must be a"},
        {{"server.cpus", "1, 2"}, "must be a"},
        {{"server.cpus", ""}, "must be a"},
        {{"server.cpsu", "1"}, "did you mean 'server.cpus'?"},
        {{"cpus", "1"}, "names no setting"},
        {{"", "1"}, "names no setting"},
        {{"title", "x"}, "cannot vary"},
        {{"server.chains", "100"}, "must be a power of two"},
        {{"stop", "10"}, "key 'stop': must be a duration"},
    };
    for (const auto& [given, message] : cases)
    {
        EXPECT_THAT(files.Refusal(SmallScenario(), {given}),
                    AllOf(HasSubstr("scenario.toml: --set " + given.key + "=" + given.value + ": "),
                          HasSubstr(message)));
    }
    EXPECT_THAT(files.Refusal(SmallScenario(), {{"seed", "1"}, {"seed", "2"}}),
                HasSubstr("--set seed=2: key 'seed': is given by --set already"));
}

} // namespace bindstorm
