/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/draw-source.h"
#include "model/base/random-engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>

namespace bindstorm
{

namespace
{

const StreamSeed SEED(1, 0, "host", "allocator");

template <class Call>
std::string
MessageOf(Call call)
{
    try
    {
        call();
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "no ConfigError";
}

TEST(RandomEngine, GeneratorsAreListedInTheOrderOfTheirFile)
{
    std::vector<std::string> names;
    std::vector<std::string> bad;
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        names.push_back(info.name);
        if (!info.good)
        {
            bad.push_back(info.name);
        }
        EXPECT_FALSE(info.summary.empty());
    }
    EXPECT_THAT(
        names,
        testing::ElementsAre("taus88", "taus113", "mt19937_64", "chacha20", "lcg16", "counter"));
    EXPECT_THAT(bad, testing::ElementsAre("lcg16", "counter"));
}

TEST(RandomEngine, AnUnknownGeneratorIsRefusedWithTheNearestOne)
{
    const auto call = [] { CreateRandomEngine(ComponentSpec("tauss88"), SEED); };
    EXPECT_EQ(MessageOf(call),
              "unknown generator 'tauss88', did you mean 'taus88'? known: taus88, taus113, "
              "mt19937_64, chacha20, lcg16 or counter");
}

TEST(RandomEngine, AnUnknownParameterIsRefusedWithTheNearestOne)
{
    const auto call = [] { ResolveRandomEngine(ComponentSpec::Parse("taus88(seedin=2008)")); };
    EXPECT_THAT(MessageOf(call), testing::HasSubstr("'seedin', did you mean 'seeding'?"));
}

TEST(RandomEngine, AGeneratorWithoutParametersTakesNone)
{
    const auto call = [] { ResolveRandomEngine(ComponentSpec::Parse("chacha20(7)")); };
    EXPECT_EQ(MessageOf(call), "'chacha20' takes no parameters, but got 'chacha20(7)'");
}

TEST(RandomEngine, ResolvingRefusesWhatCreatingWouldRefuse)
{
    const ComponentSpec spec = ComponentSpec::Parse("taus88(s2=4294967296)");
    EXPECT_THROW(ResolveRandomEngine(spec), ConfigError);
    EXPECT_THROW(CreateRandomEngine(spec, SEED), ConfigError);
}

TEST(RandomEngine, EqualMeaningsResolveToEqualTexts)
{
    const auto text = [](const char* written)
    { return ResolveRandomEngine(ComponentSpec::Parse(written)).ToString(); };
    EXPECT_EQ(text("taus88(seeding=corrected)"), "taus88");
    EXPECT_EQ(text("taus88( corrected )"), "taus88");
    EXPECT_EQ(text("taus88(2008)"), "taus88(seeding=2008)");
    EXPECT_EQ(text("taus88(seeding = 2008, s1=5)"), text("taus88(s1=5,seeding=2008)"));
}

RC_GTEST_PROP(RandomEngine, BoundedDrawsStayBelowTheirBound, (uint64_t seed))
{
    const auto bound = *rc::gen::oneOf(rc::gen::inRange<uint32_t>(1, 100),
                                       rc::gen::inRange<uint32_t>(1, UINT32_MAX));
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        const StreamSeed stream(seed | 1, 0, "host", "bounded");
        const auto engine = CreateRandomEngine(ComponentSpec(info.name), stream);
        WorkCounters work;
        DrawSource draws(*engine, work);
        for (int i = 0; i < 20; ++i)
        {
            RC_ASSERT(draws.DrawBelow(bound) < bound);
        }
        RC_ASSERT(work.rngDraws >= 20);
    }
}

/**
 * The number of ones in 2^16 numbers of each good generator, 20 seeds each: 80 tests of
 * 6 standard deviations, false alarms below 2e-7 together.
 */
TEST(RandomEngine, GoodGeneratorsGiveAsManyOnesAsZeros)
{
    constexpr int NUMBERS = 1 << 16;
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        for (uint64_t seed = 1; info.good && seed <= 20; ++seed)
        {
            const StreamSeed stream(seed, 0, "host", "balance");
            const auto engine = CreateRandomEngine(ComponentSpec(info.name), stream);
            int64_t ones = 0;
            for (int i = 0; i < NUMBERS; ++i)
            {
                ones += std::popcount(engine->Next());
            }
            const double z = static_cast<double>(ones - NUMBERS * 16) / std::sqrt(NUMBERS * 8.0);
            EXPECT_LT(std::abs(z), 6) << info.name << ", seed " << seed;
        }
    }
}

} // namespace

} // namespace bindstorm
