/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/hot-ports.h"

#include "analysis/special-tails.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

constexpr uint32_t PORTS = 16384;
constexpr uint32_t DRAWS = 2'000'000;

/// @param extra how many further chances port number 77 has
std::vector<uint64_t>
Draw(uint64_t seed, uint32_t extra)
{
    UniformDraws draws(seed);
    std::vector<uint64_t> counts(PORTS);
    for (uint32_t i = 0; i < DRAWS; ++i)
    {
        const uint32_t place = draws.Below(PORTS + extra);
        ++counts[place < PORTS ? place : 77];
    }
    return counts;
}

const std::vector<double> EXPECTED(PORTS, static_cast<double>(DRAWS) / PORTS);

} // namespace

// Case T08, with the three tests below.
TEST(HotPorts, WouldBeListedByChanceWithoutCorrection)
{
    // 16,384 tests at 0.001: 16.4 expected but for the steps of the law; 1 to 39 have chance 1e-6 a
    // side.
    for (uint64_t seed = 1; seed <= 5; ++seed)
    {
        int listed = 0;
        for (const uint64_t count : Draw(seed, 0))
        {
            listed += BinomialUpperTail(count, DRAWS, 1.0 / PORTS) <= 0.001 ? 1 : 0;
        }
        EXPECT_GE(listed, 1);
        EXPECT_LE(listed, 39);
    }
}

TEST(HotPorts, AreHardlyEverListedByChance)
{
    int lists = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed)
    {
        lists += FindHotPorts(Draw(seed, 0), EXPECTED, 0.01).empty() ? 0 : 1;
    }
    EXPECT_LE(lists, 12);
}

TEST(HotPorts, IncludeAPortThatComesTwiceAsOften)
{
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        const std::vector<HotPort> hot = FindHotPorts(Draw(seed, 1), EXPECTED, 0.01);
        EXPECT_TRUE(std::any_of(hot.begin(),
                                hot.end(),
                                [](const HotPort& port)
                                { return port.cell == 77 && port.observed > 180; }))
            << seed;
    }
}

TEST(HotPorts, IncludeSuchAPortInNearlyAllSeeds)
{
    uint64_t least = 0; // count that is listed
    while (BinomialUpperTail(least, DRAWS, 1.0 / PORTS) > 0.01 / PORTS)
    {
        ++least;
    }
    EXPECT_GT(BinomialUpperTail(least, DRAWS, 2.0 / (PORTS + 1)), 0.9999);
    std::vector<uint64_t> counts(PORTS, DRAWS / PORTS);
    counts[77] = least - 1;
    EXPECT_TRUE(FindHotPorts(counts, EXPECTED, 0.01).empty());
    counts[77] = least;
    EXPECT_EQ(FindHotPorts(counts, EXPECTED, 0.01).size(), 1U);
}

TEST(HotPorts, AreNoneWithoutDraws)
{
    EXPECT_TRUE(FindHotPorts(std::vector<uint64_t>(3), std::vector<double>(3), 0.01).empty());
}

TEST(HotPorts, RefuseLengthsThatDiffer)
{
    EXPECT_THROW(FindHotPorts(std::vector<uint64_t>(3), std::vector<double>(2), 0.01), ConfigError);
    EXPECT_THROW(FindHotPorts(std::vector<uint64_t>(3), std::vector<double>(3), 0), ConfigError);
}

} // namespace bindstorm
