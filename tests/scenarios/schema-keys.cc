/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

// Case S11. For every key of the format: misspelt by one letter, in the wrong table, of the wrong
// type, out of range, left out. A key that is added to the lists is tested without anyone touching
// this file.

#include "reader-files.h"
#include "schema-document.h"

#include "scenarios/engine/reader/number-text.h"
#include "scenarios/engine/reader/schema-example.h"
#include "scenarios/engine/reader/setting-reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdint>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

struct TestedKey
{
    const SchemaTable* table;
    std::string key;

    const KeyInfo&
    Info() const
    {
        return *table->Find(key);
    }
};

void
PrintTo(const TestedKey& tested, std::ostream* stream)
{
    *stream << tested.key << " of " << tested.table->header;
}

std::vector<const SchemaTable*>
AllTables()
{
    std::vector<const SchemaTable*> tables;
    for (const SchemaTable& table : GetScenarioSchema())
    {
        if (!table.name.ends_with(".workload"))
        {
            tables.push_back(&table);
        }
    }
    for (const WorkloadInfo& workload : GetWorkloads())
    {
        tables.push_back(&GetWorkloadSchema(workload));
    }
    for (const PacketWorkloadInfo& workload : GetPacketWorkloads())
    {
        tables.push_back(&GetPacketWorkloadSchema(workload));
    }
    return tables;
}

std::vector<TestedKey>
AllKeys()
{
    std::vector<TestedKey> keys;
    for (const SchemaTable* table : AllTables())
    {
        for (const std::string& key : table->KeyNames())
        {
            keys.push_back({table, key});
        }
    }
    return keys;
}

/// @return the document in which a workload is of the kind that the table is about
SchemaDocument
DocumentOf(const SchemaTable& table, const std::string& key)
{
    SchemaDocument document(table, key);
    for (const WorkloadInfo& workload : GetWorkloads())
    {
        if (&table == &GetWorkloadSchema(workload))
        {
            SetEntry(document.Full(), "kind", "\"" + workload.name + "\"");
        }
    }
    for (const PacketWorkloadInfo& workload : GetPacketWorkloads())
    {
        if (&table == &GetPacketWorkloadSchema(workload))
        {
            SetEntry(document.Full(), "kind", "\"" + workload.name + "\"");
        }
    }
    return document;
}

bool
IsTableShaped(const KeyInfo& info)
{
    return ExampleOf(info).empty();
}

/// A value of a type that the key does not take.
std::string
WrongType(const KeyInfo& info)
{
    const bool isPlain = info.shape == KeyShape::SETTING && !IsWrittenAsText(info.setting.type);
    return isPlain ? "\"text\"" : "5";
}

/// A value of the right type that is not allowed; empty where everything is.
std::string
OutOfRange(const KeyInfo& info)
{
    const SettingInfo& setting = info.setting;
    switch (info.shape)
    {
    case KeyShape::NAME:
        return "\"Not A Name\"";
    case KeyShape::SELECTION:
        return R"({ "server.allocator" = "linux-2.6.23" })";
    case KeyShape::INTERVAL:
        return "[2, 1]";
    case KeyShape::COLUMNS:
    case KeyShape::TABLES:
        return "[]";
    case KeyShape::NAMES:
        return R"(["server.allocatr"])";
    case KeyShape::AXES:
        return "{}";
    case KeyShape::TABLE:
    case KeyShape::COST:
    case KeyShape::COSTS:
        return "";
    case KeyShape::SETTING:
        break;
    }
    const int64_t low = IntegerLimit(setting.low);
    const int64_t high = IntegerLimit(setting.high);
    switch (setting.type)
    {
    case SettingType::BOOLEAN:
        return "";
    case SettingType::INTEGER:
        return std::to_string(high < std::numeric_limits<int64_t>::max() ? high + 1 : low - 1);
    case SettingType::NUMBER:
        return NumberText(setting.high * 2 + 1);
    case SettingType::DURATION:
        return "\"" + std::to_string(high < std::numeric_limits<int64_t>::max() ? high + 1 : -1) +
               " ns\"";
    case SettingType::TEXT:
        return setting.defaultValue ? "" : "\"  \"";
    case SettingType::CHOICE:
        return "\"no-such-word\"";
    case SettingType::RANGE:
        return "\"0-70000\"";
    case SettingType::PORTS:
        return "\"70000\"";
    case SettingType::ADDRESS:
        return "\"1.2.3.4.5\"";
    case SettingType::ALLOCATOR:
    case SettingType::GENERATOR:
    case SettingType::BUSY:
    case SettingType::NAT_INDEX:
    case SettingType::NAT_HOUSEKEEPING:
    case SettingType::NAT_CLOCK:
    case SettingType::NAT_PORTS:
        return "\"no-such-part\"";
    case SettingType::ADDRESSES:
        return "\"203.0.113.2-203.0.113.1\"";
    case SettingType::ENDPOINT:
        return "\"192.0.2.1:65536\"";
    }
    return "";
}

std::string
Misspell(const std::string& key)
{
    const std::size_t middle = key.size() / 2;
    return key.substr(0, middle) + key[middle] + key.substr(middle);
}

/// Booleans and free texts have none.
std::vector<TestedKey>
KeysWithRange()
{
    std::vector<TestedKey> keys = AllKeys();
    std::erase_if(keys, [](const TestedKey& tested) { return OutOfRange(tested.Info()).empty(); });
    return keys;
}

std::string
NameOfTested(const testing::TestParamInfo<TestedKey>& tested)
{
    std::string name = std::to_string(tested.index) + "_";
    for (const char c : tested.param.table->header + tested.param.key)
    {
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c) : "";
    }
    return name;
}

