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

#include <nlohmann/json.hpp>

#include <string>

namespace bindstorm
{

namespace
{

std::string
CanonicalOf(const ReaderFiles& files, const std::string& text)
{
    return files.Read(text).runs.at(0).canonical;
}

} // namespace

TEST(ReaderCanonical, IsTheSameForTheSameExperimentWrittenInAnotherWay)
{
    const ReaderFiles files;
    const std::string one = R"toml(schema = 1
title = "one"
question = "one"
seed = 5
stop = "1.001 s"
[[host]]
name = "server"
allocator = "uniform"
reserved = "10,11,12"
busy = "random(0.5)"
[[host.workload]]
kind = "open-close"
count = 1000
[measure]
warm_up = "0.5 ms"
)toml";
    const std::string other = R"toml(# another order, other units, defaults written out
measure = { warm_up = "500 us", ports = true }
stop = "1001 ms"
question = "other"
title = "other"
run = 0
schema = 1
seed = 0x5
[[host]]
busy = "random(share=0.5)"
cpus = 1
costs = "unit"
allocator = "uniform"
name = "server"
reserved = "10-12"
generator = "taus88"
[[host.workload]]
count = 1_000
name = "open-close"
kind = "open-close"
start = "0 ns"
)toml";
    EXPECT_EQ(CanonicalOf(files, one), CanonicalOf(files, other));
}

TEST(ReaderCanonical, DiffersForEveryKeyThatDecidesTheResult)
{
    const ReaderFiles files;
    const std::string plain = CanonicalOf(files, SmallScenario());
    const std::string others[] = {
        SmallScenario("seed = 2\n"),
        SmallScenario("run = 1\n"),
        SmallScenario("stop = \"1 s\"\n"),
        SmallScenario("", "count = 2\n"),
        SmallScenario("", "generator = \"chacha20\"\n"),
        SmallScenario("", "range = \"32768-60999\"\n"),
        SmallScenario("", "reserved = \"40000\"\n"),
        SmallScenario("", "excluded = \"40000\"\n"),
        SmallScenario("", "chains = 128\n"),
        SmallScenario("", "busy = \"all\"\n"),
        SmallScenario("", "cpus = 2\n"),
        SmallScenario("", "queue = 1\n"),
        SmallScenario("", "lock = \"none\"\n"),
        SmallScenario("", "", "name = \"other\"\n"),
        SmallScenario("", "", "start = \"1 ns\"\n"),
        SmallScenario("", "", "count = 1001\n"),
        SmallScenario("", "", "", "[measure]\nports = false\n"),
        SmallScenario("", "", "", "[measure]\nwarm_up = \"1 ns\"\n"),
        SmallScenario("", "", "", "[measure]\nsample = \"1 s\"\n"),
    };
    for (const std::string& text : others)
    {
        EXPECT_NE(CanonicalOf(files, text), plain) << text;
    }
}

TEST(ReaderCanonical, HoldsWhatACostTableSaysAndNotItsName)
{
    const ReaderFiles files;
    std::string table = ReadWholeFile(files.Folder() / "costs/unit.toml");
    table.replace(table.find("title = \"unit\""), 14, "title = \"copy\"");
    files.Write("costs/copy.toml", table);
    const std::string unit = CanonicalOf(files, SmallScenario());
    EXPECT_EQ(CanonicalOf(files, SmallScenario("", "costs = \"copy\"\n")), unit);

    table.replace(table.find("locks = \"1 ns\""), 14, "locks = \"2 ns\"");
    files.Write("costs/copy.toml", table);
    EXPECT_NE(CanonicalOf(files, SmallScenario("", "costs = \"copy\"\n")), unit);
    files.Write("costs/unit.toml", table);
    EXPECT_NE(CanonicalOf(files, SmallScenario()), unit) << "the same name with other costs";
}

TEST(ReaderCanonical, IsJsonWithSortedKeysAndNoSpaces)
{
    const ReaderFiles files;
    const std::string text = CanonicalOf(files, SmallScenario("stop = \"2 s\"\n"));
    const nlohmann::json json = nlohmann::json::parse(text);
    EXPECT_EQ(json.dump(), text); // nlohmann::json sorts keys
    EXPECT_EQ(json.at("schema"), 1);
    EXPECT_EQ(json.at("stop"), 2'000'000'000);
    EXPECT_EQ(json.at("measure").at("sample"), nullptr);
    EXPECT_EQ(json.at("hosts").at(0).at("range"), "32768-61000");
    EXPECT_EQ(json.at("hosts").at(0).at("chains"), 0);
    EXPECT_EQ(json.at("hosts").at(0).at("costs").at("work").at("locks"), 1000);
    EXPECT_EQ(json.at("hosts").at(0).at("workloads").at(0).at("kind"), "open-close");
}

TEST(ReaderCanonical, PrintsNumbersSoThatTheyReadBack)
{
    const ReaderFiles files;
    for (const char* number : {"0.1", "0.30000000000000004", "1e-300", "0.99", "1"})
    {
        const std::string text = SmallScenario("", "", "") +
                                 "[[host.workload]]\nkind = \"churn\"\noccupancy = " + number +
                                 "\n";
        const auto json = nlohmann::json::parse(CanonicalOf(files, text));
        EXPECT_EQ(json.at("hosts")
                      .at(0)
                      .at("workloads")
                      .at(1)
                      .at("settings")
                      .at("occupancy")
                      .get<double>(),
                  std::stod(number));
    }
}

} // namespace bindstorm
