/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/chacha20.h"
#include "model/base/random-engine.h"

#include <boost/random/mersenne_twister.hpp>
#include <gtest/gtest.h>

#include <random>

namespace bindstorm
{

namespace
{

/// The state of an engine of the standard library that was never seeded, 9999 numbers on.
template <class Engine>
uint64_t
TenThousandth()
{
    Engine engine;
    engine.discard(9999);
    return engine();
}

std::vector<uint32_t>
ReadWords(const std::string& hex)
{
    std::vector<uint32_t> words;
    for (std::size_t i = 0; i + 8 <= hex.size(); i += 8)
    {
        uint32_t word = 0;
        for (std::size_t byte = 4; byte-- > 0;)
        {
            const auto value = std::stoul(hex.substr(i + 2 * byte, 2), nullptr, 16);
            word = word << 8 | static_cast<uint32_t>(value);
        }
        words.push_back(word);
    }
    return words;
}

/// Case S04: the numbers are those of the C++ standard, [rand.predef].
TEST(PublishedEngine, MersenneTwistersGiveTheStandardsTenThousandthNumber)
{
    EXPECT_EQ(TenThousandth<boost::random::mt19937>(), 4123659995U);
    EXPECT_EQ(TenThousandth<boost::random::mt19937_64>(), 9981545732273789042U);
}

TEST(PublishedEngine, MersenneTwisterEqualsTheStandardLibrarysFromAllSeedWords)
{
    for (uint64_t seed = 1; seed <= 20; ++seed)
    {
        const StreamSeed stream(seed, 3, "host", "allocator");
        const auto engine = CreateRandomEngine(ComponentSpec("mt19937_64"), stream);
        std::seed_seq seeds{stream.Word(0),
                            stream.Word(1),
                            stream.Word(2),
                            stream.Word(3),
                            stream.Word(4),
                            stream.Word(5),
                            stream.Word(6),
                            stream.Word(7)};
        std::mt19937_64 standard(seeds);
        for (int i = 0; i < 1000; ++i)
        {
            const uint64_t number = standard();
            ASSERT_EQ(engine->Next(), static_cast<uint32_t>(number >> 32));
            ASSERT_EQ(engine->Next(), static_cast<uint32_t>(number));
        }
    }
}

/// RFC 8439, appendix A.1, test vectors 1 and 2: blocks 0 and 1 of the key of zeros.
TEST(PublishedEngine, ChaCha20GivesTheBlocksOfRfc8439ForTheKeyOfZeros)
{
    ChaCha20 engine({});
    const auto words =
        ReadWords("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                  "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
                  "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                  "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
    ASSERT_EQ(words.size(), 32U);
    for (const uint32_t word : words)
    {
        EXPECT_EQ(engine.Next(), word);
    }
}

/// RFC 8439, appendix A.1, test vector 4: block 2 of the key 00 ff 00 ... 00.
TEST(PublishedEngine, ChaCha20GivesTheBlockOfRfc8439ForAnotherKey)
{
    std::array<uint8_t, 32> key{};
    key[1] = 0xff;
    ChaCha20 engine(key);
    for (int i = 0; i < 2 * 16; ++i)
    {
        engine.Next();
    }
    for (const uint32_t word :
         ReadWords("72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
                   "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"))
    {
        EXPECT_EQ(engine.Next(), word);
    }
}

TEST(PublishedEngine, Lcg16IsBadEnoughToRepeatAfter32768Numbers)
{
    const auto engine = CreateRandomEngine(ComponentSpec("lcg16"), StreamSeed(1, 0, "host", "a"));
    std::vector<uint32_t> period(32768);
    for (uint32_t& number : period)
    {
        number = engine->Next();
    }
    for (const uint32_t number : period)
    {
        ASSERT_EQ(engine->Next(), number);
    }
    for (std::size_t i = 1; i < period.size(); ++i)
    {
        ASSERT_NE(period[i], period[0]) << "shorter period " << i;
    }
}

TEST(PublishedEngine, CounterWrapsAround)
{
    // Found by search: the first seed of this stream whose counter starts in the last 2^20 numbers.
    uint64_t seed = 1;
    while (StreamSeed(seed, 0, "host", "a").Word(0) < 0xFFF00000U)
    {
        ++seed;
    }
    const StreamSeed stream(seed, 0, "host", "a");
    const auto engine = CreateRandomEngine(ComponentSpec("counter"), stream);
    for (uint32_t expected = stream.Word(0); expected != 0; ++expected)
    {
        ASSERT_EQ(engine->Next(), expected);
    }
    EXPECT_EQ(engine->Next(), 0U);
}

} // namespace

} // namespace bindstorm
