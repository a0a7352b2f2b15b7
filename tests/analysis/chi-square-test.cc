/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/chi-square.h"

#include "level-check.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

namespace bindstorm
{

namespace
{

using Counts = std::vector<uint64_t>;
using Expected = std::vector<double>;

std::string
RefusalOf(const Counts& observed, const Expected& expected)
{
    try
    {
        ChiSquare(observed, expected);
    }
    catch (const ConfigError& error)
    {
        return error.what();
    }
    return "accepted";
}

Counts
Draw(UniformDraws& draws, uint32_t cells, uint64_t samples)
{
    Counts counts(cells);
    for (uint64_t i = 0; i < samples; ++i)
    {
        ++counts[draws.Below(cells)];
    }
    return counts;
}

} // namespace

TEST(ChiSquare, AgreesWithScipy)
{
    // scipy.stats.chisquare([16,18,16,14,12,12],[16,16,16,16,16,8]) -> 3.5, 0.6233876277497822
    const ChiSquareResult result =
        ChiSquare(Counts{16, 18, 16, 14, 12, 12}, Expected{16, 16, 16, 16, 16, 8});
    EXPECT_DOUBLE_EQ(result.statistic, 3.5);
    EXPECT_EQ(result.degreesOfFreedom, 5);
    EXPECT_NEAR(result.pValue, 0.6233876277497822, 1e-12);
    EXPECT_NEAR(result.pTooEven, 1 - 0.6233876277497822, 1e-12);
    EXPECT_EQ(result.method, PValueMethod::CHI_SQUARE);
}

// Case T01, with the five tests below.
TEST(ChiSquare, RefusesTotalsThatDifferByThreeOfHalfAMillionAndNamesBoth)
{
    const std::string refusal = RefusalOf({214598, 241153}, {227877, 227877});
    EXPECT_THAT(refusal, testing::HasSubstr("455751"));
    EXPECT_THAT(refusal, testing::HasSubstr("455754"));
}

TEST(ChiSquare, RefusesObservedAndExpectedSwapped)
{
    const std::string refusal = RefusalOf({227877, 227877}, {214598, 241153});
    EXPECT_THAT(refusal, testing::HasSubstr("455751"));
    EXPECT_THAT(refusal, testing::HasSubstr("455754"));
}

TEST(ChiSquare, RefusesProbabilitiesInsteadOfCounts)
{
    EXPECT_THAT(RefusalOf({214598, 241153}, {0.5, 0.5}),
                testing::HasSubstr("expected counts to 1;"));
}

TEST(ChiSquare, MeasuresTheSameCountsWithTheRightTotal)
{
    const ChiSquareResult result = ChiSquare(Counts{214598, 241153}, Expected{227875.5, 227875.5});
    EXPECT_NEAR(result.statistic, 1547.266, 0.0005);
    EXPECT_EQ(result.pValue, 0);
    const ChiSquareResult widths = ChiSquareOfWidths(Counts{214598, 241153}, Counts{1, 1});
    EXPECT_EQ(widths.statistic, result.statistic);
}

TEST(ChiSquare, AcceptsRoundingOfTheTotal)
{
    const double off = 227875.5 * (1 + 0.9e-12);
    EXPECT_NEAR(ChiSquare(Counts{214598, 241153}, Expected{off, off}).statistic, 1547.266, 0.0005);
    const double tooFar = 227875.5 * (1 + 2e-12);
    EXPECT_THROW(ChiSquare(Counts{214598, 241153}, Expected{tooFar, tooFar}), ConfigError);
}

TEST(ChiSquare, SaysNoDataWithoutDraws)
{
    for (const ChiSquareResult& result :
         {ChiSquare(Counts{0, 0}, Expected{0, 0}), ChiSquareOfWidths(Counts{0, 0}, Counts{3, 4})})
    {
        EXPECT_EQ(result.method, PValueMethod::NO_DATA);
        EXPECT_TRUE(std::isnan(result.pValue));
    }
}

TEST(ChiSquare, RefusesDrawsFromNothing)
{
    EXPECT_THROW(ChiSquare(Counts{1, 0}, Expected{0, 0}), ConfigError);
    EXPECT_THROW(ChiSquareOfWidths(Counts{1, 0}, Counts{0, 0}), ConfigError);
}

TEST(ChiSquare, RefusesWhatIsNoCount)
{
    EXPECT_THROW(ChiSquare(Counts{1, 1}, Expected{3, -1}), ConfigError);
    EXPECT_THROW(ChiSquare(Counts{1, 1}, Expected{NAN, 2}), ConfigError);
    EXPECT_THROW(ChiSquare(Counts{1, 1}, Expected{2}), ConfigError);
}

TEST(ChiSquare, DoesNotTestASingleCell)
{
    const ChiSquareResult result = ChiSquare(Counts{7, 0}, Expected{7, 0});
    EXPECT_EQ(result.method, PValueMethod::NOT_TESTED);
    EXPECT_TRUE(std::isnan(result.pValue));
}

TEST(ChiSquare, CallsAHitWithoutChanceImpossible)
{
    const ChiSquareResult result = ChiSquare(Counts{50, 49, 1}, Expected{50, 50, 0});
    EXPECT_EQ(result.method, PValueMethod::IMPOSSIBLE);
    EXPECT_EQ(result.pValue, 0);
}

TEST(ChiSquare, LeavesOutCellsThatCannotBeHit)
{
    const ChiSquareResult result = ChiSquare(Counts{50, 0, 50}, Expected{50, 0, 50});
    EXPECT_EQ(result.degreesOfFreedom, 1);
    EXPECT_EQ(result.pValue, 1);
}

TEST(ChiSquare, HasTheExactMomentsOfSixDrawsIntoThreeUnequalCells)
{
    // All 3^6 outcomes, weighted by their chance; the p-value must be that of a gamma law with
    // their mean, variance and third moment.
    const std::vector<double> chances{0.5, 0.3, 0.2};
    const Expected expected{3, 1.8, 1.2};
    double mean = 0;
    double square = 0;
    double cube = 0;
    const auto statisticOf = [&](const Counts& counts)
    {
        double sum = 0;
        for (size_t i = 0; i < 3; ++i)
        {
            const double difference = static_cast<double>(counts[i]) - expected[i];
            sum += difference * difference / expected[i];
        }
        return sum;
    };
    for (int code = 0; code < 729; ++code)
    {
        Counts counts(3);
        double weight = 1;
        for (int rest = code, i = 0; i < 6; ++i, rest /= 3)
        {
            ++counts[static_cast<size_t>(rest % 3)];
            weight *= chances[static_cast<size_t>(rest % 3)];
        }
        const double excess = statisticOf(counts) - 2;
        mean += weight * excess;
        square += weight * excess * excess;
        cube += weight * excess * excess * excess;
    }
    EXPECT_NEAR(mean, 0, 1e-12);
    const Counts observed{1, 1, 4};
    const ChiSquareResult result = ChiSquare(observed, expected);
    EXPECT_EQ(result.method, PValueMethod::EXACT_MOMENTS);
    EXPECT_NEAR(result.pValue,
                PearsonThreeUpperTail((statisticOf(observed) - 2) / std::sqrt(square),
                                      cube / std::pow(square, 1.5)),
                1e-12);
}

TEST(ChiSquare, KeepsItsLevelWithTenThousandDrawsInTwentyEightThousandCells)
{
    constexpr uint32_t CELLS = 28233;
    const Counts widths(CELLS, 1);
    LevelCheck upper;
    LevelCheck lower;
    UniformDraws draws(1);
    for (int run = 0; run < 6000; ++run)
    {
        const ChiSquareResult result = ChiSquareOfWidths(Draw(draws, CELLS, 10000), widths);
        ASSERT_EQ(result.method, PValueMethod::EXACT_MOMENTS);
        upper.Add(result.pValue);
        lower.Add(result.pTooEven);
    }
    upper.ExpectExact();
    lower.ExpectExact();
}

TEST(ChiSquare, KeepsItsLevelWhereCoincidencesAreRare)
{
    // 200 draws in 4,096 cells: about five pairs coincide, so the true law has large steps and no
    // test can meet its level exactly.
    const Counts widths(4096, 1);
    LevelCheck upper;
    LevelCheck lower;
    UniformDraws draws(2);
    for (int run = 0; run < 20000; ++run)
    {
        const ChiSquareResult result = ChiSquareOfWidths(Draw(draws, 4096, 200), widths);
        upper.Add(result.pValue);
        lower.Add(result.pTooEven);
    }
    upper.ExpectAtMost();
    lower.ExpectAtMost();
    EXPECT_GT(upper.ShareAt(0.05), 0.01);
}

TEST(ChiSquare, KeepsItsLevelWithSparseUnequalCells)
{
    // Widths 1, 2 and 3, expectations 0.83 to 2.5.
    Counts widths;
    std::vector<size_t> cellOf;
    for (size_t cell = 0; cell < 600; ++cell)
    {
        widths.push_back(1 + cell % 3);
        cellOf.insert(cellOf.end(), 1 + cell % 3, cell);
    }
    LevelCheck upper;
    UniformDraws draws(3);
    for (int run = 0; run < 20000; ++run)
    {
        Counts counts(widths.size());
        for (int i = 0; i < 1000; ++i)
        {
            ++counts[cellOf[draws.Below(static_cast<uint32_t>(cellOf.size()))]];
        }
        upper.Add(ChiSquareOfWidths(counts, widths).pValue);
    }
    upper.ExpectExact();
}

} // namespace bindstorm
