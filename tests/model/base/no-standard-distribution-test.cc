/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace bindstorm
{

namespace
{

bool
IsNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// @return whether the line names something whose results differ between libraries (case S04)
bool
IsForbidden(std::string_view line)
{
    for (const std::string_view call : {"std::shuffle",
                                        "std::random_shuffle",
                                        "std::sample",
                                        "ranges::shuffle",
                                        "ranges::sample",
                                        "generate_canonical",
                                        "uniform_01"})
    {
        if (line.find(call) != std::string_view::npos)
        {
            return true;
        }
    }
    constexpr std::string_view ENDING = "_distribution";
    for (auto at = line.find(ENDING); at != line.npos; at = line.find(ENDING, at + 1))
    {
        auto begin = at;
        while (begin > 0 && IsNamePart(line[begin - 1]))
        {
            --begin;
        }
        const std::string_view before = line.substr(0, begin);
        if (before.ends_with("std::") || before.ends_with("random::") ||
            before.ends_with("boost::"))
        {
            return true;
        }
    }
    return false;
}

std::string
WithoutComment(const std::string& line)
{
    return line.substr(0, line.find("//"));
}

TEST(NoStandardDistribution, TheSearchFindsWhatItIsMeantToFind)
{
    for (const char* line : {"std::uniform_int_distribution<int> d;",
                             "boost::random::exponential_distribution<> d;",
                             "std::shuffle(a, b, engine);",
                             "std::ranges::shuffle(a, engine);"})
    {
        EXPECT_TRUE(IsForbidden(line)) << line;
    }
    EXPECT_FALSE(IsForbidden("boost::random::mt19937_64 engine;"));
    EXPECT_FALSE(IsForbidden("boost::math::chi_squared_distribution<> d;"));
}

TEST(NoStandardDistribution, NoSourceOfAResultUsesOne)
{
    const std::filesystem::path root(BINDSTORM_SOURCE_DIR);
    int files = 0;
    for (const char* folder : {"model", "analysis", "results", "scenarios", "python"})
    {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
        {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cc")
            {
                continue;
            }
            ++files;
            std::ifstream source(entry.path());
            int number = 0;
            for (std::string line; std::getline(source, line);)
            {
                ++number;
                EXPECT_FALSE(IsForbidden(WithoutComment(line)))
                    << entry.path() << ":" << number << ": " << line;
            }
        }
    }
    EXPECT_GT(files, 20);
}

} // namespace

} // namespace bindstorm
