/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/reader/cost-folder.h"
#include "scenarios/engine/reader/schema.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::HasSubstr;

/// @return the table of the folder with one line replaced
std::string
TableWith(const ReaderFiles& files, const std::string& line, const std::string& replacement)
{
    std::string text = ReadWholeFile(files.Folder() / "costs/unit.toml");
    const std::size_t at = text.find(line);
    EXPECT_NE(at, std::string::npos) << line;
    return text.replace(at, line.size(), replacement);
}

std::string
RefusalOf(const ReaderFiles& files, const std::string& text)
{
    try
    {
        ReadCostTable(files.Write("table.toml", text));
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(CostTableFiles, GivePicoseconds)
{
    const ReaderFiles files;
    const auto path =
        files.Write("odd.toml", TableWith(files, "locks = \"1 ns\"", "locks = \"79.93 ns\""));
    const CostTableFile file = ReadCostTable(path);
    EXPECT_EQ(file.path, path);
    EXPECT_EQ(file.title, "unit");
    EXPECT_EQ(file.provenance, "assumed");
    EXPECT_EQ(file.table.name, "odd");
    EXPECT_EQ(file.table.base, (std::array<uint64_t, 4>{1'000'000, 1'000'000, 1'000'000, 0}));
    EXPECT_EQ(file.table.work,
              (std::array<uint64_t, 7>{1000, 1000, 1000, 1000, 1000, 79'930, 1000}));
    EXPECT_TRUE(file.table.nodeVisits.empty());
}

TEST(CostTableFiles, MayMakeANodeVisitDependOnTheSizeOfTheTable)
{
    const ReaderFiles files;
    const std::string line = "node_visits = \"1 ns\"";
    const CostTable table =
        ReadCostTable(files.Write("t.toml",
                                  TableWith(files,
                                            line,
                                            "node_visits = [{ sockets = 0, cost = \"1 ns\" }, "
                                            "{ sockets = 100, cost = \"0.5 ns\" }]")))
            .table;
    ASSERT_EQ(table.nodeVisits.size(), 2U);
    EXPECT_EQ(table.nodeVisits[1], (CostTable::NodeVisitCost{100, 500}));
    const CostTable one =
        ReadCostTable(
            files.Write("t.toml",
                        TableWith(files, line, "node_visits = [{ sockets = 9, cost = \"2 ns\" }]")))
            .table;
    EXPECT_TRUE(one.nodeVisits.empty()) << "one entry is a constant";
    EXPECT_EQ(one.NodeVisit(0), 2000U);

    EXPECT_THAT(RefusalOf(files,
                          TableWith(files,
                                    line,
                                    "node_visits = [{ sockets = 5, cost = \"1 ns\" },\n"
                                    "{ sockets = 5, cost = \"1 ns\" }]")),
                HasSubstr("table.toml:15:13: key 'work.node_visits[2].sockets': must be greater"));
    EXPECT_THAT(RefusalOf(files, TableWith(files, line, "node_visits = []")),
                HasSubstr("key 'work.node_visits': is an empty list"));
    EXPECT_THAT(RefusalOf(files, TableWith(files, line, "node_visits = [\"1 ns\"]")),
                HasSubstr("key 'work.node_visits[1]': must be a table"));
}

TEST(CostTableFiles, RefuseWhatIsNoCost)
{
    const ReaderFiles files;
    const std::pair<const char*, const char*> cases[] = {
        {"locks = \"0.5 ps\"", "table.toml:15:9: key 'work.locks': must be a duration from 0 ps"},
        {"locks = \"-1 ns\"", "key 'work.locks': must be a duration"},
        {"locks = \"2 ms\"", "to 1 ms such as"},
        {"locks = 5", "is 5"},
        {"locks = [\"1 ns\"]", "is a list"},
        {"", "key 'work.locks': must be given"},
        {"lokcs = \"1 ns\"", "did you mean 'locks'?"},
        {"locks = \"1 ns\"\nbind = \"1 ns\"", "key 'work.bind': belongs in [base]"},
    };
    for (const auto& [replacement, message] : cases)
    {
        EXPECT_THAT(RefusalOf(files, TableWith(files, "locks = \"1 ns\"", replacement)),
                    HasSubstr(message))
            << replacement;
    }
    EXPECT_THAT(RefusalOf(files, TableWith(files, "schema = 1", "schema = 2")),
                HasSubstr("table.toml:1:10: key 'schema': must be 1, is 2"));
    EXPECT_THAT(RefusalOf(files, TableWith(files, "title = \"unit\"", "title = \"\"")),
                HasSubstr("key 'title'"));
}

TEST(CostTableFiles, NeedEveryKey)
{
    const ReaderFiles files;
    const std::string text = ReadWholeFile(files.Folder() / "costs/unit.toml");
    int tested = 0;
    for (std::size_t begin = 0; begin < text.size();)
    {
        const std::size_t end = text.find('\n', begin) + 1;
        const std::string line = text.substr(begin, end - begin);
        if (line.find('=') != std::string::npos)
        {
            const std::string key = line.substr(0, line.find(' '));
            std::string without = text;
            without.erase(begin, line.size());
            EXPECT_THAT(RefusalOf(files, without),
                        AllOf(HasSubstr("key '"), HasSubstr(key + "': must be given")));
            ++tested;
        }
        begin = end;
    }
    EXPECT_EQ(tested, 21);
}

TEST(CostTableFiles, AreFoundBesideTheFolderThenBesideTheScenarioThenInTheEnvironment)
{
    const ReaderFiles files;
    const std::string text = ReadWholeFile(files.Folder() / "costs/unit.toml");
    const auto scenario = files.Write("story/x.toml", "");
    const auto outer = files.Write("costs/t.toml", text);
    const auto inner = files.Write("story/costs/t.toml", text);
    const auto other = files.Write("elsewhere/costs/t.toml", text);
    ASSERT_EQ(setenv("BINDSTORM_SCENARIOS", (files.Folder() / "elsewhere").c_str(), 1), 0);
    EXPECT_EQ(FindCostTable("t", scenario), outer);
    std::filesystem::remove(outer);
    EXPECT_EQ(FindCostTable("t", scenario), inner);
    std::filesystem::remove(inner);
    EXPECT_EQ(FindCostTable("t", scenario), other);
    ASSERT_EQ(unsetenv("BINDSTORM_SCENARIOS"), 0);
    EXPECT_THROW(FindCostTable("t", scenario), ConfigError);
    EXPECT_EQ(FindCostTable("../elsewhere/costs/t.toml", scenario), other);
    EXPECT_THROW(FindCostTable("elsewhere/t.toml", scenario), ConfigError);
}

TEST(CostTableFiles, ThatDoNotExistAreRefusedWithTheNearestName)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal(SmallScenario("", "costs = \"unti\"\n")),
                AllOf(HasSubstr("scenario.toml:7:9: key 'server.costs': unknown cost table 'unti', "
                                "did you mean 'unit'?"),
                      HasSubstr((files.Folder() / "costs").string())));
    EXPECT_THAT(files.Refusal(SmallScenario("", "costs = \"./none.toml\"\n")),
                HasSubstr("key 'server.costs': no cost table at"));
    files.Write("costs/bad.toml", "schema = 1\n");
    EXPECT_THAT(files.Refusal(SmallScenario("", "costs = \"bad\"\n")),
                HasSubstr("bad.toml:1:1: key 'title': must be given"));
}

TEST(CostTableFiles, OfTheSourceTreeAreAllReadable)
{
    const auto tables =
        ListCostTables(std::filesystem::path(BINDSTORM_SOURCE_DIR) / "scenarios/costs");
    ASSERT_FALSE(tables.empty());
    bool hasUnit = false;
    for (const CostTableFile& file : tables)
    {
        hasUnit = hasUnit || file.table.name == "unit";
    }
    EXPECT_TRUE(hasUnit) << "the default of a host";
    EXPECT_TRUE(ListCostTables("/nowhere").empty());
}

} // namespace bindstorm
