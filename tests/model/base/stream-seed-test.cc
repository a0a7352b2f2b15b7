/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/component-spec.h"
#include "model/base/stream-seed.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace bindstorm
{

namespace
{

std::string
ToHex(const StreamSeed& seed)
{
    constexpr std::string_view DIGITS = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : seed.Bytes())
    {
        text += DIGITS[byte >> 4];
        text += DIGITS[byte & 15];
    }
    return text;
}

/// printf 'bindstorm stream 1\n1\n0\nhost\nallocator\n' | sha256sum, and so on.
TEST(StreamSeed, IsTheSha256OfTheDocumentedText)
{
    EXPECT_EQ(ToHex(StreamSeed(1, 0, "host", "allocator")),
              "67f031b549871d89928236cbc406c03318cb5056914c9b2c94a67dc7a09713d0");
    EXPECT_EQ(ToHex(StreamSeed(UINT64_MAX, 17, "", "workload:web")),
              "6768b902f9ff5618651368a0c0e42d6604733499de42d1d0f3bc9be5c480e682");
}

TEST(StreamSeed, WordsAreItsBytesLowestFirst)
{
    const StreamSeed seed(1, 0, "host", "allocator");
    const auto& bytes = seed.Bytes();
    for (unsigned i = 0; i < 8; ++i)
    {
        EXPECT_EQ(seed.Word(i),
                  bytes[4 * i] + 256U * bytes[4 * i + 1] + 65536U * bytes[4 * i + 2] +
                      16777216U * bytes[4 * i + 3]);
    }
    EXPECT_THROW(seed.Word(8), std::out_of_range);
}

TEST(StreamSeed, DiffersForEverySeedRunHostAndPurpose)
{
    std::set<std::array<uint8_t, 32>> seen;
    for (uint64_t seed = 1; seed <= 10; ++seed)
    {
        for (uint64_t run = 0; run < 10; ++run)
        {
            for (const char* host : {"", "a", "b", "a1", "1"})
            {
                for (const char* purpose : {"", "a", "b", "allocator"})
                {
                    seen.insert(StreamSeed(seed, run, host, purpose).Bytes());
                }
            }
        }
    }
    EXPECT_EQ(seen.size(), 10U * 10 * 5 * 4);
}

TEST(StreamSeed, RefusesWhatWouldMixStreamsUp)
{
    EXPECT_THROW(StreamSeed(0, 0, "host", "allocator"), ConfigError);
    EXPECT_THROW(StreamSeed(1, 0, "host\n", "allocator"), ConfigError);
    EXPECT_THROW(StreamSeed(1, 0, "host", "alloc\nator"), ConfigError);
}

} // namespace

} // namespace bindstorm
