/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/draw-source.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace bindstorm
{

namespace
{

/// Numbers from a list, then the last one for ever.
class ListEngine final : public RandomEngine
{
  public:
    explicit ListEngine(std::vector<uint32_t> numbers)
        : m_numbers(std::move(numbers))
    {
    }

    uint32_t
    Next() override
    {
        return m_numbers[std::min(m_position++, m_numbers.size() - 1)];
    }

  private:
    std::vector<uint32_t> m_numbers;
    std::size_t m_position{0};
};

struct BoundedDraw
{
    uint32_t result;
    uint64_t draws;
};

BoundedDraw
DrawBelowFrom(std::vector<uint32_t> numbers, uint32_t bound)
{
    ListEngine engine(std::move(numbers));
    WorkCounters work;
    DrawSource draws(engine, work);
    const uint32_t result = draws.DrawBelow(bound);
    return {result, work.rngDraws};
}

TEST(DrawSource, CountsEveryNumber)
{
    ListEngine engine({7, 8});
    WorkCounters work;
    DrawSource draws(engine, work);
    EXPECT_EQ(draws.Draw(), 7U);
    EXPECT_EQ(draws.Draw(), 8U);
    WorkCounters expected;
    expected.rngDraws = 2;
    EXPECT_EQ(work, expected);
}

/**
 * The numbers that lead to one result are neighbours, and only the first of them can be rejected:
 * their count can be had from both ends, and has to be floor(2^32 / bound) for every result.
 */
RC_GTEST_PROP(DrawSource, EveryResultHasEquallyManyNumbers, ())
{
    const auto bound = *rc::gen::oneOf(rc::gen::inRange<uint32_t>(1, 70000),
                                       rc::gen::inRange<uint32_t>(1, UINT32_MAX));
    const auto result = *rc::gen::inRange<uint32_t>(0, bound);
    constexpr uint64_t ALL = uint64_t{1} << 32;
    const uint64_t first = (result * ALL + bound - 1) / bound;
    const uint64_t end = ((result + uint64_t{1}) * ALL + bound - 1) / bound;

    const BoundedDraw lowest = DrawBelowFrom({static_cast<uint32_t>(first), UINT32_MAX}, bound);
    const BoundedDraw highest = DrawBelowFrom({static_cast<uint32_t>(end - 1)}, bound);
    const bool isFirstRejected = lowest.draws > 1;
    RC_ASSERT(isFirstRejected || lowest.result == result);
    RC_ASSERT(end - first - (isFirstRejected ? 1 : 0) == ALL / bound);
    RC_ASSERT(end - 1 == first || (highest.result == result && highest.draws == 1));
}

TEST(DrawSource, TakesOneNumberWhereTheBoundDividesAllOfThem)
{
    for (unsigned bits = 0; bits < 32; ++bits)
    {
        for (const uint32_t number : {0U, 1U, 0x80000000U, UINT32_MAX})
        {
            const BoundedDraw drawn = DrawBelowFrom({number}, 1U << bits);
            EXPECT_EQ(drawn.draws, 1U);
            EXPECT_EQ(drawn.result, uint64_t{number} >> (32 - bits));
        }
    }
}

TEST(DrawSource, EndsEvenWhenTheGeneratorIsStuckOnARejectedNumber)
{
    const BoundedDraw drawn = DrawBelowFrom({0}, 3);
    EXPECT_EQ(drawn.result, 0U);
    EXPECT_EQ(drawn.draws, 65U);
}

} // namespace

} // namespace bindstorm
