/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

// Case S12: the suite that parsers of TOML are tested with (toml-test 1.6.0, its files for TOML
// 1.0.0), through the reader of scenarios. pack-toml-test.py tells how the file is made.

#include "reader-files.h"

#include "scenarios/engine/reader/toml-file.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace bindstorm
{

namespace
{

using nlohmann::json;

const json&
Suite()
{
    static const json suite =
        json::parse(ReadWholeFile(BINDSTORM_SOURCE_DIR "/tests/scenarios/toml-test-1.6.0.json"));
    return suite;
}

/// Documents are packed with a character for each byte.
std::string
BytesOf(const std::string& utf8)
{
    std::string bytes;
    for (std::size_t i = 0; i < utf8.size(); ++i)
    {
        auto byte = static_cast<unsigned char>(utf8[i]);
        if (byte >= 0x80)
        {
            const auto next = static_cast<unsigned char>(utf8.at(++i));
            byte = static_cast<unsigned char>((byte & 0x03U) << 6 | (next & 0x3fU));
        }
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

/// Fractions of a second mean the same with and without zeros at their end.
std::string
WithoutTrailingZeros(std::string text)
{
    const std::size_t point = text.find('.');
    if (point != std::string::npos)
    {
        const std::size_t end =
            std::min(text.find_first_not_of("0123456789", point + 1), text.size());
        const std::size_t last = text.find_last_not_of('0', end - 1);
        const std::size_t keep = last == point ? point : last + 1;
        text.erase(keep, end - keep);
    }
    return text;
}

std::string
DateType(const std::string& text)
{
    const std::size_t time = text.find('T');
    if (time == std::string::npos)
    {
        return text.find(':') == std::string::npos ? "date-local" : "time-local";
    }
    const bool hasOffset = text.find_first_of("Z+-", time) != std::string::npos;
    return hasOffset ? "datetime" : "datetime-local";
}

/// @return whether a value is what the suite says of it, its type and its text
bool
IsValue(const ConfigNode& node, const std::string& type, const std::string& text)
{
    if (const auto* boolean = std::get_if<bool>(&node.value))
    {
        return type == "bool" && text == (*boolean ? "true" : "false");
    }
    if (const auto* integer = std::get_if<int64_t>(&node.value))
    {
        return type == "integer" && text == std::to_string(*integer);
    }
    if (const auto* real = std::get_if<double>(&node.value))
    {
        const double value = std::strtod(text.c_str(), nullptr);
        return type == "float" && (std::isnan(value) ? std::isnan(*real) : *real == value);
    }
    if (const auto* date = std::get_if<ConfigNode::Date>(&node.value))
    {
        return type == DateType(date->text) &&
               WithoutTrailingZeros(date->text) == WithoutTrailingZeros(text);
    }
    return node.AsText() != nullptr && type == "string" && *node.AsText() == text;
}

/// @return where a node is something else than the suite expects; "" when it is that
std::string
Difference(const ConfigNode& node, const json& expected, const std::string& path)
{
    const ConfigNode::List* list = node.AsList();
    const ConfigNode::Table* table = node.AsTable();
    std::string found;
    if (expected.is_array())
    {
        const std::size_t size = expected.size();
        if (list == nullptr || list->size() != size)
        {
            return path + ": not a list of " + std::to_string(size);
        }
        for (std::size_t i = 0; i < size && found.empty(); ++i)
        {
            found = Difference((*list)[i], expected[i], path + "[" + std::to_string(i) + "]");
        }
        return found;
    }
    if (expected.contains("type") && expected["type"].is_string())
    {
        const std::string type = expected["type"];
        const std::string text = expected["value"];
        return IsValue(node, type, text)
                   ? ""
                   : path + ": " + node.Describe() + " is not the " + type + " " + text;
    }
    if (table == nullptr || table->size() != expected.size())
    {
        return path + ": not a table of " + std::to_string(expected.size());
    }
    for (auto entry = table->begin(); entry != table->end() && found.empty(); ++entry)
    {
        const std::string inner = path + "." + entry->key;
        found = expected.contains(entry->key) ? Difference(entry->node, expected[entry->key], inner)
                                              : inner + ": not expected";
    }
    return found;
}

} // namespace

TEST(TomlSuite, ValidFilesAreReadAsWhatTheyMean)
{
    ASSERT_EQ(Suite()["valid"].size(), 185U);
    for (const auto& [name, test] : Suite()["valid"].items())
    {
        const std::string text = BytesOf(test["toml"]);
        try
        {
            EXPECT_EQ(Difference(ParseToml(text, "f.toml"), test["json"], "file"), "") << name;
        }
        catch (const ConfigError& error)
        {
            ADD_FAILURE() << name << ": " << error.what();
        }
    }
}

TEST(TomlSuite, InvalidFilesAreRefusedWithTheirLine)
{
    ASSERT_EQ(Suite()["invalid"].size(), 371U);
    for (const auto& [name, test] : Suite()["invalid"].items())
    {
        std::string refusal = "accepted";
        try
        {
            ParseToml(BytesOf(test), "f.toml");
        }
        catch (const ConfigError& error)
        {
            refusal = error.what();
        }
        EXPECT_THAT(refusal, testing::ContainsRegex("^f.toml:[0-9]+:[0-9]+: ")) << name;
    }
}

} // namespace bindstorm
