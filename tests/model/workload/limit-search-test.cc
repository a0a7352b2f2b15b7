/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/workload/limit-search.h"

#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

/// Searches for a limit and returns how many trials that took.
int
Search(LimitSearch& search, uint64_t limit)
{
    int trials = 0;
    for (; !search.IsDone() && trials < 200; ++trials)
    {
        search.Tell(search.Next() <= limit);
    }
    return trials;
}

TEST(LimitSearchTest, FindsEveryLimitExactlyWithoutResolution)
{
    for (uint64_t limit = 1; limit < 300; ++limit)
    {
        for (const uint64_t first : {1U, 7U, 300U})
        {
            LimitSearch search({.lowest = 1, .highest = 1000, .first = first});
            Search(search, limit);
            EXPECT_EQ(search.Passed(), limit);
            EXPECT_EQ(search.Failed(), limit + 1);
        }
    }
}

TEST(LimitSearchTest, EndsWithinItsResolution)
{
    LimitSearch search({.lowest = 1, .highest = 1'000'000'000, .first = 1, .resolution = 0.01});
    const int trials = Search(search, 23'456'789);
    EXPECT_LE(search.Passed(), 23'456'789U);
    EXPECT_GT(search.Failed(), 23'456'789U);
    EXPECT_LE(static_cast<double>(search.Failed() - search.Passed()),
              0.01 * static_cast<double>(search.Passed()));
    // 25 doublings from 1 to the first above, then each halves the gap of 100 %: 2^7 > 100.
    EXPECT_LE(trials, 26 + 7);
}

TEST(LimitSearchTest, EndsAtItsHighestWhenEverythingPasses)
{
    LimitSearch search({.lowest = 1, .highest = 1000, .first = 3});
    EXPECT_EQ(Search(search, UINT64_MAX), 10); // 3, 6, ..., 768, 1000
    EXPECT_EQ(search.Passed(), 1000U);
    EXPECT_EQ(search.Failed(), 0U);
}

TEST(LimitSearchTest, EndsAtItsLowestWhenNothingPasses)
{
    LimitSearch search({.lowest = 10, .highest = 1000, .first = 100});
    EXPECT_EQ(Search(search, 0), 5); // 100, 50, 25, 12, 10
    EXPECT_EQ(search.Passed(), 0U);
    EXPECT_EQ(search.Failed(), 10U);
}

TEST(LimitSearchTest, TriesNothingBeyondItsBounds)
{
    LimitSearch below({.lowest = 10, .highest = 20, .first = 1});
    EXPECT_EQ(below.Next(), 10U);
    LimitSearch above({.lowest = 10, .highest = 20, .first = 100});
    EXPECT_EQ(above.Next(), 20U);
    above.Tell(true);
    EXPECT_TRUE(above.IsDone());
    LimitSearch one({.lowest = 5, .highest = 5, .first = 5});
    one.Tell(false);
    EXPECT_TRUE(one.IsDone());
}

TEST(LimitSearchTest, DoesNotOverflowWhereAllPass)
{
    LimitSearch search({.lowest = 1, .highest = UINT64_MAX, .first = 1});
    EXPECT_LE(Search(search, UINT64_MAX), 65);
    EXPECT_EQ(search.Passed(), UINT64_MAX);
}

} // namespace

} // namespace bindstorm