std::string
AtLine(const std::string& text, const std::string& entry)
{
    return "scenario.toml:" + std::to_string(SchemaDocument::LineOf(text, entry)) + ":";
}

} // namespace

class SchemaKeys : public testing::TestWithParam<TestedKey>
{
  protected:
    ReaderFiles m_files;
};

TEST_P(SchemaKeys, IsAcceptedWithItsExample)
{
    SchemaDocument document = DocumentOf(*GetParam().table, GetParam().key);
    EXPECT_EQ(m_files.Refusal(document.ToString()), "accepted") << document.ToString();
}

TEST_P(SchemaKeys, IsRefusedWhenMisspelt)
{
    const auto& [table, key] = GetParam();
    SchemaDocument document = DocumentOf(*table, key);
    const std::string wrong = Misspell(key);
    ASSERT_EQ(table->Find(wrong), nullptr);
    RemoveEntry(document.Full(), key);
    if (IsTableShaped(GetParam().Info()))
    {
        document.Remove(key);
    }
    if (key != "kind")
    {
        SetEntry(document.Full(), wrong, "5");
        const std::string text = document.ToString();
        EXPECT_THAT(m_files.Refusal(text),
                    AllOf(HasSubstr(AtLine(text, wrong + " =")),
                          HasSubstr(wrong),
                          HasSubstr("did you mean '" + key + "'?")))
            << text;
    }
    else
    {
        SetEntry(document.Full(), wrong, "\"fill\"");
        EXPECT_THAT(m_files.Refusal(document.ToString()),
                    ContainsRegex("scenario.toml:[0-9]+:1: key '.*kind': must be given"));
    }
}

TEST_P(SchemaKeys, IsRefusedInEveryTableThatDoesNotHaveIt)
{
    const auto& [table, key] = GetParam();
    const std::string value = "98765"; // nowhere else, so that its line is known
    for (const SchemaTable* other : AllTables())
    {
        if (other->Find(key) != nullptr || other->name == "matrix")
        {
            continue; // "run" and its like are axes of a matrix
        }
        SchemaDocument document = DocumentOf(*other, other->keys.front().setting.name);
        SetEntry(document.Full(), key, value);
        const std::string text = document.ToString();
        EXPECT_THAT(m_files.Refusal(text),
                    AllOf(HasSubstr(AtLine(text, key + " = " + value)),
                          HasSubstr(key + "': belongs in "),
                          HasSubstr(", not in " + other->header)))
            << text;
    }
}

TEST_P(SchemaKeys, IsRefusedWithTheWrongType)
{
    const auto& [table, key] = GetParam();
    SchemaDocument document = DocumentOf(*table, key);
    const std::string wrong = WrongType(GetParam().Info());
    if (IsTableShaped(GetParam().Info()))
    {
        document.Remove(table->name.empty() ? key : table->name + "." + key);
    }
    SetEntry(document.Full(), key, wrong);
    const std::string text = document.ToString();
    EXPECT_THAT(m_files.Refusal(text),
                AllOf(HasSubstr(AtLine(text, key + " = " + wrong)), HasSubstr(key + "': must be ")))
        << text;
}

class SchemaRanges : public SchemaKeys
{
};

TEST_P(SchemaRanges, RefuseWhatIsBeyondThemAndAreNamed)
{
    const auto& [table, key] = GetParam();
    const KeyInfo& info = GetParam().Info();
    const std::string wrong = OutOfRange(info);
    SchemaDocument document = DocumentOf(*table, key);
    if (IsTableShaped(info))
    {
        document.Remove(table->name.empty() ? key : table->name + "." + key);
    }
    SetEntry(document.Full(), key, wrong);
    const std::string text = document.ToString();
    EXPECT_THAT(m_files.Refusal(text),
                AllOf(HasSubstr(AtLine(text, key + " = " + wrong)), HasSubstr(key)))
        << text;
    if (info.shape == KeyShape::SETTING && info.setting.name != "kind")
    {
        EXPECT_THAT(m_files.Refusal(text), HasSubstr(DescribeAllowed(info.setting))) << text;
    }
}

TEST_P(SchemaKeys, HasItsDefaultWhenLeftOutOrMustBeGiven)
{
    const auto& [table, key] = GetParam();
    const KeyInfo& info = GetParam().Info();
    SchemaDocument document = DocumentOf(*table, key);
    if (IsTableShaped(info))
    {
        document.Remove(table->name.empty() ? key : table->name + "." + key);
        if (key == "matrix")
        {
            document.Remove("published"); // nothing selects by an axis that is gone
        }
    }
    RemoveEntry(document.Full(), key);
    const bool isOnlyHost = table->name.empty() && key == "host"; // beside it there is no box
    if (info.IsRequired() || isOnlyHost)
    {
        EXPECT_THAT(
            m_files.Refusal(document.ToString()),
            ContainsRegex("scenario.toml:[0-9]+:[0-9]+: key '.*" + key + "': must be given"));
        return;
    }
    const bool isCondition = table->name == "expect" && (key == "equals" || key == "within");
    if (isCondition)
    {
        EXPECT_THAT(m_files.Refusal(document.ToString()), HasSubstr("a condition is missing"));
        return;
    }
    const Scenario without = m_files.Read(document.ToString());
    if (info.setting.defaultValue)
    {
        SetEntry(document.Full(), key, WriteToml(info.setting, *info.setting.defaultValue));
        const Scenario with = m_files.Read(document.ToString());
        EXPECT_EQ(without.runs.front().canonical, with.runs.front().canonical);
    }
}

INSTANTIATE_TEST_SUITE_P(Format, SchemaKeys, testing::ValuesIn(AllKeys()), NameOfTested);
INSTANTIATE_TEST_SUITE_P(Format, SchemaRanges, testing::ValuesIn(KeysWithRange()), NameOfTested);

} // namespace bindstorm
