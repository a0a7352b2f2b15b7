/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/laws/law-summary.h"
#include "analysis/laws/port-law.h"
#include "brute-force.h"

#include <cmath>
#include <gtest/gtest.h>

namespace bindstorm
{

namespace
{

PortLaw
LawOf(const std::string& allocator,
      const SocketTable::Config& config,
      const std::set<uint16_t>& busy)
{
    return BruteForce(allocator, config, busy).Law();
}

SocketTable::Config
ConfigOf2009(const PortAllocatorInfo& info)
{
    return {.range = PortRange(32768, 61000), .chains = info.defaultChains};
}

} // namespace

TEST(PortLaw, EveryShippedAllocatorHasOneThatIsNoEstimate)
{
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        const PortLaw law = LawOf(info.name, ConfigOf2009(info), {});
        EXPECT_NE(law.kind, LawKind::ESTIMATE) << info.name;
        EXPECT_EQ(law.free.size(), 28233) << info.name;
        double sum = law.failure;
        for (const double probability : law.probability)
        {
            sum += probability;
        }
        EXPECT_NEAR(sum, 1, 1e-9) << info.name;
    }
}

// Numbers that another program, in another language, enumerated for the reference.
TEST(PortLaw, OfTheDraftIsThatOfTheReference)
{
    const PortLaw law = LawOf("dumazet-draft-2009", {.range = PortRange(32768, 61000)}, {});
    const LawSummary summary = SummarizeLaw(law);
    const std::array reference{1.422,
                               1.100,
                               1.002,
                               0.946,
                               0.908,
                               0.883,
                               0.873,
                               0.868,
                               0.868,
                               0.873,
                               0.882,
                               0.907,
                               0.945,
                               1.001,
                               1.099,
                               1.422};
    for (std::size_t part = 0; part < reference.size(); ++part)
    {
        EXPECT_NEAR(summary.sixteenths.at(part), reference.at(part), 0.0015) << part;
    }
    EXPECT_NEAR(summary.totalVariation, 0.0664, 0.0001);
    EXPECT_NEAR(summary.minEntropy, 13.67, 0.01);
    double divergence = 0;
    for (const uint16_t port : law.free)
    {
        divergence += std::pow(law.probability[port] - 1.0 / 28233, 2) * 28233;
    }
    EXPECT_NEAR(divergence, 0.0391, 0.0001);
    EXPECT_NEAR(law.work[1], 3.56, 0.005) << "steps";
    EXPECT_EQ(law.work[2], 1) << "the first slot in range is free";
    EXPECT_EQ(law.work[5], 1) << "every chain has one";
}

TEST(PortLaw, OfTheDraftIsHighestInTheBlocksAtItsEnds)
{
    const PortLaw law = LawOf("dumazet-draft-2009", {.range = PortRange(32768, 61000)}, {});
    const auto densityOf = [&](uint32_t low)
    {
        double sum = 0;
        for (uint32_t port = low; port < low + 128; ++port)
        {
            sum += law.probability[port];
        }
        return sum / 128 * 28233;
    };
    EXPECT_NEAR(densityOf(32768), 2.16, 0.01);
    EXPECT_NEAR(densityOf(60800), 1.88, 0.01) << "the last block that is whole";
    for (uint32_t block = 105; block < 115; ++block)
    {
        EXPECT_NEAR(densityOf(32768 + block * 128), 0.867, 0.004);
    }
}

TEST(PortLaw, OfAShortestChainSearchDoublesTheChainAfterTheOnlySocket)
{
    const PortLaw law = LawOf("linux-2.6.27", {.range = PortRange(32768, 61000)}, {40000});
    EXPECT_EQ(law.probability[40000 + 128], 0);
    EXPECT_NEAR(law.probability[40001] * 28233, 2, 1e-4);
    EXPECT_NEAR(law.probability[40002] * 28233, 1, 1e-4);
}

