/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include "model/nat/deterministic-plan.h"
#include "tests/model/ports/chi-square.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace bindstorm
{

namespace
{

TEST(DeterministicPlan, HasTheBlockSizesOfTheSharingRatios)
{
    // port-allocation.md 9.5; some addresses more than a multiple need the next ratio.
    for (const auto& [inside, outside, block] : {std::tuple(16U, 1U, 4032U),
                                                 std::tuple(64U, 1U, 1008U),
                                                 std::tuple(256U, 1U, 252U),
                                                 std::tuple(1024U, 1U, 63U),
                                                 std::tuple(256U, 16U, 4032U),
                                                 std::tuple(241U, 16U, 4032U),
                                                 std::tuple(240U, 16U, 4300U)})
    {
        EXPECT_EQ(DeterministicPlan(inside, outside, 0).BlockSize(), block);
    }
}

TEST(DeterministicPlan, IsThePrintedFormulaWhereBlocksFillTheAddress)
{
    const DeterministicPlan plan(1000, 10, 252);
    for (uint32_t d = 0; d < 1000; ++d)
    {
        const DeterministicPlan::Share share = plan.Find(d).value();
        ASSERT_EQ(share.externalIndex, d * 252 / 64512);
        ASSERT_EQ(share.low, 1024 + d * 252 % 64512);
        ASSERT_EQ(share.high, share.low + 251);
    }
}

TEST(DeterministicPlan, IsInvertedForEveryPortOfEveryAddress)
{
    for (const auto& [inside, outside, block] : {std::tuple(64U, 1U, 0U),
                                                 std::tuple(1000U, 16U, 1000U),
                                                 std::tuple(17U, 3U, 0U),
                                                 std::tuple(64512U, 1U, 0U),
                                                 std::tuple(3U, 3U, 64512U)})
    {
        const DeterministicPlan plan(inside, outside, block);
        std::vector<std::vector<int64_t>> owners(outside, std::vector<int64_t>(65536, -1));
        for (uint32_t d = 0; d < inside; ++d)
        {
            const DeterministicPlan::Share share = plan.Find(d).value();
            ASSERT_LT(share.externalIndex, outside);
            ASSERT_EQ(share.high - share.low + 1U, plan.BlockSize());
            for (uint32_t port = share.low; port <= share.high; ++port)
            {
                ASSERT_EQ(owners[share.externalIndex][port], -1) << "two hosts have one port";
                owners[share.externalIndex][port] = d;
            }
        }
        EXPECT_FALSE(plan.Find(inside));
        for (uint32_t address = 0; address < outside; ++address)
        {
            for (uint32_t port = 0; port < 65536; ++port)
            {
                const auto found = FindInternalIndex(plan, address, static_cast<uint16_t>(port));
                ASSERT_EQ(found ? int64_t{*found} : -1, owners[address][port]);
            }
        }
        EXPECT_FALSE(FindInternalIndex(plan, UINT32_MAX, 5000));
    }
}

TEST(DeterministicPlan, RefusesHostsThatDoNotFit)
{
    EXPECT_THROW(DeterministicPlan(65, 1, 1008), ConfigError);
    EXPECT_THROW(DeterministicPlan(64513, 1, 0), ConfigError);
    EXPECT_THROW(ResolveNatPortChoice(ComponentSpec::Parse("deterministic(inside=65, block=1008)")),
                 ConfigError);
}

TEST(DeterministicPorts, AreUniformOverTheFreeOnesOfTheBlockAndNoOthers)
{
    // False alarms 1e-7 a test, 3 tests.
    for (const double busy : {0.0, 0.5, 0.99})
    {
        PortChoiceBench bench("deterministic(inside=64)");
        bench.MakeShareBusy(busy);
        NatPortRequest request = RequestOf(80, true);
        request.internalIndex = 5;
        const uint32_t low = 1024 + 5 * 1008;
        std::vector<uint64_t> counts(1008);
        std::vector<double> shares(1008);
        for (uint32_t i = 0; i < 1008; ++i)
        {
            shares[i] = bench.Used().IsUsed(static_cast<uint16_t>(low + i)) ? 0 : 1;
        }
        for (int i = 0; i < 30000; ++i)
        {
            ++counts.at(bench.Ask(request).value() - low);
        }
        EXPECT_GT(ChiSquarePValue(counts, shares), 1e-7) << busy;
    }
}

TEST(DeterministicPorts, NeverLeaveTheBlock)
{
    PortChoiceBench bench("deterministic(inside=128, outside=2)");
    NatPortRequest request = RequestOf(1024 + 1008, true);
    EXPECT_LT(bench.Ask(request), 1024 + 1008) << "the first port of the next host";
    request = RequestOf(1030, true);
    EXPECT_EQ(bench.Ask(request), 1030);
    bench.MakeRunBusy(1024, 1024 + 1007);
    EXPECT_EQ(bench.Ask(request), std::nullopt);
    request.internalIndex = 128;
    EXPECT_EQ(bench.Ask(request), std::nullopt) << "a host too many";
    EXPECT_EQ(bench.Choice().ExternalIndex(63), 0U);
    EXPECT_EQ(bench.Choice().ExternalIndex(64), 1U);
    EXPECT_EQ(bench.Choice().ExternalIndex(128), std::nullopt);
}

} // namespace

} // namespace bindstorm
