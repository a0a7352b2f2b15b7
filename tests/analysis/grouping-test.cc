/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/grouping.h"

#include "model/base/component-spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <rapidcheck/gtest.h>

namespace bindstorm
{

RC_GTEST_PROP(Grouping, BinsAreTheFloorOfTheShare, ())
{
    const auto low = *rc::gen::inRange<uint32_t>(0, 65536);
    const auto high = *rc::gen::inRange<uint32_t>(low, 65536);
    const auto bins = *rc::gen::inRange<uint32_t>(1, 4097);
    const auto port = *rc::gen::inRange<uint32_t>(low, high + 1);
    const Grouping grouping =
        Grouping::EqualBins(static_cast<uint16_t>(low), static_cast<uint16_t>(high), bins);
    RC_ASSERT(grouping.GroupOf(static_cast<uint16_t>(port)) ==
              (port - low) * bins / (high - low + 1));
}

TEST(Grouping, BinsAreTheFloorOfTheShareForEveryPortOfTheThreadsRange)
{
    for (const uint32_t bins : {16U, 64U, 4096U})
    {
        const Grouping grouping = Grouping::EqualBins(32768, 61000, bins);
        for (uint32_t port = 32768; port <= 61000; ++port)
        {
            ASSERT_EQ(grouping.GroupOf(static_cast<uint16_t>(port)), (port - 32768) * bins / 28233);
        }
    }
}

TEST(Grouping, CountsPort65535OnceInTheLastBinAndDropsNothing)
{
    std::vector<uint64_t> counts(65536);
    counts[65535] = 1;
    counts[0] = 40000;
    counts[1] = 40000;
    for (const Grouping& grouping : {Grouping::EqualBins(0, 65535, 16),
                                     Grouping::Residues(0, 65535, 8),
                                     Grouping::EqualBins(0, 65535, 7)})
    {
        const std::vector<uint64_t> sums = grouping.Sum(counts);
        EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), uint64_t{0}), 80001U);
        EXPECT_EQ(sums.back(), 1U);
    }
    EXPECT_EQ(Grouping::EqualBins(0, 65535, 16).Sum(counts)[0], 80000U);
}

TEST(Grouping, TakesResiduesOfThePortNumberNotOfItsPlace)
{
    const Grouping parity = Grouping::Residues(1025, 1030, 1);
    EXPECT_EQ(parity.GroupOf(1025), 1U);
    EXPECT_EQ(parity.GroupOf(1026), 0U);
    EXPECT_EQ(Grouping::Residues(32768, 61000, 7).GroupOf(61000), 61000U % 128);
}

TEST(Grouping, StandardOnesGoFromCoarseToFine)
{
    std::vector<std::string> names;
    for (const Grouping& grouping : Grouping::Standard(32768, 61000))
    {
        names.push_back(grouping.GetName());
    }
    EXPECT_THAT(names,
                testing::ElementsAre("parity",
                                     "sixteenths",
                                     "residue mod 4",
                                     "residue mod 8",
                                     "residue mod 16",
                                     "chain (mod 128)",
                                     "low byte"));
}

TEST(Grouping, RefusesWhatCannotBeGrouped)
{
    EXPECT_THROW(Grouping::EqualBins(5, 4, 16), ConfigError);
    EXPECT_THROW(Grouping::EqualBins(5, 40, 0), ConfigError);
    EXPECT_THROW(Grouping::EqualBins(5, 40, 4097), ConfigError);
    EXPECT_THROW(Grouping::Residues(5, 40, 17), ConfigError);
    EXPECT_THROW(Grouping::Residues(5, 8, 1).Sum(std::vector<uint64_t>(5)), ConfigError);
}

} // namespace bindstorm
