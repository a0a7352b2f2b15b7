/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/reader/schema-json.h"
#include "scenarios/engine/reader/schema-reference.h"
#include "scenarios/engine/reader/schema.h"

#include "model/base/random-engine.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>
#include <string>

namespace bindstorm
{

namespace
{

using testing::HasSubstr;

std::vector<SchemaTable>
AllTables()
{
    std::vector<SchemaTable> tables(GetScenarioSchema().begin(), GetScenarioSchema().end());
    tables.insert(tables.end(), GetCostSchema().begin(), GetCostSchema().end());
    for (const WorkloadInfo& workload : GetWorkloads())
    {
        tables.push_back(GetWorkloadSchema(workload));
    }
    for (const PacketWorkloadInfo& workload : GetPacketWorkloads())
    {
        tables.push_back(GetPacketWorkloadSchema(workload));
    }
    return tables;
}

} // namespace

TEST(SchemaPages, DescribeEveryKeyOnceAndCompletely)
{
    for (const SchemaTable& table : AllTables())
    {
        std::set<std::string> names;
        for (const KeyInfo& key : table.keys)
        {
            const SettingInfo& setting = key.setting;
            EXPECT_TRUE(names.insert(setting.name).second) << setting.name << table.header;
            EXPECT_FALSE(setting.help.empty()) << setting.name << " of " << table.header;
            const bool hasRange = setting.type == SettingType::INTEGER ||
                                  setting.type == SettingType::NUMBER ||
                                  setting.type == SettingType::DURATION;
            if (key.shape == KeyShape::SETTING && hasRange)
            {
                EXPECT_TRUE(setting.low < setting.high || setting.name == "schema")
                    << setting.name << " of " << table.header << " has no range";
            }
            if (setting.type == SettingType::CHOICE)
            {
                EXPECT_FALSE(setting.choices.empty()) << setting.name;
            }
            if (key.isOptional)
            {
                EXPECT_FALSE(key.defaultText.empty()) << setting.name << " of " << table.header;
            }
        }
    }
}

TEST(SchemaPages, HaveEveryKeyAndEveryNameOnTheReferencePage)
{
    const std::string page = SchemaReference();
    for (const SchemaTable& table : AllTables())
    {
        for (const std::string& key : table.KeyNames())
        {
            EXPECT_THAT(page, HasSubstr("| `" + key + "` |"));
        }
    }
    for (const auto& allocator : GetPortAllocators())
    {
        EXPECT_THAT(page, HasSubstr("### `" + allocator.name + "`\n"));
    }
    for (const auto& generator : GetRandomEngines())
    {
        EXPECT_THAT(page, HasSubstr("### `" + generator.name + "`\n"));
    }
    for (const auto& pattern : GetBusyPatterns())
    {
        EXPECT_THAT(page, HasSubstr("### `" + pattern.name + "`\n"));
    }
    for (const auto& workload : GetWorkloads())
    {
        EXPECT_THAT(page, HasSubstr("### `kind = \"" + workload.name + "\"`\n"));
    }
}

TEST(SchemaPages, AreCommittedAsTheyAreGenerated)
{
    const auto path = std::filesystem::path(BINDSTORM_SOURCE_DIR) / "scenarios/reference.md";
    EXPECT_TRUE(ReadWholeFile(path) == SchemaReference())
        << path << " is not what the program generates; make it anew with\n"
        << "    bindstorm reference > scenarios/reference.md";
}

TEST(SchemaPages, GiveEditorsAClosedJsonSchema)
{
    const auto schema = nlohmann::json::parse(SchemaJson());
    EXPECT_EQ(schema.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
    EXPECT_EQ(schema.at("additionalProperties"), false);
    EXPECT_EQ(schema.at("properties").at("seed").at("minimum"), 1);
    EXPECT_EQ(schema.at("properties").at("seed").at("maximum"), 9223372036854775807);
    const auto& host = schema.at("properties").at("host").at("items");
    EXPECT_EQ(host.at("additionalProperties"), false);
    for (const std::string& key : GetSchemaTable("host").KeyNames())
    {
        EXPECT_TRUE(host.at("properties").contains(key)) << key;
    }
    const auto& kinds = host.at("properties").at("workload").at("items").at("oneOf");
    ASSERT_EQ(kinds.size(), GetWorkloads().size());
    for (std::size_t i = 0; i < kinds.size(); ++i)
    {
        const WorkloadInfo& workload = GetWorkloads()[i];
        EXPECT_EQ(kinds[i].at("properties").at("kind").at("const"), workload.name);
        for (const std::string& key : GetWorkloadSchema(workload).KeyNames())
        {
            EXPECT_TRUE(kinds[i].at("properties").contains(key)) << key;
        }
    }
}

TEST(SchemaPages, FitEveryScenarioOfTheSourceTree)
{
    const auto folder = std::filesystem::path(BINDSTORM_SOURCE_DIR) / "scenarios";
    int found = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    {
        const auto& path = entry.path();
        if (path.extension() == ".toml" && path.parent_path().filename() != "costs")
        {
            EXPECT_NO_THROW(ReadScenario(path, {})) << path;
            ++found;
        }
    }
    EXPECT_GT(found, 0);
}

} // namespace bindstorm
