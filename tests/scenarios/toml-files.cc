/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "reader-files.h"

#include "scenarios/engine/reader/toml-file.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace bindstorm
{

namespace
{

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

std::string
RefusalOf(const std::string& text)
{
    try
    {
        ParseToml(text, "f.toml");
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

std::string
Repeat(const std::string& part, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
    {
        text += part;
    }
    return text;
}

} // namespace

TEST(TomlFiles, ThatAreNotTomlAreRefusedWithTheirLine)
{
    const std::pair<std::string, std::string> cases[] = {
        {"a = 1\na = 2\n", "f.toml:2:"},                     // duplicate key
        {"[a]\nb = 1\n[a]\nc = 2\n", "f.toml:3:"},           // table defined twice
        {"a = 1\n[a]\n", "f.toml:2:"},                       // a value is no table
        {"[[a]]\n[a]\n", "f.toml:2:"},                       // a list of tables is no table
        {"a = 1 2\n", "f.toml:1:"},                          // garbage after a number
        {"a = 1\nb = 1_\n", "f.toml:2:"},                    // underscore at the end
        {"a = 01\n", "f.toml:1:"},                           // leading zero
        {"a = \"x\" y\n", "f.toml:1:"},                      // garbage after text
        {"a = \"\xff\"\n", "f.toml:1:"},                     // broken UTF-8
        {"a = \"\xc0\x80\"\n", "f.toml:1:"},                 // overlong UTF-8
        {"a = \"x\n", "f.toml:1:"},                          // text that does not end
        {"a = 1\n\nb = 9223372036854775808\n", "f.toml:3:"}, // beyond 64 bits
        {"a = [1, 2\n", "f.toml:"},                          // list that does not end
        {"= 1\n", "f.toml:1:"},                              // no key
        {"a = \n", "f.toml:1:"},                             // no value
        {"a = { b = 1, b = 2 }\n", "f.toml:1:"},             // duplicate in an inline table
        {"a = {}\na.b = 1\n", "f.toml:2:"},                  // inline tables are closed
    };
    for (const auto& [text, place] : cases)
    {
        EXPECT_THAT(RefusalOf(text), StartsWith(place)) << text;
        EXPECT_THAT(RefusalOf(text), ContainsRegex("f.toml:[0-9]+:[0-9]+: ")) << text;
    }
}

// Case S12 with the tests below and with toml-suite.cc.
TEST(TomlFiles, MayHaveCrlfAndAByteOrderMark)
{
    const ConfigNode root = ParseToml("\xef\xbb\xbf"
                                      "a = 1\r\n[b]\r\nc = \"x\"\r\n",
                                      "f.toml");
    EXPECT_EQ(std::get<int64_t>(root.Find("a")->value), 1);
    EXPECT_EQ(*root.Find("b")->Find("c")->AsText(), "x");
    EXPECT_EQ(root.Find("b")->Find("c")->place.ToString(), "f.toml:3:5");
}

TEST(TomlFiles, KeepTheOrderOfTheirKeys)
{
    const ConfigNode root = ParseToml("z = 1\ny.b = 2\na = 3\ny.a = 4\n\"x.y\" = 5\n", "f.toml");
    std::string order;
    for (const ConfigEntry& entry : root.Flatten())
    {
        order += entry.key + " ";
    }
    EXPECT_EQ(order, "z y.b a y.a x.y ");
}

TEST(TomlFiles, OfAMegabyteAreRead)
{
    const ConfigNode lines = ParseToml(Repeat("# a line of a comment that is long\n", 30'000) +
                                           "a = \"" + std::string(1 << 20, 'x') + "\"\n",
                                       "f.toml");
    EXPECT_EQ(lines.Find("a")->AsText()->size(), std::size_t{1} << 20);
}

TEST(TomlFiles, NestedTooDeepAreRefusedAndDoNotCrash)
{
    EXPECT_THAT(RefusalOf("a = " + Repeat("[", 1000) + Repeat("]", 1000)), StartsWith("f.toml:1:"));
    EXPECT_THAT(RefusalOf("\na = " + Repeat("[", 1'000'000)), StartsWith("f.toml:2:"));
    EXPECT_THAT(RefusalOf("a = " + Repeat("{ b = ", 1000) + "1" + Repeat("}", 1000)),
                StartsWith("f.toml:1:"));
    EXPECT_THAT(RefusalOf("x" + Repeat(".x", 100'000) + " = 1"), StartsWith("f.toml:1:"));
    EXPECT_THAT(RefusalOf("[x" + Repeat(" . 'x'", 100'000) + "]"), StartsWith("f.toml:1:"));
    EXPECT_EQ(RefusalOf("a = " + Repeat("[", 60) + Repeat("]", 60)), "accepted");
}

TEST(TomlFiles, MayHaveBracketsAndPointsInTextsAndComments)
{
    const std::string many = Repeat("[{.", 200);
    EXPECT_EQ(RefusalOf("# " + many + "\na = \"" + many + "\"\nb = '" + many + "'\n"), "accepted");
    EXPECT_EQ(RefusalOf("a = \"\"\"\n\"\\\"" + many + "\"\"\"\"\"\nb = '''\n''" + many + "'''''\n"),
              "accepted");
    EXPECT_EQ(RefusalOf("a = [" + Repeat("1.5, ", 200) + "1.5]\n"), "accepted");
}

TEST(TomlFiles, ThatCannotBeReadAreNamed)
{
    const ReaderFiles files;
    for (const char* name : {"missing.toml", "costs"})
    {
        const auto path = files.Folder() / name;
        try
        {
            ReadTomlFile(path);
            FAIL() << name;
        }
        catch (const ConfigError& error)
        {
            EXPECT_THAT(error.what(), StartsWith(path.string() + ": cannot be read"));
        }
    }
}

TEST(TomlFiles, OfScenariosGiveTheFileWithTheRefusal)
{
    const ReaderFiles files;
    EXPECT_THAT(files.Refusal("schema = 1\nschema = 1\n"),
                StartsWith((files.Folder() / "scenario.toml").string() + ":2:"));
    EXPECT_THAT(files.Refusal(""), HasSubstr("key 'host': must be given"));
}

} // namespace bindstorm
