/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-choice-bench.h"

#include "tests/model/ports/chi-square.h"

#include <boost/math/distributions/binomial.hpp>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <set>
#include <vector>

namespace bindstorm
{

namespace
{

TEST(UniformPorts, AreUniformOverTheFreeOnesAtAnyOccupancy)
{
    // False alarms 1e-7 a test, 3 tests.
    for (const double busy : {0.0, 0.5, 0.99})
    {
        PortChoiceBench bench("uniform");
        bench.MakeShareBusy(busy);
        std::vector<uint64_t> counts(65536);
        std::vector<double> shares(65536);
        for (uint32_t port = 1024; port < 65536; ++port)
        {
            shares[port] = bench.Used().IsUsed(static_cast<uint16_t>(port)) ? 0 : 1;
        }
        const double free = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (uint32_t i = 0; i < 10 * free; ++i)
        {
            ++counts[bench.Ask(RequestOf(80)).value()];
        }
        EXPECT_GT(ChiSquarePValue(counts, shares), 1e-7) << busy;
    }
}

TEST(UniformPorts, AreUniformWithinTheParityClass)
{
    // Case N12: 32,256 ports a class. False alarms 1e-7 a test, 2 tests.
    PortChoiceBench bench("uniform", {.keepParity = true});
    for (const uint16_t internal : {uint16_t{80}, uint16_t{81}})
    {
        std::vector<uint64_t> counts(65536);
        std::vector<double> shares(65536);
        for (uint32_t port = 1024; port < 65536; ++port)
        {
            shares[port] = port % 2 == internal % 2U ? 1 : 0;
        }
        EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), 0.0), 32256.0);
        for (uint32_t i = 0; i < 10 * 32256; ++i)
        {
            ++counts[bench.Ask(RequestOf(internal)).value()];
        }
        EXPECT_GT(ChiSquarePValue(counts, shares), 1e-7);
    }
}

TEST(UniformPorts, FindEveryPortToTheLast)
{
    PortChoiceBench bench("uniform");
    std::set<uint16_t> ports;
    while (const std::optional<uint16_t> port = bench.Take(RequestOf(80)))
    {
        ASSERT_TRUE(ports.insert(*port).second);
        ASSERT_LE(bench.Work().bitmapWords, 2 + PortCounts::FIND_WORDS + 2 * UsedPorts::LIST);
        ASSERT_LE(bench.Work().rngDraws, 3U) << "more has probability 4e-15 a call";
    }
    EXPECT_EQ(ports.size(), 64512U) << "no false exhaustion";
    EXPECT_EQ(bench.Work().rngDraws, 0U);
}

TEST(UniformPorts, KeepTheInternalPortWhileItIsFree)
{
    PortChoiceBench bench("uniform");
    EXPECT_EQ(bench.Take(RequestOf(5000, true)), 5000);
    EXPECT_NE(bench.Take(RequestOf(5000, true)), 5000);
    EXPECT_GE(bench.Take(RequestOf(500, true)), 1024) << "not in range";
}

TEST(UniformPorts, AreFoundByGuessingAsOftenAsTheHypergeometricLawSays)
{
    // Case N27: 256 mappings, k distinct probes into 64,512 ports, 2,000 times. The probes of a
    // smaller k are the first of a larger. False alarms 2e-7 a test, 5 tests.
    constexpr std::array<uint32_t, 5> PROBES{174, 256, 512, 1024, 2048};
    constexpr std::array<double, 5> PRINTED{0.49982, 0.63937, 0.87047, 0.98350, 0.99975};
    constexpr int TRIALS = 2000;
    PortChoiceBench bench("uniform");
    const auto engine =
        CreateRandomEngine(ComponentSpec("chacha20"), StreamSeed(1, 0, "prober", "ports"));
    WorkCounters work;
    DrawSource draws(*engine, work);
    std::vector<uint16_t> ports(64512);
    std::iota(ports.begin(), ports.end(), uint16_t{1024});
    std::array<int, 5> hits{};
    for (int trial = 0; trial < TRIALS; ++trial)
    {
        std::vector<uint16_t> mapped;
        for (int i = 0; i < 256; ++i)
        {
            mapped.push_back(bench.Take(RequestOf(80)).value());
        }
        uint32_t first = 0; // probes up to the first hit
        for (; first < PROBES.back(); ++first)
        {
            std::swap(ports[first], ports[first + draws.DrawBelow(64512 - first)]);
            if (bench.Used().IsUsed(ports[first]))
            {
                break;
            }
        }
        for (std::size_t k = 0; k < PROBES.size(); ++k)
        {
            hits[k] += first < PROBES[k] ? 1 : 0;
        }
        for (const uint16_t port : mapped)
        {
            bench.Release(port);
        }
    }
    double miss = 1;
    uint32_t probes = 0;
    for (std::size_t k = 0; k < PROBES.size(); ++k)
    {
        for (; probes < PROBES[k]; ++probes)
        {
            miss *= (64256.0 - probes) / (64512.0 - probes);
        }
        EXPECT_NEAR(1 - miss, PRINTED[k], 1e-5);
        const boost::math::binomial law(TRIALS, 1 - miss);
        EXPECT_GT(boost::math::cdf(law, hits[k]), 1e-7) << PROBES[k] << " probes";
        EXPECT_GT(boost::math::cdf(boost::math::complement(law, hits[k] - 1)), 1e-7)
            << PROBES[k] << " probes";
    }
}

} // namespace

} // namespace bindstorm
