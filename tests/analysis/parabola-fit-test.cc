/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/parabola-fit.h"

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

constexpr uint16_t LOW = 32768;
constexpr uint16_t HIGH = 61000;
constexpr size_t PORTS = 28233;

/// The law of the bitmap draft of January 2009 in an empty table: all 65,536 starts times all 256
/// odd steps of the walk over the 512 slots of a chain; sums to 2^24.
std::vector<uint64_t>
EnumerateDraft2009()
{
    std::vector<uint64_t> hits(PORTS);
    for (uint32_t start = 0; start < 65536; ++start)
    {
        for (uint32_t step = 1; step < 512; step += 2)
        {
            uint32_t port = start;
            while (port < LOW || port > HIGH)
            {
                port = (port + 128 * step) % 65536;
            }
            ++hits[port - LOW];
        }
    }
    return hits;
}

std::vector<double>
EqualShares(const std::vector<uint64_t>& counts)
{
    const auto total =
        static_cast<double>(std::accumulate(counts.begin(), counts.end(), uint64_t{0}));
    return std::vector<double>(counts.size(), total / static_cast<double>(counts.size()));
}

} // namespace

TEST(ParabolaFit, FindsTheBendOfTheDraftOf2009)
{
    const std::vector<uint64_t> law = EnumerateDraft2009();
    const ParabolaFit fit = FitParabola(LOW, law, EqualShares(law), ParabolaTerms::CENTRED);
    EXPECT_NEAR(fit.a, 0.813, 0.0005);
    EXPECT_NEAR(fit.k, 2.78e-9, 0.005e-9);
    EXPECT_NEAR(fit.rSquared, 0.76, 0.005);
    EXPECT_EQ(fit.blocks, 220U);
    EXPECT_EQ(fit.vertex, 46884);
    EXPECT_GT(fit.misfit, 100) << "the ends of the true law are logarithmic, not a parabola";
}

TEST(ParabolaFit, FindsTheDraftsVertexInTheMiddle)
{
    const std::vector<uint64_t> law = EnumerateDraft2009();
    const ParabolaFit fit = FitParabola(LOW, law, EqualShares(law));
    EXPECT_NEAR(fit.vertex, 46884, 0.01 * PORTS);
    EXPECT_GT(fit.zOfK, 50);
}

TEST(ParabolaFit, GivesBackAParabola)
{
    // Density 0.9 + 2e-6 x + 1.5e-9 x^2, by blocks, in counts large enough for rounding to vanish.
    std::vector<uint64_t> counts(PORTS);
    std::vector<double> expected(PORTS, 1e15);
    for (size_t first = 0; first < PORTS; first += 128)
    {
        const size_t end = std::min(first + 128, PORTS);
        const double x = static_cast<double>(first + end - 1) / 2 - (PORTS - 1) / 2.0;
        for (size_t i = first; i < end; ++i)
        {
            counts[i] = static_cast<uint64_t>(1e15 * (0.9 + 2e-6 * x + 1.5e-9 * x * x));
        }
    }
    const ParabolaFit fit = FitParabola(LOW, counts, expected);
    EXPECT_NEAR(fit.a, 0.9, 1e-9);
    EXPECT_NEAR(fit.b, 2e-6, 1e-13);
    EXPECT_NEAR(fit.k, 1.5e-9, 1e-17);
    EXPECT_NEAR(fit.vertex, 46884 - 2e-6 / 3e-9, 1e-3);
    EXPECT_NEAR(fit.rSquared, 1, 1e-9);
}

TEST(ParabolaFit, HasAStandardNormalBendAndAnHonestVertexErrorUnderUniformDraws)
{
    LevelCheck bend;
    UniformDraws draws(1);
    double misfit = 0;
    constexpr int RUNS = 1000;
    for (int run = 0; run < RUNS; ++run)
    {
        std::vector<uint64_t> counts(4000);
        for (int i = 0; i < 20000; ++i)
        {
            ++counts[draws.Below(4000)];
        }
        const ParabolaFit fit = FitParabola(1000, counts, std::vector<double>(4000, 5));
        bend.Add(NormalTwoSided(fit.zOfK));
        misfit += fit.misfit / RUNS;
    }
    bend.ExpectExact();
    EXPECT_NEAR(misfit, 1, 0.05);
}

TEST(ParabolaFit, ErrorsOfBendAndVertexCoverTheTruth)
{
    // Density 0.75 + 0.75 u^2 with u in (-1, 1), drawn by rejection; vertex in the middle, 2999.5.
    UniformDraws draws(2);
    double bendSquares = 0;
    double vertexSquares = 0;
    constexpr int RUNS = 300;
    for (int run = 0; run < RUNS; ++run)
    {
        std::vector<uint64_t> counts(4000);
        for (int i = 0; i < 20000;)
        {
            const uint32_t place = draws.Below(4000);
            const double u = (place - 1999.5) / 2000;
            if (draws.Below(1'000'000) < (0.75 + 0.75 * u * u) / 1.5 * 1'000'000)
            {
                ++counts[place];
                ++i;
            }
        }
        const ParabolaFit fit = FitParabola(1000, counts, std::vector<double>(4000, 5));
        const double bend = (fit.k - 0.75 / 4e6) / fit.kError;
        const double vertex = (fit.vertex - 2999.5) / fit.vertexError;
        bendSquares += bend * bend / RUNS;
        vertexSquares += vertex * vertex / RUNS;
    }
    // Chi-square of 300 degrees of freedom, and densities that differ from 1 by up to a half.
    EXPECT_NEAR(bendSquares, 1, 0.5);
    EXPECT_NEAR(vertexSquares, 1, 0.5);
}

TEST(ParabolaFit, LeavesOutBlocksWithoutExpectation)
{
    std::vector<uint64_t> counts(128 * 10, 3);
    std::vector<double> expected(128 * 10, 3);
    std::fill_n(counts.begin() + 128, 128, 0);
    std::fill_n(expected.begin() + 128, 128, 0);
    const ParabolaFit fit = FitParabola(1, counts, expected);
    EXPECT_EQ(fit.blocks, 9U);
    EXPECT_NEAR(fit.a, 1, 1e-12);
    EXPECT_NEAR(fit.k, 0, 1e-15);
}

TEST(ParabolaFit, RefusesWhatCannotBeFitted)
{
    const std::vector<uint64_t> counts(384, 1);
    EXPECT_THROW(FitParabola(1, counts, std::vector<double>(384, 1)), ConfigError);
    EXPECT_THROW(FitParabola(1, counts, std::vector<double>(383, 1)), ConfigError);
    EXPECT_NO_THROW(FitParabola(1, counts, std::vector<double>(384, 1), ParabolaTerms::CENTRED));
}

} // namespace bindstorm
