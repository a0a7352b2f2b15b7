/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/record/result-difference.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace bindstorm
{

namespace
{

RunResult
Sample()
{
    return {.digest = "d",
            .metrics = {{"a", 1}, {"b", 0.1}, {"inf", std::numeric_limits<double>::infinity()}},
            .tables = {{"t", {{"n", {1, 2, 3}, {}}, {"x", {}, {0.5, -0.0, NAN}}}}},
            .wallSeconds = 1};
}

} // namespace

TEST(ResultDifference, EqualNumbersHaveNoneWhateverTheWallTime)
{
    RunResult after = Sample();
    after.wallSeconds = 2;
    after.metrics.push_back({"not a number", NAN}); // which no store holds
    EXPECT_THAT(DescribeDifferences(Sample(), after), testing::IsEmpty());
}

TEST(ResultDifference, NamesEveryMetricWithBothValues)
{
    RunResult after = Sample();
    after.metrics = {{"a", 1}, {"b", std::nextafter(0.1, 1)}, {"c", 3}};
    EXPECT_THAT(DescribeDifferences(Sample(), after),
                testing::ElementsAre("metric b: 0.1 stored, 0.10000000000000002 now",
                                     "metric c: none stored, 3 now",
                                     "metric inf: inf stored, none now"));
}

TEST(ResultDifference, NamesTheFirstRowOfAColumn)
{
    RunResult after = Sample();
    after.tables[0].columns[0].integers = {1, 5, 6};
    after.tables[0].columns[1].reals[1] = 0.0;
    EXPECT_THAT(DescribeDifferences(Sample(), after),
                testing::ElementsAre(
                    "table t, column n: 2 of 3 rows differ, the first in row 2: 2 stored, 5 now",
                    "table t, column x: 1 of 3 rows differ, the first in row 2: -0 stored, 0 now"));
}

TEST(ResultDifference, NamesColumnsThatAreMissingNewLongerOrOfAnotherType)
{
    RunResult after = Sample();
    after.tables[0].columns[0] = {"n", {1, 2}, {}};
    after.tables[0].columns[1] = {"x", {1, 2, 3}, {}};
    after.tables.push_back({"u", {{"y", {1}, {}}}});
    EXPECT_THAT(DescribeDifferences(Sample(), after),
                testing::ElementsAre("table t, column n: 3 rows stored, 2 now",
                                     "table t, column x: real numbers stored, whole ones now",
                                     "table u, column y: not stored, there now"));
    EXPECT_THAT(DescribeDifferences(after, Sample()),
                testing::Contains("table u, column y: stored, missing now"));
}

} // namespace bindstorm
