/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/multiply-hash.h"
#include "model/base/siphash.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <sodium.h>

namespace bindstorm
{

namespace
{

TEST(SipHash, Of2And4RoundsIsThatOfLibsodium)
{
    std::mt19937_64 engine(24);
    for (int run = 0; run < 1000; ++run)
    {
        const HashKey key{engine(), engine()};
        const std::array<uint64_t, 3> words{engine(), engine(), engine()};
        std::array<unsigned char, crypto_shorthash_BYTES> hash{};
        crypto_shorthash(hash.data(),
                         reinterpret_cast<const unsigned char*>(words.data()),
                         sizeof words,
                         reinterpret_cast<const unsigned char*>(&key));
        uint64_t expected = 0;
        std::memcpy(&expected, hash.data(), sizeof expected);
        ASSERT_EQ((SipHash<2, 4>(key, {words[0], words[1], words[2]})), expected);
    }
}

TEST(SipHash, Of2And4RoundsHasTheValueOfItsAuthors)
{
    // Vector of length 8 of the reference implementation: key and message are 00 01 02 ...
    const HashKey key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
    EXPECT_EQ((SipHash<2, 4>(key, {0x0706050403020100})), 0x93f5f5799a932462U);
}

TEST(SipHash, Of1And3RoundsIsThatOfPython)
{
    // PYTHONHASHSEED=0 python3.11 -c "print(hex(hash(bytes(range(n))) & (2**64-1)))", n = 8, 16, 24
    constexpr uint64_t FIRST = 0x0706050403020100;
    constexpr uint64_t SECOND = 0x0f0e0d0c0b0a0908;
    constexpr uint64_t THIRD = 0x1716151413121110;
    EXPECT_EQ((SipHash<1, 3>({}, {FIRST})), 0xead411e67ebe2eeaU);
    EXPECT_EQ((SipHash<1, 3>({}, {FIRST, SECOND})), 0x8972188433a5c5b7U);
    EXPECT_EQ((SipHash<1, 3>({}, {FIRST, SECOND, THIRD})), 0x31185a47af932f3aU);
}

/// Each bit of the input, or of the key, is changed in turn; each bit of the hash changes with
/// probability 1/2. 4000 tries a pair: a frequency off by 0.06 is 7.6 standard deviations, 3e-14
/// each and 4e-10 for the 12,288 pairs.
TEST(MultiplyHash, ChangesEachBitWithEachBitHalfOfTheTime)
{
    constexpr int TRIES = 4000;
    std::mt19937_64 engine(25);
    std::array<std::array<int, 64>, 192> changes{};
    for (int attempt = 0; attempt < TRIES; ++attempt)
    {
        const std::array<uint64_t, 3> input{engine(), engine(), engine()};
        const uint64_t second = engine();
        const auto hash = [&](const std::array<uint64_t, 3>& words) {
            return MultiplyHash({words[2], second}, words[0], words[1]);
        };
        const uint64_t before = hash(input);
        for (std::size_t bit = 0; bit < changes.size(); ++bit)
        {
            auto other = input;
            other[bit / 64] ^= uint64_t{1} << bit % 64;
            const uint64_t changed = before ^ hash(other);
            for (std::size_t out = 0; out < 64; ++out)
            {
                changes[bit][out] += static_cast<int>(changed >> out & 1);
            }
        }
    }
    for (const auto& row : changes)
    {
        for (const int count : row)
        {
            ASSERT_NEAR(static_cast<double>(count) / TRIES, 0.5, 0.06);
        }
    }
}

} // namespace

} // namespace bindstorm
