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

} // namespace

TEST(ReaderValues, RefuseTheForbiddenSeedWithItsReason)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(SmallScenario("seed = 0\n")),
                AllOf(HasSubstr("scenario.toml:4:8: key 'seed': must be a whole number from 1 to "
                                "9223372036854775807, is 0"),
                      HasSubstr("ns-3")));
    EXPECT_THAT(files.Refusal(SmallScenario("seed = -1\n")), HasSubstr("is -1"));
    EXPECT_THAT(files.Refusal(SmallScenario("", "", "", "[matrix]\nseed = [1, 0]\n")),
                HasSubstr("scenario.toml:10:12: key 'seed'"));
    EXPECT_THAT(files.Refusal(SmallScenario(), {{"seed", "0"}}),
                HasSubstr("scenario.toml: --set seed=0: key 'seed': must be"));
}

TEST(ReaderValues, KeepAllBitsOfSeeds)
{
    const ReaderFiles files;
    for (const uint64_t seed : {uint64_t{9223372036854775807}, uint64_t{9007199254740993}})
    {
        const std::string text = std::to_string(seed);
        const Scenario scenario =
            files.Read(SmallScenario("seed = " + text + "\nrun = " + text + "\n"));
        EXPECT_EQ(scenario.runs[0].simulation.seed, seed);
        EXPECT_EQ(scenario.runs[0].simulation.run, seed);
        EXPECT_THAT(scenario.runs[0].canonical, HasSubstr("\"seed\":" + text + ","));
        const Scenario axis =
            files.Read(SmallScenario("", "", "", "[matrix]\nseed = [" + text + "]\n"));
        EXPECT_EQ(axis.runs[0].simulation.seed, seed);
        EXPECT_EQ(axis.runs[0].Parameter("seed"), text);
        EXPECT_EQ(files.Read(SmallScenario(), {{"seed", text}}).runs[0].simulation.seed, seed);
    }
}

TEST(ReaderValues, RefuseWholeNumbersWrittenAsDecimals)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(SmallScenario("", "queue = 1e3\n")),
                AllOf(HasSubstr("scenario.toml:7:9: key 'server.queue'"),
                      HasSubstr("the decimal number 1000.0"),
                      HasSubstr("without point or exponent")));
    EXPECT_THAT(files.Refusal(SmallScenario("", "", "count = 10.0\n")),
                HasSubstr("key 'server.open-close.count': must be a whole number"));
    EXPECT_EQ(files.Refusal(SmallScenario("", "queue = 1_000\n")), "accepted");
}

TEST(ReaderValues, RefuseBadRangesOfPortsWithKeyAndLine)
{
    const ReaderFiles files;
    for (const char* range : {"60000-59999", "0-100", "1-70000", "", "a-b", "100", "1-2-3", "-1-5"})
    {
        EXPECT_THAT(
            files.Refusal(SmallScenario("", "range = \"" + std::string(range) + "\"\n")),
            AllOf(HasSubstr("scenario.toml:7:9: key 'server.range': must be a range of ports"),
                  HasSubstr("1 to 65535"),
                  HasSubstr("is the text \"" + std::string(range) + "\"")))
            << range;
    }
    for (const char* range : {"32678-40000", "50000-50000", "1024-65535", "1-65535"})
    {
        const Scenario scenario =
            files.Read(SmallScenario("", "range = \"" + std::string(range) + "\"\n"));
        EXPECT_EQ(scenario.runs[0].simulation.hosts[0].range.ToString(), range);
    }
}

TEST(ReaderValues, RefuseBadListsOfPortsWithKeyAndLine)
{
    const ReaderFiles files;
    for (const char* key : {"reserved", "excluded"})
    {
        for (const char* list : {"32767-30000", "70000", "a-b", "1,,2", "1,", "10250,70000"})
        {
            const std::string line = std::string(key) + " = \"" + list + "\"\n";
            EXPECT_THAT(files.Refusal(SmallScenario("", line)),
                        AllOf(HasSubstr("scenario.toml:7:12: key 'server." + std::string(key)),
                              HasSubstr("is the text \"" + std::string(list) + "\"")))
                << line;
        }
        const Scenario empty = files.Read(SmallScenario("", std::string(key) + " = \"\"\n"));
        EXPECT_EQ(empty.runs[0].simulation.hosts[0].reserved.Size(), 0U);
    }
    const Scenario given = files.Read(SmallScenario("", "reserved = \"10250,30000-32767\"\n"));
    EXPECT_EQ(given.runs[0].simulation.hosts[0].reserved.Size(), 2769U);
}

TEST(ReaderValues, RefuseUnknownPartsWithTheNearestOne)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(SmallScenario("", "generator = \"tauss88\"\n")),
                AllOf(HasSubstr(":7:13: key 'server.generator'"), HasSubstr("'taus88'")));
    EXPECT_THAT(files.Refusal(SmallScenario("", "busy = \"randm(0.5)\"\n")),
                AllOf(HasSubstr(":7:8: key 'server.busy'"), HasSubstr("'random'")));
    EXPECT_THAT(files.Refusal(SmallScenario("", "lock = \"tabel\"\n")),
                HasSubstr("must be automatic, none or table, is the text \"tabel\": did you mean "
                          "'table'?"));
    EXPECT_THAT(files.Refusal(SmallScenario("", "", "protocol = \"udpp\"\n")),
                AllOf(HasSubstr("key 'server.open-close.protocol'"), HasSubstr("'udp'")));
}

TEST(ReaderValues, RefuseNumbersOfChainsThatAreNoPowersOfTwo)
{
    const ReaderFiles files;
    EXPECT_THAT(
        files.Refusal(SmallScenario("", "chains = 100\n")),
        HasSubstr(":7:10: key 'server.chains': must be a power of two from 1 to 65536, or 0 "
                  "for what the allocator was written for, is 100; the nearest are 64 and "
                  "128"));
    EXPECT_EQ(files.Read(SmallScenario("", "chains = 65536\n")).runs[0].simulation.hosts[0].chains,
              65536U);
}

TEST(ReaderValues, RefuseAWarmUpThatLeavesNothingToMeasure)
{
    const ReaderFiles files;
    EXPECT_THAT(
        files.Refusal(SmallScenario("stop = \"1 s\"\n", "", "", "[measure]\nwarm_up = \"1 s\"\n")),
        HasSubstr(":11:11: key 'measure.warm_up': must be less than stop, 1 s"));
}

TEST(ReaderValues, RefuseNumbersThatAreNone)
{
    const ReaderFiles files;
    for (const char* number : {"nan", "inf", "-inf"})
    {
        EXPECT_THAT(files.Refusal(SmallScenario("",
                                                "",
                                                "",
                                                "[[expect]]\nmetric = \"m\"\nreason = \"r\"\n"
                                                "at_most = " +
                                                    std::string(number) + "\n")),
                    HasSubstr("key 'expect[1].at_most': must be a number"));
    }
}

} // namespace bindstorm
