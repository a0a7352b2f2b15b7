/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/random-engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace bindstorm
{

namespace
{

/// Printed by golden-streams.py, which computes them from the published definitions.
const std::map<std::string, std::vector<uint32_t>> GOLDEN{
    {"taus88",
     {1705573322,
      592460212,
      1860310510,
      2981898055,
      1094124525,
      1987431084,
      3167739080,
      2636770925}},
    {"taus113",
     {409237631,
      4120620422,
      1718223128,
      3354701897,
      3567914061,
      2051529201,
      3568679206,
      3675527823}},
    {"mt19937_64",
     {2868721623, 3777346011, 623922293, 3621761592, 868734727, 4081753821, 1473192544, 169275582}},
    {"chacha20",
     {1208080144,
      4037505255,
      642358882,
      827466519,
      1039469134,
      2542086510,
      2973182021,
      2405538785}},
    {"lcg16",
     {1984730453,
      1431498323,
      497573601,
      3637382783,
      2755971245,
      294313195,
      2250309305,
      2609259927}},
    {"counter",
     {3039948903,
      3039948904,
      3039948905,
      3039948906,
      3039948907,
      3039948908,
      3039948909,
      3039948910}}};

const StreamSeed GOLDEN_SEED(1, 0, "host", "allocator");

std::vector<uint32_t>
Take(RandomEngine& engine, std::size_t count)
{
    std::vector<uint32_t> numbers(count);
    std::ranges::generate(numbers, [&] { return engine.Next(); });
    return numbers;
}

TEST(GoldenStream, SeedWordsNeverChange)
{
    const std::vector<uint32_t> expected{3039948903,
                                         2300413769,
                                         3409347218,
                                         868222660,
                                         1448135448,
                                         748375185,
                                         3346900628,
                                         3490944928};
    for (unsigned i = 0; i < expected.size(); ++i)
    {
        EXPECT_EQ(GOLDEN_SEED.Word(i), expected[i]) << "word " << i;
    }
}

TEST(GoldenStream, EveryGeneratorHasAPinnedStream)
{
    ASSERT_EQ(GetRandomEngines().size(), GOLDEN.size());
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        SCOPED_TRACE(info.name);
        const auto engine = CreateRandomEngine(ComponentSpec(info.name), GOLDEN_SEED);
        const std::vector<uint32_t>& expected = GOLDEN.at(info.name);
        EXPECT_EQ(Take(*engine, expected.size()), expected);
    }
}

TEST(GoldenStream, TwoEnginesOfOneSeedDoNotShareState)
{
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        SCOPED_TRACE(info.name);
        const auto one = CreateRandomEngine(ComponentSpec(info.name), GOLDEN_SEED);
        const auto other = CreateRandomEngine(ComponentSpec(info.name), GOLDEN_SEED);
        const auto numbers = Take(*one, 2000);
        EXPECT_EQ(Take(*other, 2000), numbers);
    }
}

TEST(GoldenStream, EveryGeneratorDependsOnSeedRunHostAndPurpose)
{
    const std::vector<StreamSeed> others{StreamSeed(2, 0, "host", "allocator"),
                                         StreamSeed(1, 1, "host", "allocator"),
                                         StreamSeed(1, 0, "host-2", "allocator"),
                                         StreamSeed(1, 0, "host", "workload")};
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        SCOPED_TRACE(info.name);
        const auto numbers = Take(*CreateRandomEngine(ComponentSpec(info.name), GOLDEN_SEED), 8);
        for (const StreamSeed& seed : others)
        {
            EXPECT_NE(Take(*CreateRandomEngine(ComponentSpec(info.name), seed), 8), numbers);
        }
    }
}

} // namespace

} // namespace bindstorm
