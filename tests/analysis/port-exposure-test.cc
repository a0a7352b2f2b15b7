/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/port-exposure.h"

#include "analysis/grouped-exposure.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace bindstorm
{

namespace
{

/// The definition, word by word, in O(ports) an allocation.
struct NaiveExposure
{
    NaiveExposure(uint16_t first, uint16_t last)
        : low(first),
          isFree(uint32_t{last} - first + 1, true),
          observed(isFree.size()),
          expected(isFree.size()),
          variance(isFree.size()),
          groupings(Grouping::Standard(first, last))
    {
        for (const Grouping& grouping : groupings)
        {
            groupExpected.emplace_back(grouping.CountGroups());
            groupVariance.emplace_back(grouping.CountGroups());
        }
    }

    uint32_t
    CountFree() const
    {
        return static_cast<uint32_t>(std::count(isFree.begin(), isFree.end(), true));
    }

    void
    Allocate(size_t index)
    {
        const double chance = 1.0 / CountFree();
        ++observed[index];
        for (size_t i = 0; i < isFree.size(); ++i)
        {
            expected[i] += isFree[i] ? chance : 0;
            variance[i] += isFree[i] ? chance * (1 - chance) : 0;
        }
        for (size_t g = 0; g < groupings.size(); ++g)
        {
            std::vector<double> share(groupings[g].CountGroups());
            for (size_t i = 0; i < isFree.size(); ++i)
            {
                share[groupings[g].GroupOf(static_cast<uint16_t>(low + i))] +=
                    isFree[i] ? chance : 0;
            }
            for (size_t i = 0; i < share.size(); ++i)
            {
                groupExpected[g][i] += share[i];
                groupVariance[g][i] += share[i] * (1 - share[i]);
            }
        }
    }

    uint16_t low;
    std::vector<bool> isFree;
    std::vector<uint64_t> observed;
    std::vector<double> expected;
    std::vector<double> variance;
    std::vector<Grouping> groupings;
    std::vector<std::vector<double>> groupExpected;
    std::vector<std::vector<double>> groupVariance;
};

void
ExpectNear(const std::vector<double>& actual, const std::vector<double>& wanted)
{
    RC_ASSERT(actual.size() == wanted.size());
    for (size_t i = 0; i < actual.size(); ++i)
    {
        RC_ASSERT(std::abs(actual[i] - wanted[i]) < 1e-9);
    }
}

} // namespace

RC_GTEST_PROP(PortExposure, AgreesWithTheDefinitionWhateverHappens, ())
{
    const auto size = *rc::gen::inRange<uint32_t>(1, 70);
    const auto low = *rc::gen::inRange<uint16_t>(1, 65000);
    const auto high = static_cast<uint16_t>(low + size - 1);
    NaiveExposure naive(low, high);
    PortExposure exposure(low, high);
    GroupedExposure groups(low, high);
    const auto steps = *rc::gen::container<std::vector<std::pair<int, uint32_t>>>(
        rc::gen::pair(rc::gen::inRange(0, 4), rc::gen::inRange<uint32_t>(0, size)));
    for (const auto& [kind, index] : steps)
    {
        const auto port = static_cast<uint16_t>(low + index);
        if (kind == 0)
        {
            naive.isFree[index] = true;
            exposure.OnFree(port);
            groups.OnFree(port);
        }
        else if (kind == 1 || !naive.isFree[index])
        {
            naive.isFree[index] = false;
            exposure.OnBusy(port);
            groups.OnBusy(port);
        }
        else
        {
            // kind 2 closes the port before the next allocation, kind 3 keeps it.
            exposure.OnAllocate(port, naive.CountFree());
            groups.OnAllocate(port, naive.CountFree());
            naive.Allocate(index);
            naive.isFree[index] = kind == 2;
            exposure.OnBusy(port);
            groups.OnBusy(port);
            if (kind == 2)
            {
                exposure.OnFree(port);
                groups.OnFree(port);
            }
        }
        RC_ASSERT(exposure.GetFreeCount() == naive.CountFree());
    }
    const std::vector<uint64_t> observed(exposure.Observed().begin(), exposure.Observed().end());
    RC_ASSERT(observed == naive.observed);
    ExpectNear(exposure.Expected(), naive.expected);
    ExpectNear(exposure.Variance(), naive.variance);
    const std::vector<GroupTotals> totals = groups.Totals();
    RC_ASSERT(totals.size() == naive.groupings.size());
    for (size_t g = 0; g < totals.size(); ++g)
    {
        RC_ASSERT(totals[g].grouping.GetName() == naive.groupings[g].GetName());
        ExpectNear(totals[g].expected, naive.groupExpected[g]);
        ExpectNear(totals[g].variance, naive.groupVariance[g]);
    }
}

TEST(PortExposure, IsStaticWhilePortsAreOpenedAndClosedBetweenAllocations)
{
    PortExposure exposure(100, 103);
    exposure.OnBusy(101);
    for (const uint16_t port : std::vector<uint16_t>{100, 103, 102, 100})
    {
        exposure.OnAllocate(port, 3);
        exposure.OnBusy(port);
        exposure.OnFree(port);
    }
    EXPECT_TRUE(exposure.IsStatic());
    const std::vector<double> expected = exposure.Expected();
    EXPECT_DOUBLE_EQ(expected[0], 4.0 / 3);
    EXPECT_EQ(expected[1], 0);
    EXPECT_DOUBLE_EQ(exposure.Variance()[2], 4.0 / 3 * 2 / 3);
}

TEST(PortExposure, IsNoLongerStaticOnceAPortMissedAnAllocation)
{
    PortExposure exposure(100, 103);
    exposure.OnAllocate(100, 4);
    exposure.OnBusy(100);
    EXPECT_TRUE(exposure.IsStatic());
    exposure.OnAllocate(101, 3);
    EXPECT_FALSE(exposure.IsStatic());
}

TEST(PortExposure, IsStaticBeforeAnythingWasDrawn)
{
    PortExposure exposure(1, 65535);
    exposure.OnBusy(80);
    EXPECT_TRUE(exposure.IsStatic());
    EXPECT_EQ(exposure.GetTotal(), 0U);
    EXPECT_EQ(exposure.GetFreeCount(), 65534U);
}

TEST(PortExposure, CountsAllocationsThatWereNoFreePortApart)
{
    PortExposure exposure(100, 103);
    exposure.OnBusy(101);
    exposure.OnAllocate(101, 3);
    exposure.OnAllocate(99, 3);
    exposure.OnAllocate(104, 3);
    EXPECT_EQ(exposure.GetNotFree(), 1U);
    EXPECT_EQ(exposure.GetOutside(), 2U);
    EXPECT_EQ(exposure.GetTotal(), 0U);
    EXPECT_THAT(exposure.Expected(), testing::Each(0));
}

TEST(PortExposure, IgnoresSocketsOutsideTheRange)
{
    PortExposure exposure(100, 103);
    GroupedExposure groups(100, 103);
    for (const uint16_t port : std::vector<uint16_t>{0, 80, 99, 104, 65535})
    {
        exposure.OnFree(port);
        exposure.OnBusy(port);
        exposure.OnFree(port);
        groups.OnFree(port);
        groups.OnBusy(port);
        groups.OnFree(port);
    }
    EXPECT_EQ(exposure.GetFreeCount(), 4U);
    EXPECT_NO_THROW(groups.OnAllocate(100, 4));
}

TEST(PortExposure, RefusesANumberOfFreePortsThatContradictsItsOwn)
{
    PortExposure exposure(100, 103);
    GroupedExposure groups(100, 103);
    exposure.OnBusy(100);
    EXPECT_THROW(exposure.OnAllocate(101, 4), std::logic_error);
    EXPECT_THROW(groups.OnAllocate(101, 3), std::logic_error);
}

TEST(PortExposure, RefusesARangeThatEndsBeforeItBegins)
{
    EXPECT_THROW(PortExposure(200, 100), ConfigError);
    EXPECT_THROW(GroupedExposure(200, 100), ConfigError);
}

TEST(PortExposure, SumsToTheNumberOfDrawsAfterMillionsOfThem)
{
    // f = 28,231 to 28,233 in turn, none of which divides 2^63.
    PortExposure exposure(32768, 61000);
    GroupedExposure groups(32768, 61000);
    uint64_t draws = 0;
    for (uint32_t round = 0; round < 1'000'000; ++round)
    {
        const auto first = static_cast<uint16_t>(32768 + round * 7 % 28233);
        const auto second = static_cast<uint16_t>(32768 + (round * 7 + 1) % 28233);
        for (const uint16_t port : {first, second})
        {
            exposure.OnAllocate(port, exposure.GetFreeCount());
            groups.OnAllocate(port, exposure.GetFreeCount());
            exposure.OnBusy(port);
            groups.OnBusy(port);
            ++draws;
        }
        exposure.OnFree(first);
        exposure.OnFree(second);
        groups.OnFree(first);
        groups.OnFree(second);
    }
    const auto total = static_cast<long double>(draws);
    const std::vector<double> expected = exposure.Expected();
    const long double sum = std::accumulate(expected.begin(), expected.end(), 0.0L);
    EXPECT_LT(std::abs(static_cast<double>((sum - total) / total)), 1e-14);
    for (const GroupTotals& totals : groups.Totals())
    {
        const long double groupSum =
            std::accumulate(totals.expected.begin(), totals.expected.end(), 0.0L);
        EXPECT_LT(std::abs(static_cast<double>((groupSum - total) / total)), 1e-14);
    }
}

} // namespace bindstorm
