/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/random-engine.h"
#include "model/base/tausworthe.h"

#include <boost/random/taus88.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

namespace
{

const StreamSeed SEED(1, 0, "host", "allocator");

std::unique_ptr<RandomEngine>
Create(const std::string& text)
{
    return CreateRandomEngine(ComponentSpec::Parse(text), SEED);
}

std::unique_ptr<RandomEngine>
CreateTaus88(const std::array<uint32_t, 3>& words, const std::string& seeding)
{
    return Create("taus88(seeding=" + seeding + ", s1=" + std::to_string(words[0]) +
                  ", s2=" + std::to_string(words[1]) + ", s3=" + std::to_string(words[2]) + ")");
}

/// Boost adds 2, 8, 16 to words below that.
boost::random::taus88
CreateBoost(const std::array<uint32_t, 3>& words)
{
    using Third = boost::random::taus88::base2_type;
    using FirstTwo = boost::random::taus88::base1_type;
    const FirstTwo firstTwo(FirstTwo::base1_type{words[0]}, FirstTwo::base2_type{words[1]});
    return {firstTwo, Third{words[2]}};
}

TEST(Tausworthe, Taus88GivesThePublishedNumbers)
{
    const auto engine = Create("taus88(s1=341, s2=341, s3=341)");
    for (const uint32_t expected : {45438212U, 1409544450U, 3980732798U, 112738311U, 3238374133U})
    {
        EXPECT_EQ(engine->Next(), expected);
    }
}

TEST(Tausworthe, Taus88GivesThePublishedTenThousandthNumber)
{
    const auto engine = Create("taus88(s1=341, s2=341, s3=341)");
    for (int i = 1; i < 10000; ++i)
    {
        engine->Next();
    }
    EXPECT_EQ(engine->Next(), 3535848941U);
}

TEST(Tausworthe, Taus113GivesThePublishedNumbers)
{
    const auto engine = Create("taus113(s1=341, s2=341, s3=341, s4=341)");
    for (const uint32_t expected : {91270467U, 6196520U, 37754187U, 1429144878U, 1965907992U})
    {
        EXPECT_EQ(engine->Next(), expected);
    }
}

RC_GTEST_PROP(Tausworthe,
              Taus88WithCorrectedSeedsEqualsBoost,
              (std::array<uint32_t, 3> words, const std::array<bool, 3>& isSmall))
{
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        words[i] = isSmall[i] ? words[i] % 20 : words[i];
    }
    const auto engine = CreateTaus88(words, "corrected");
    boost::random::taus88 boostEngine = CreateBoost(words);
    for (int i = 0; i < 100; ++i)
    {
        RC_ASSERT(engine->Next() == boostEngine());
    }
}

TEST(Tausworthe, SeedingOf2008LetsZeroWordsDieForEver)
{
    const auto dead = CreateTaus88({0, 0, 0}, "2008");
    const auto alive = CreateTaus88({0, 0, 0}, "corrected");
    int zeros = 0;
    for (int i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(dead->Next(), 0U);
        zeros += alive->Next() == 0 ? 1 : 0;
    }
    EXPECT_LE(zeros, 1);
}

TEST(Tausworthe, SeedingOf2008LosesTheRegisterWhoseWordIsZero)
{
    const auto dead = CreateTaus88({0, 12345, 67890}, "2008");
    const auto corrected = CreateTaus88({0, 12345, 67890}, "corrected");
    constexpr TauswortheComponent SECOND{2, 25, 0xFFFFFFF8, 4};
    constexpr TauswortheComponent THIRD{3, 11, 0xFFFFFFF0, 17};
    uint32_t s2 = 12345;
    uint32_t s3 = 67890;
    bool isCorrectedTheSame = true;
    for (int i = 0; i < 1000; ++i)
    {
        s2 = SECOND.Step(s2);
        s3 = THIRD.Step(s3);
        EXPECT_EQ(dead->Next(), s2 ^ s3);
        isCorrectedTheSame = corrected->Next() == (s2 ^ s3) && isCorrectedTheSame;
    }
    EXPECT_FALSE(isCorrectedTheSame);
}

TEST(Tausworthe, SeedingMattersForSmallWordsOnly)
{
    const std::array<uint32_t, 3> large{16, 16, 16};
    const auto corrected = CreateTaus88(large, "corrected");
    const auto old = CreateTaus88(large, "2008");
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_EQ(corrected->Next(), old->Next());
    }
}

TEST(Tausworthe, NoCorrectedWordDies)
{
    constexpr TauswortheComponent COMPONENTS[] = {{13, 19, 0xFFFFFFFE, 12},
                                                  {2, 25, 0xFFFFFFF8, 4},
                                                  {3, 11, 0xFFFFFFF0, 17},
                                                  {3, 12, 0xFFFFFF80, 13}};
    constexpr uint32_t MINIMA[] = {2, 8, 16, 128};
    for (std::size_t i = 0; i < std::size(COMPONENTS); ++i)
    {
        const TauswortheComponent& component = COMPONENTS[i];
        ASSERT_EQ(component.GetMinimum(), MINIMA[i]);
        EXPECT_EQ(component.Step(component.Step(MINIMA[i] - 1)), 0U);
        for (uint32_t word = MINIMA[i]; word < 2 * MINIMA[i]; ++word)
        {
            uint32_t state = word;
            for (int step = 0; step < 1000; ++step)
            {
                state = component.Step(state);
                ASSERT_NE(state & component.mask, 0U) << "component " << i << " from " << word;
            }
        }
    }
}

TEST(Tausworthe, SomeWordsGivenLeaveTheOthersToTheStream)
{
    const std::string rest = ", s2=" + std::to_string(SEED.Word(1));
    const auto partly = Create("taus88(s1=77)");
    const auto more = Create("taus88(s1=77" + rest + ")");
    const auto all = Create("taus88(s1=77" + rest + ", s3=" + std::to_string(SEED.Word(2)) + ")");
    for (int i = 0; i < 6; ++i)
    {
        all->Next(); // a state that is given whole is not warmed up
    }
    for (int i = 0; i < 100; ++i)
    {
        const uint32_t number = partly->Next();
        EXPECT_EQ(more->Next(), number);
        EXPECT_EQ(all->Next(), number);
    }
}

TEST(Tausworthe, WordsBeyond32BitsAreRefused)
{
    EXPECT_THROW(Create("taus88(s1=4294967296)"), ConfigError);
    EXPECT_THROW(Create("taus113(s4=-1)"), ConfigError);
    EXPECT_NO_THROW(Create("taus113(s4=4294967295)"));
}

} // namespace

} // namespace bindstorm
