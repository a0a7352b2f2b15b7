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
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// @return the parameters of every run: "seed=1 server.cpus=2"
std::vector<std::string>
ParametersOf(const Scenario& scenario)
{
    std::vector<std::string> lines;
    for (const RunSpec& run : scenario.runs)
    {
        std::string line;
        for (const auto& [name, value] : run.parameters)
        {
            line += (line.empty() ? "" : " ") + name + "=" + value;
        }
        lines.push_back(line);
    }
    return lines;
}

/// @return a scenario whose line 9 is the header of the matrix
std::string
WithMatrix(const std::string& matrix)
{
    return SmallScenario("", "", "", matrix);
}

} // namespace

TEST(MatrixRuns, AreOneWithoutAMatrix)
{
    const ReaderFiles files;
    const Scenario scenario = files.Read(SmallScenario());
    ASSERT_EQ(scenario.runs.size(), 1U);
    EXPECT_TRUE(scenario.runs[0].parameters.empty());
}

TEST(MatrixRuns, VaryTheFirstAxisSlowest)
{
    const ReaderFiles files;
    const Scenario scenario = files.Read(WithMatrix("[matrix]\n"
                                                    "\"server.queue\" = [30, 10]\n"
                                                    "\"server.allocator\" = [\"uniform\", "
                                                    "\"linux-2.6.29\"]\n"
                                                    "seed = \"1..2\"\n"));
    EXPECT_THAT(ParametersOf(scenario),
                ElementsAre("server.queue=30 server.allocator=uniform seed=1",
                            "server.queue=30 server.allocator=uniform seed=2",
                            "server.queue=30 server.allocator=linux-2.6.29 seed=1",
                            "server.queue=30 server.allocator=linux-2.6.29 seed=2",
                            "server.queue=10 server.allocator=uniform seed=1",
                            "server.queue=10 server.allocator=uniform seed=2",
                            "server.queue=10 server.allocator=linux-2.6.29 seed=1",
                            "server.queue=10 server.allocator=linux-2.6.29 seed=2"));
    EXPECT_EQ(scenario.runs[3].simulation.seed, 2U);
    EXPECT_EQ(scenario.runs[3].simulation.hosts[0].queue, 30U);
    EXPECT_EQ(scenario.runs[3].simulation.hosts[0].allocator.ToString(), "linux-2.6.29");
    EXPECT_EQ(scenario.runs[0].simulation.hosts[0].allocator.ToString(), "uniform");
}

TEST(MatrixRuns, AreTheUnionOfTheBlocksInTheOrderOfTheFile)
{
    const ReaderFiles files;
    const Scenario scenario = files.Read(WithMatrix("[[matrix]]\nname = \"idle\"\nseed = [2, 1]\n"
                                                    "[[matrix]]\nname = \"one CPU more\"\n"
                                                    "\"server.cpus\" = [2]\n"
                                                    "[[matrix]]\nname = \"as it is\"\n"));
    EXPECT_THAT(ParametersOf(scenario),
                ElementsAre("part=idle seed=2",
                            "part=idle seed=1",
                            "part=one CPU more server.cpus=2",
                            "part=as it is"));
    EXPECT_EQ(scenario.runs[2].simulation.hosts[0].cpus, 2U);
    EXPECT_EQ(scenario.runs[2].simulation.seed, 1U);
    EXPECT_EQ(scenario.runs[3].simulation.hosts[0].cpus, 1U) << "blocks leave no trace";
}

TEST(MatrixRuns, ReachEveryKindOfSetting)
{
    const ReaderFiles files;
    const Scenario scenario = files.Read(WithMatrix("[matrix]\nstop = [\"1 s\"]\nrun = [4]\n"
                                                    "measure.sample = [\"10 ms\"]\n"
                                                    "server.open-close.count = [7]\n"
                                                    "server.open-close.start = [\"2000 us\"]\n"
                                                    "\"server.reserved\" = [\"8,7\"]\n"));
    const RunSpec& run = scenario.runs.at(0);
    EXPECT_EQ(run.simulation.stop, std::chrono::seconds(1));
    EXPECT_EQ(run.simulation.run, 4U);
    EXPECT_EQ(run.simulation.sampleInterval, std::chrono::milliseconds(10));
    EXPECT_EQ(run.simulation.hosts[0].workloads[0].settings.GetInteger("count"), 7);
    EXPECT_EQ(run.Parameter("server.open-close.start"), "2 ms");
    EXPECT_EQ(run.Parameter("server.reserved"), "7-8");
    EXPECT_EQ(run.Parameter("server.cpus"), std::nullopt);
}