TEST(PortLaw, GivenAStateIsTheNextPort)
{
    for (const std::string name : {"linux-2.6.23", "ns-3"})
    {
        const auto allocator = CreatePortAllocator(ComponentSpec(name));
        SocketTable table({.range = PortRange(40000, 40011), .chains = 4});
        ScriptedEngine engine({0});
        WorkCounters work;
        DrawSource draws(engine, work);
        for (int i = 0; i < 20; ++i)
        {
            const ComponentSpec spec(name);
            const PortLaw law =
                ComputePortLaw({.allocator = spec, .table = table, .state = allocator.get()});
            EXPECT_EQ(law.kind, LawKind::GIVEN_STATE);
            work = WorkCounters{};
            const BindResult result = table.BindAny(PortRequest{}, *allocator, draws, work);
            if (result.error != BindError::NONE)
            {
                EXPECT_EQ(law.failure, 1);
                EXPECT_EQ(i, 12);
                break;
            }
            EXPECT_EQ(law.probability[result.port], 1);
            EXPECT_EQ(law.work[4], static_cast<double>(work.nodeVisits));
        }
    }
}

TEST(PortLaw, LeavesTheTableAsItIs)
{
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        // Work of later operations is the same whether a law was asked for or not.
        std::array<WorkCounters, 2> works;
        for (std::size_t asked = 0; asked < 2; ++asked)
        {
            SocketTable table({.range = PortRange(40000, 40099), .chains = info.defaultChains});
            const ComponentSpec spec(info.name);
            const auto allocator = CreatePortAllocator(spec);
            ScriptedEngine engine({12345, 777, 3000000000, 5});
            DrawSource draws(engine, works[asked]);
            for (int i = 0; i < 3; ++i)
            {
                const BindResult result =
                    table.BindAny(PortRequest{}, *allocator, draws, works[asked]);
                table.Close(result.socket, works[asked]);
                if (asked == 1)
                {
                    ComputePortLaw({.allocator = spec, .table = table, .state = allocator.get()});
                }
            }
            EXPECT_EQ(table.Size(), 0);
        }
        EXPECT_EQ(works[0], works[1]) << info.name;
    }
}

