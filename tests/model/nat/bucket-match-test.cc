/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/nat/bucket-match.h"

#include <gtest/gtest.h>
#include <random>

namespace bindstorm
{

namespace
{

TEST(BucketMatch, IsPlainAtTheEndWhateverTheProcessor)
{
    ASSERT_FALSE(GetBucketMatches().empty());
    EXPECT_EQ(GetBucketMatches().back().name, "scalar");
}

TEST(BucketMatch, FindsTheSlotsWithATagInEveryWay)
{
    std::mt19937_64 engine(26);
    constexpr uint64_t LOWEST = uint64_t{1} << LinkBucket::ID_BITS;
    for (const BucketMatchInfo& info : GetBucketMatches())
    {
        for (int run = 0; run < 20'000; ++run)
        {
            // Few tags that differ in one bit, the lowest or the highest, and any places beside.
            const uint64_t base = (engine() & ~LinkBucket::ID_MASK) | LOWEST;
            const auto any = [&]() -> uint64_t
            {
                switch (engine() % 4)
                {
                case 0:
                    return base;
                case 1:
                    return base ^ LOWEST << 1;
                case 2:
                    return base ^ uint64_t { 1 } << 63;
                default:
                    return 0;
                }
            };
            LinkBucket bucket{};
            for (uint64_t& slot : bucket.slots)
            {
                const uint64_t tag = any();
                slot = tag == 0 ? 0 : tag | (engine() & LinkBucket::ID_MASK);
            }
            const uint64_t wanted = any();
            uint32_t expected = 0;
            for (std::size_t i = 0; i < LinkBucket::SLOTS; ++i)
            {
                const bool isThere = (bucket.slots[i] & ~LinkBucket::ID_MASK) == wanted;
                expected |= (isThere ? 1U : 0U) << i;
            }
            ASSERT_EQ(info.match(bucket, wanted), expected) << info.name;
        }
    }
}

} // namespace

} // namespace bindstorm