TEST(MatrixRuns, GiveWhatTheFileLeavesOut)
{
    const ReaderFiles files;
    const std::string text = "schema = 1\ntitle = \"t\"\nquestion = \"q\"\n[[host]]\nname = \"a\"\n"
                             "[[host.workload]]\nkind = \"open-close\"\n";
    EXPECT_THAT(files.Refusal(text), HasSubstr(":4:1: key 'a.allocator': must be given"));
    EXPECT_EQ(files.Refusal(text + "[matrix]\n\"a.allocator\" = [\"uniform\"]\n"), "accepted");
    EXPECT_EQ(files.Refusal(text, {{"a.allocator", "uniform"}}), "accepted");
}

TEST(MatrixRuns, ExpandRangesOfWholeNumbers)
{
    const ReaderFiles files;
    EXPECT_THAT(ParametersOf(files.Read(WithMatrix("[matrix]\nseed = \"3..9 step 3\"\n"))),
                ElementsAre("seed=3", "seed=6", "seed=9"));
    EXPECT_THAT(ParametersOf(files.Read(WithMatrix("[matrix]\nseed = \"3 .. 8 step 3\"\n"))),
                ElementsAre("seed=3", "seed=6"));
    EXPECT_THAT(ParametersOf(files.Read(WithMatrix("[matrix]\nseed = \"5..5\"\n"))),
                ElementsAre("seed=5"));
}

TEST(MatrixRuns, RefuseWhatIsNoAxis)
{
    const ReaderFiles files;
    const std::pair<const char*, const char*> cases[] = {
        {"seed = \"5..1\"", ":10:8: key 'seed': is a range from high to low"},
        {"seed = \"1..5 step 0\"", "key 'seed': must have a step of at least 1"},
        {"seed = \"1..\"", "key 'seed': must be a list of values, or a range"},
        {"seed = \"1..5 foo\"", "key 'seed': must be a list of values, or a range"},
        {"seed = \"1..2000000\"", "key 'seed': has more than 1000000 values"},
        {"seed = \"0..5\"", "key 'seed': must be a whole number from 1 to"},
        {"seed = 5", "key 'seed': must be a list of values in a matrix"},
        {"seed = []", "key 'seed': is an empty list"},
        {"seed = [1, 2, 1]", "key 'seed': has the value \"1\" twice"},
        {"stop = [\"1 s\", \"1000 ms\"]", "key 'stop': has the value \"1 s\" twice"},
        {"seed = [1, \"2\"]", ":10:12: key 'seed': must be a whole number"},
        {"\"server.range\" = [\"1-2\",\n \"2-1\"]", ":11:2: key 'server.range': must be a range"},
        {"\"server.range\" = \"1..2\"", "key 'server.range': must be a list of values"},
        {"\"server.alocator\" = [\"uniform\"]",
         ":10:1: key 'server.alocator': names no setting, did you mean 'server.allocator'?"},
        {"\"sever.cpus\" = [1]", "did you mean 'server.cpus'?"},
        {"\"server.name\" = [\"a\"]", "key 'server.name': cannot vary"},
        {"\"server.open-close.kind\" = [\"fill\"]", "key 'server.open-close.kind': cannot vary"},
        {"title = [\"a\"]", "key 'title': cannot vary"},
        {"\"server.cpus\" = [1]\nserver.cpus = [2]",
         "key 'server.cpus': is an axis of this matrix"},
        {"", "key 'matrix': has no axis"},
    };
    for (const auto& [matrix, message] : cases)
    {
        EXPECT_THAT(files.Refusal(WithMatrix("[matrix]\n" + std::string(matrix) + "\n")),
                    AllOf(HasSubstr("scenario.toml:"), HasSubstr(message)))
            << matrix;
    }
    EXPECT_THAT(files.Refusal(WithMatrix("[[matrix]]\nname = \"a\"\n[[matrix]]\nname = \"a\"\n")),
                HasSubstr(":12:8: key 'matrix[2].name': \"a\" is the name of another"));
    EXPECT_THAT(files.Refusal("matrix = 5\n" + SmallScenario()), HasSubstr(":1:10: key 'matrix'"));
}

