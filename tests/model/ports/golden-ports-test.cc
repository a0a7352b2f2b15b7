/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "test-host.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace bindstorm
{

namespace
{

constexpr std::string_view GOLDEN = BINDSTORM_SOURCE_DIR "/tests/model/ports/golden-ports.txt";

/// @return a line for each allocator, seed and busy set: the first 20 ports that are bound and held
std::string
DescribeFirstPorts()
{
    std::ostringstream text;
    text << "# allocator / busy ports / seed: first 20 ports, generator taus88, range 32768-61000\n"
         << "# Written by: BINDSTORM_WRITE_GOLDEN=1 test-ports --gtest_filter=GoldenPorts.*\n";
    for (const std::string& allocator : AllAllocatorTexts())
    {
        for (const std::string_view busy : {"none", "every(3)"})
        {
            for (const uint64_t seed : {uint64_t{1}, uint64_t{2}, uint64_t{4294967295}})
            {
                TestHost host(allocator, seed);
                host.Hold(busy);
                text << allocator << " / " << busy << " / " << seed << ":";
                for (int i = 0; i < 20; ++i)
                {
                    text << " " << host.Bind().port;
                }
                text << "\n";
            }
        }
    }
    return text.str();
}

TEST(GoldenPorts, S04AreTheSameEverywhere)
{
    const std::string now = DescribeFirstPorts();
    if (std::getenv("BINDSTORM_WRITE_GOLDEN") != nullptr)
    {
        std::ofstream(std::string(GOLDEN)) << now;
    }
    std::ifstream file{std::string(GOLDEN)};
    ASSERT_TRUE(file) << GOLDEN;
    std::ostringstream pinned;
    pinned << file.rdbuf();
    std::istringstream expected(pinned.str());
    std::istringstream actual(now);
    std::string expectedLine;
    std::string actualLine;
    while (std::getline(actual, actualLine))
    {
        ASSERT_TRUE(std::getline(expected, expectedLine)) << "not pinned: " << actualLine;
        EXPECT_EQ(actualLine, expectedLine);
    }
    EXPECT_FALSE(std::getline(expected, expectedLine)) << "pinned only: " << expectedLine;
}

} // namespace

} // namespace bindstorm
