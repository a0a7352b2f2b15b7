/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/hot-ports.h"

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