TEST(PortLaw, IsAnEstimateWithAnIntervalWhenDrawsHaveNoBound)
{
    const ComponentSpec spec = ComponentSpec::Parse("byte-local-2009(full=redraw)");
    SocketTable table({.range = PortRange(40000, 40099), .chains = 2});
    const PortLaw law = ComputePortLaw({.allocator = spec, .table = table, .samples = 20'000});
    EXPECT_EQ(law.kind, LawKind::ESTIMATE);
    EXPECT_EQ(law.samples, 20'000);
    const auto [lower, upper] = LawIntervals(law, 1 - 1e-8);
    for (const uint16_t port : law.free)
    {
        // 100 ports at 1e-8: a false alarm once in a million.
        EXPECT_LT(lower[port], 0.01);
        EXPECT_GT(upper[port], 0.01);
    }
}

TEST(PortLaw, IntervalIsThatOfClopperAndPearson)
{
    PortLaw law{.kind = LawKind::ESTIMATE,
                .probability = std::vector<double>(65536),
                .samples = 10,
                .counts = std::vector<uint64_t>(65536)};
    law.counts[7] = 3;
    law.counts[8] = 10;
    const auto [lower, upper] = LawIntervals(law, 0.95);
    EXPECT_NEAR(lower[7], 0.06673951, 1e-7);
    EXPECT_NEAR(upper[7], 0.65245285, 1e-7);
    EXPECT_EQ(lower[0], 0);
    EXPECT_NEAR(upper[0], 0.30849710, 1e-7);
    EXPECT_EQ(upper[8], 1);
}

TEST(LawSummary, OfTwoUnevenPortsIsArithmetic)
{
    PortLaw law{.range = PortRange(100, 131),
                .free = {100, 131},
                .probability = std::vector<double>(65536),
                .failure = 0.2};
    law.probability[100] = 0.6;
    law.probability[131] = 0.2;
    const LawSummary summary = SummarizeLaw(law);
    EXPECT_DOUBLE_EQ(summary.possible, 1);
    EXPECT_NEAR(summary.entropy, 0.8112781245, 1e-9);
    EXPECT_NEAR(summary.minEntropy, -std::log2(0.75), 1e-12);
    EXPECT_NEAR(summary.totalVariation, 0.25, 1e-12);
    EXPECT_NEAR(summary.maxToMin, 3, 1e-12);
    EXPECT_EQ(summary.greatestAt, 100);
    EXPECT_EQ(summary.leastAt, 131);
    EXPECT_NEAR(summary.sixteenths[0], 1.5, 1e-12);
    EXPECT_TRUE(std::isnan(summary.sixteenths[1]));
}

TEST(LawSummary, HasNoNumbersWhenNoPortCanBeFound)
{
    const PortLaw law{.range = PortRange(100, 101),
                      .probability = std::vector<double>(65536),
                      .failure = 1};
    const LawSummary summary = SummarizeLaw(law);
    for (const double number : {summary.entropy,
                                summary.minEntropy,
                                summary.maxToMin,
                                summary.least,
                                summary.greatest,
                                summary.sixteenths[0]})
    {
        EXPECT_TRUE(std::isnan(number));
    }
}

TEST(LawSummary, SaysThatAPortOfAnEstimateWasNotSeen)
{
    PortLaw law{.kind = LawKind::ESTIMATE,
                .range = PortRange(100, 101),
                .free = {100, 101},
                .probability = std::vector<double>(65536),
                .samples = 50,
                .counts = std::vector<uint64_t>(65536)};
    law.probability[101] = 1;
    law.counts[101] = 50;
    const std::string text = FormatLaw(law, "x");
    EXPECT_NE(text.find("not seen yet   1 free ports"), std::string::npos);
    EXPECT_NE(text.find("the least likely port: 0 to 0.2"), std::string::npos) << text;
    EXPECT_EQ(text.find("never"), std::string::npos);
}

TEST(LawSummary, SaysThatAPortIsNeverChosen)
{
    PortLaw law{.range = PortRange(100, 101),
                .free = {100, 101},
                .probability = std::vector<double>(65536)};
    law.probability[101] = 1;
    const LawSummary summary = SummarizeLaw(law);
    EXPECT_TRUE(std::isinf(summary.maxToMin));
    EXPECT_EQ(summary.neverChosen, 1);
    EXPECT_NE(FormatLaw(law, "x").find("never chosen   1 free ports"), std::string::npos);
}

TEST(PortLaw, GivesNothingToPortsThatAreNotFree)
{
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        if (info.name == "linux-2.6.28")
        {
            continue; // all its steps take long; BruteForceLaw compares port by port
        }
        for (uint64_t seed = 1; seed <= 4; ++seed)
        {
            const PortLaw law =
                LawOf(info.name,
                      {.range = PortRange(40000, 40039),
                       .reserved = PortSet::Parse("40005"),
                       .chains = uint32_t{16} << (4 * (seed - 1))},
                      SomePorts(40000, 40039, 0.25 * static_cast<double>(seed), seed));
            const std::set<uint16_t> free(law.free.begin(), law.free.end());
            EXPECT_EQ(free.count(40005), 0);
            double sum = law.failure;
            for (uint32_t port = 0; port < 65536; ++port)
            {
                ASSERT_TRUE(law.probability[port] == 0 ||
                            free.count(static_cast<uint16_t>(port)) == 1)
                    << info.name << " " << port;
                sum += law.probability[port];
            }
            EXPECT_NEAR(sum, 1, 1e-9) << info.name;
        }
    }
}

} // namespace bindstorm
