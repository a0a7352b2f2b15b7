/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/reader/statement-reader.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

const std::string TEXT = R"(
schema = 1
title = "Title"
question = "Question?"

[[host]]
name = "server"
allocator = "uniform"
costs = "no-such-cost-table"

[[host.workload]]
kind = "open-close"
name = "program"
count = 10

[matrix]
"server.allocator" = ["uniform", "linux-2.6.29"]

[[table]]
title = "Table"
where = { "server.allocator" = "uniform" }
columns = ["server.bind.count"]

[[published]]
label = "label"
metric = "server.bind.mean_ns"
value = 1
unit = "ms"
source = "source"
)";

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string
Refusal(const std::string& text, const std::vector<Pairs>& runs)
{
    try
    {
        ReadStatements(text, "stored.toml", runs);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

const std::string SEED_SEVEN = R"(
[[expect]]
metric = "server.bind.count"
where = { seed = 7 }
equals = 10
reason = "reason"
)";

const std::string OF_A_PLUGIN = R"(
[[table]]
title = "Table"
where = { "server.allocator" = "of-a-plug-in" }
columns = ["server.bind.count"]
)";

} // namespace

TEST(StatementReader, NeedsNoCostTables)
{
    const ScenarioStatements statements = ReadStatements(TEXT, "stored.toml", {});
    EXPECT_EQ(statements.title, "Title");
    EXPECT_EQ(statements.question, "Question?");
    ASSERT_EQ(statements.views.size(), 1U);
    EXPECT_EQ(statements.views[0].where, (Selection{{"server.allocator", "uniform"}}));
    ASSERT_EQ(statements.published.size(), 1U);
    EXPECT_EQ(statements.published[0].label, "label");
    EXPECT_TRUE(statements.expectations.empty());
}

TEST(StatementReader, KnowsAxesThatOnlyTheRunsHave)
{
    EXPECT_THAT(Refusal(TEXT + SEED_SEVEN, {}),
                testing::HasSubstr("unknown axis of the matrix 'seed'"));
    EXPECT_THAT(Refusal(TEXT + SEED_SEVEN, {{{"seed", "8"}}}),
                testing::HasSubstr("selects no run: the axis has no value \"7\""));
    const auto statements = ReadStatements(TEXT + SEED_SEVEN, "", {{{"seed", "7"}}});
    EXPECT_EQ(statements.expectations.at(0).where, (Selection{{"seed", "7"}}));
}

TEST(StatementReader, KnowsPartsOfRuns)
{
    const std::string expectation = R"(
[[expect]]
metric = "server.bind.count"
where = { part = "full" }
equals = 10
reason = "reason"
)";
    EXPECT_EQ(Refusal(TEXT + expectation, {{{"part", "full"}}}), "accepted");
}

TEST(StatementReader, KnowsAllocatorsThatOnlyTheRunsHave)
{
    std::string text = TEXT + OF_A_PLUGIN;
    text.replace(text.find("linux-2.6.29"), 12, "of-a-plug-in");
    const auto statements =
        ReadStatements(text,
                       "stored.toml",
                       {{{"server.allocator", "of-a-plug-in"}}, {{"server.allocator", "uniform"}}});
    EXPECT_EQ(statements.views.at(1).where, (Selection{{"server.allocator", "of-a-plug-in"}}));
}

TEST(StatementReader, SaysWhatItDoesNotHave)
{
    const std::string text = TEXT + OF_A_PLUGIN;
    EXPECT_THAT(Refusal(text, {}), testing::StartsWith("stored.toml:"));
    EXPECT_THAT(Refusal(text, {}), testing::HasSubstr("of-a-plug-in"));
    EXPECT_THAT(Refusal(TEXT, {{{"server.gone", "1"}}}), testing::HasSubstr("server.gone"));
    EXPECT_THAT(Refusal("schema = ", {}), testing::StartsWith("stored.toml:1"));
}

} // namespace bindstorm