TEST(MatrixRuns, RefuseAnAxisThatMakesNoDifferenceWithinABlock)
{
    const ReaderFiles files;
    files.Write("costs/copy.toml", ReadWholeFile(files.Folder() / "costs/unit.toml"));
    EXPECT_THAT(
        files.Refusal(WithMatrix("[matrix]\n\"server.costs\" = [\"unit\", \"copy\"]\n")),
        HasSubstr(":9:1: key 'server.costs': the values \"unit\" and \"copy\" give the same "
                  "run twice"));
    const Scenario across =
        files.Read(WithMatrix("[[matrix]]\nseed = [1, 2]\n[[matrix]]\nseed = [2, 3]\n"));
    EXPECT_EQ(across.runs.size(), 4U) << "across blocks a run may come again";
    EXPECT_EQ(across.runs[1].canonical, across.runs[2].canonical);
}

TEST(MatrixRuns, AreAtMostAMillion)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(WithMatrix("[matrix]\nseed = \"1..1001\"\nrun = \"1..1000\"\n")),
                HasSubstr(":9:1: key 'matrix': has more than 1000000 combinations"));
    EXPECT_THAT(files.Refusal(WithMatrix("[[matrix]]\nseed = \"1..1000\"\nrun = \"1..1000\"\n"
                                         "[[matrix]]\nrun = [1, 2]\n")),
                HasSubstr(":12:1: key 'matrix': has more than 1000000 combinations"));
    std::string many = "[matrix]\n";
    for (const char* key : {"seed",
                            "run",
                            "\"server.queue\"",
                            "\"server.open-close.count\"",
                            "\"server.open-close.processes\""})
    {
        many += std::string(key) + " = \"1..10000\"\n";
    }
    EXPECT_THAT(files.Refusal(WithMatrix(many)), HasSubstr("has more than 1000000 combinations"));
}

TEST(MatrixRuns, MayChangeWhatTheFileSaysButTheFileMustBeRight)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(SmallScenario("", "cpus = 0\n", "", "[matrix]\nserver.cpus = [1]\n")),
                HasSubstr(":7:8: key 'server.cpus': must be"));
}

TEST(MatrixRuns, PointAtTheAxisWhenOnlyTheRunIsWrong)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(WithMatrix("[matrix]\n\"server.chains\" = [128,\n  100]\n")),
                HasSubstr("scenario.toml:11:3: key 'server.chains': must be a power of two"));
    EXPECT_THAT(files.Refusal(WithMatrix("[matrix]\n\"server.costs\" = [\"unti\"]\n")),
                AllOf(HasSubstr("scenario.toml:10:19: key 'server.costs'"), HasSubstr("'unit'")));
}

TEST(MatrixRuns, AreSelectedByTheirParameters)
{
    const ReaderFiles files;
    const Scenario scenario =
        files.Read(WithMatrix("[matrix]\nseed = [1, 2]\n\"server.cpus\" = [1, 2]\n"));
    const RunSpec& run = scenario.runs[2]; // seed 2, one CPU
    EXPECT_TRUE(run.Matches({}));
    EXPECT_TRUE(run.Matches({{"seed", "2"}}));
    EXPECT_TRUE(run.Matches({{"seed", "2"}, {"server.cpus", "1"}}));
    EXPECT_FALSE(run.Matches({{"seed", "1"}}));
    EXPECT_FALSE(run.Matches({{"part", "idle"}}));
}

RC_GTEST_PROP(MatrixRuns, AreAllCombinationsInOrder, ())
{
    const auto a = *rc::gen::inRange<std::size_t>(1, 5);
    const auto b = *rc::gen::inRange<std::size_t>(1, 5);
    const auto c = *rc::gen::inRange<std::size_t>(1, 5);
    const ReaderFiles files;
    const Scenario scenario = files.Read(
        WithMatrix("[matrix]\nrun = \"1.." + std::to_string(a) + "\"\n\"server.cpus\" = \"1.." +
                   std::to_string(b) + "\"\nseed = \"1.." + std::to_string(c) + "\"\n"));
    std::size_t index = 0;
    for (std::size_t i = 1; i <= a; ++i)
    {
        for (std::size_t j = 1; j <= b; ++j)
        {
            for (std::size_t k = 1; k <= c; ++k)
            {
                const SimulationSpec& run = scenario.runs.at(index++).simulation;
                RC_ASSERT(run.run == i && run.hosts[0].cpus == j && run.seed == k);
            }
        }
    }
    RC_ASSERT(scenario.runs.size() == index);
}

} // namespace bindstorm
