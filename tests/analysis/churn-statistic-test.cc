/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/churn-statistic.h"

#include "analysis/chi-square.h"
#include "analysis/grouped-exposure.h"
#include "analysis/port-exposure.h"
#include "level-check.h"
#include "uniform-draws.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace bindstorm
{

namespace
{

/// One steady-state churn: a random socket closes, a new one opens.
struct Churn
{
    Churn(uint32_t ports, uint32_t held, uint64_t operations, UniformDraws& draws)
        : exposure(1, static_cast<uint16_t>(ports)),
          groups(1, static_cast<uint16_t>(ports))
    {
        PerfectRange range(1, static_cast<uint16_t>(ports));
        for (uint32_t i = 0; i < held; ++i)
        {
            const uint16_t port = range.Open(draws);
            exposure.OnBusy(port);
            groups.OnBusy(port);
        }
        for (uint64_t i = 0; i < operations; ++i)
        {
            const uint16_t closed = range.Close(draws);
            exposure.OnFree(closed);
            groups.OnFree(closed);
            const uint32_t free = range.CountFree();
            const uint16_t opened = range.Open(draws);
            exposure.OnAllocate(opened, free);
            groups.OnAllocate(opened, free);
            exposure.OnBusy(opened);
            groups.OnBusy(opened);
        }
    }

    ChurnResult
    Test() const
    {
        return ChurnStatistic(exposure.Observed(), exposure.Expected(), exposure.Variance());
    }

    PortExposure exposure;
    GroupedExposure groups;
};

void
CheckLevels(uint32_t ports, uint32_t held, uint64_t operations, int runs, uint64_t seed)
{
    LevelCheck whole;
    LevelCheck even;
    LevelCheck naive;
    std::vector<LevelCheck> grouped(7);
    double sum = 0;
    double squares = 0;
    UniformDraws draws(seed);
    for (int run = 0; run < runs; ++run)
    {
        const Churn churn(ports, held, operations, draws);
        const ChurnResult result = churn.Test();
        whole.Add(result.pValue);
        even.Add(result.pTooEven);
        sum += result.z;
        squares += result.z * result.z;
        naive.Add(ChiSquare(churn.exposure.Observed(), churn.exposure.Expected()).pValue);
        const std::vector<GroupTotals> totals = churn.groups.Totals();
        for (size_t i = 0; i < totals.size(); ++i)
        {
            grouped[i].Add(ChurnStatistic(totals[i].grouping.Sum(churn.exposure.Observed()),
                                          totals[i].expected,
                                          totals[i].variance)
                               .pValue);
        }
    }
    whole.ExpectAtMost();
    even.ExpectAtMost();
    EXPECT_GT(whole.ShareAt(0.05), 0.025);
    for (const LevelCheck& check : grouped)
    {
        check.ExpectAtMost();
        EXPECT_GT(check.ShareAt(0.05), 0.025);
    }
    // Chance below 1e-6 for a mean of 0 and a deviation of about 1.
    EXPECT_LT(std::abs(sum / runs), 5 / std::sqrt(runs));
    EXPECT_NEAR(std::sqrt(squares / runs), 1, 0.15);
    testing::Test::RecordProperty("naive_5_percent", std::to_string(naive.ShareAt(0.05)));
    EXPECT_GT(naive.ShareAt(0.05), 0.5) << "the ordinary chi-square would do, after all";
}

} // namespace

TEST(ChurnStatistic, KeepsItsLevelHalfFullWhereThePlainChiSquareRejectsMostly)
{
    CheckLevels(1000, 500, 5000, 1500, 1);
}

TEST(ChurnStatistic, KeepsItsLevelNinetyPercentFullWhereThePlainChiSquareRejectsNearlyAlways)
{
    CheckLevels(1000, 900, 5000, 1500, 2);
}

TEST(ChurnStatistic, KeepsItsLevelWhileARangeFillsUp)
{
    // Every port is drawn once; the order is all there is, and O is known beforehand.
    LevelCheck sixteenths;
    UniformDraws draws(3);
    for (int run = 0; run < 2000; ++run)
    {
        PortExposure exposure(1, 400);
        GroupedExposure groups(1, 400);
        PerfectRange range(1, 400);
        for (int i = 0; i < 200; ++i)
        {
            const uint32_t free = range.CountFree();
            const uint16_t port = range.Open(draws);
            exposure.OnAllocate(port, free);
            groups.OnAllocate(port, free);
            exposure.OnBusy(port);
            groups.OnBusy(port);
        }
        const GroupTotals totals = groups.Totals().at(1);
        sixteenths.Add(ChurnStatistic(totals.grouping.Sum(exposure.Observed()),
                                      totals.expected,
                                      totals.variance)
                           .pValue);
    }
    sixteenths.ExpectAtMost();
    EXPECT_GT(sixteenths.ShareAt(0.05), 0.025);
}

TEST(ChurnStatistic, CatchesAnAllocatorThatPrefersTheLowHalfOfTwoFreePorts)
{
    // Of two random free ports the lower one is taken in one of eight allocations.
    UniformDraws draws(4);
    PortExposure exposure(1, 1000);
    std::vector<bool> isFree(1001, true);
    const auto drawFree = [&]
    {
        uint16_t port = 0;
        do
        {
            port = static_cast<uint16_t>(1 + draws.Below(1000));
        } while (!isFree[port]);
        return port;
    };
    std::vector<uint16_t> held;
    for (int i = 0; i < 100000; ++i)
    {
        uint16_t port = drawFree();
        if (draws.Below(8) == 0)
        {
            port = std::min(port, drawFree());
        }
        exposure.OnAllocate(port, exposure.GetFreeCount());
        exposure.OnBusy(port);
        isFree[port] = false;
        held.push_back(port);
        if (held.size() > 800)
        {
            std::swap(held[draws.Below(800)], held.back());
            exposure.OnFree(held.back());
            isFree[held.back()] = true;
            held.pop_back();
        }
    }
    const ChurnResult result =
        ChurnStatistic(exposure.Observed(), exposure.Expected(), exposure.Variance());
    EXPECT_LT(result.pValue, 1e-9);
}

TEST(ChurnStatistic, HasTheMomentsOfTheDesignWithEqualPorts)
{
    // N = 10,000 draws, n = 100 ports, static: (N/n) sqrt(2n) up to 1 - 1/n.
    const std::vector<uint64_t> observed(100, 100);
    const std::vector<double> expected(100, 100);
    const std::vector<double> variance(100, 99);
    const ChurnResult result = ChurnStatistic(observed, expected, variance);
    EXPECT_NEAR(result.statistic, -9900, 1e-9);
    EXPECT_NEAR(result.standardDeviation, 100 * std::sqrt(200 * 0.99), 1e-9);
    EXPECT_NEAR(result.degreesOfFreedom, 99, 1e-9);
    EXPECT_LT(result.pTooEven, 1e-20);
    EXPECT_EQ(result.pValue, 1);
}

TEST(ChurnStatistic, OfTwoCellsIsTheSquareOfANormal)
{
    const std::vector<uint64_t> observed{50300, 49700};
    const std::vector<double> expected{50000, 50000};
    const std::vector<double> variance{25000, 25000};
    const ChurnResult result = ChurnStatistic(observed, expected, variance);
    // The correction for steps of T is 1 in 50,000 here.
    EXPECT_NEAR(result.pValue, NormalTwoSided(300 / std::sqrt(25000)), 1e-5);
    EXPECT_NEAR(result.degreesOfFreedom, 1, 1e-9);
}

TEST(ChurnStatistic, SaysNoDataOrNothingToChoose)
{
    const std::vector<double> zero(2);
    EXPECT_EQ(ChurnStatistic(std::vector<uint64_t>(2), zero, zero).method, PValueMethod::NO_DATA);
    const ChurnResult forced =
        ChurnStatistic(std::vector<uint64_t>{3, 4}, std::vector<double>{3, 4}, zero);
    EXPECT_EQ(forced.method, PValueMethod::NOT_TESTED);
    EXPECT_TRUE(std::isnan(forced.pValue));
}

TEST(ChurnStatistic, RefusesInputThatDoesNotBelongTogether)
{
    const std::vector<uint64_t> observed{3, 4};
    const std::vector<double> two{3, 4};
    EXPECT_THROW(ChurnStatistic(observed, two, std::vector<double>{1}), ConfigError);
    EXPECT_THROW(ChurnStatistic(observed, std::vector<double>{3, 5}, two), ConfigError);
    EXPECT_THROW(ChurnStatistic(observed, two, std::vector<double>{1, -1}), ConfigError);
    EXPECT_THROW(ChurnStatistic(observed, std::vector<double>{NAN, 4}, two), ConfigError);
}

TEST(ChurnStatistic, HasASimulatedTailThatIsNeverZero)
{
    const std::vector<double> null{1, 2, 3, 4};
    EXPECT_DOUBLE_EQ(SimulatedTail(5, null), 0.2);
    EXPECT_DOUBLE_EQ(SimulatedTail(3, null), 0.6);
    EXPECT_DOUBLE_EQ(SimulatedTail(0, null), 1);
    EXPECT_THROW(SimulatedTail(0, {}), ConfigError);
}

} // namespace bindstorm
