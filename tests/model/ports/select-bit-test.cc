/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/ports/select-bit.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

namespace bindstorm
{

namespace
{

uint32_t
NaiveSelect(uint64_t word, uint32_t rank)
{
    for (; rank > 0; --rank)
    {
        word &= word - 1;
    }
    return static_cast<uint32_t>(std::countr_zero(word));
}

void
CheckEveryRank(uint64_t word)
{
    const auto count = static_cast<uint32_t>(std::popcount(word));
    ASSERT_EQ(CountBits(word), count);
    for (uint32_t rank = 0; rank < count; ++rank)
    {
        ASSERT_EQ(SelectBit(word, rank), NaiveSelect(word, rank)) << word << " rank " << rank;
    }
}

TEST(SelectBit, FindsEveryBitOfTheExtremeWords)
{
    CheckEveryRank(0);
    CheckEveryRank(~uint64_t{0});
    for (uint32_t bit = 0; bit < 64; ++bit)
    {
        CheckEveryRank(uint64_t{1} << bit);
        CheckEveryRank(~(uint64_t{1} << bit));
    }
}

RC_GTEST_PROP(SelectBit, FindsEveryBitOfAnyWord, (uint64_t dense, uint64_t other))
{
    CheckEveryRank(dense);
    CheckEveryRank(dense & other);
    CheckEveryRank(dense << 32);
}

} // namespace

} // namespace bindstorm
