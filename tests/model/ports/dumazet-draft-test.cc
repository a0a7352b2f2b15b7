/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chi-square.h"
#include "test-host.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace bindstorm
{

namespace
{

/**
 * Every start and every step that differs modulo the slots of a chain, through the real code.
 */
class DumazetLaw
{
  public:
    DumazetLaw()
        : m_counts(65536)
    {
        ScriptedEngine engine;
        HostSockets sockets({.allocator = ComponentSpec("dumazet-draft-2009")}, engine);
        for (uint32_t start = 0; start < 65536; ++start)
        {
            for (uint32_t step = 1; step < 512; step += 2)
            {
                engine.Set((start << 16) | step);
                const BindResult result = sockets.Bind(Protocol::UDP, {});
                ++m_counts[result.port];
                m_work += sockets.LastWork();
                sockets.Close(Protocol::UDP, result.socket);
            }
        }
    }

    double
    Probability(uint32_t port) const
    {
        return static_cast<double>(m_counts[port]) / DRAWS;
    }

    /// @return density of [low, high) relative to a uniform one
    double
    Density(uint32_t low, uint32_t high) const
    {
        double sum = 0;
        for (uint32_t port = low; port < high; ++port)
        {
            sum += Probability(port);
        }
        return sum / (high - low) * 28233;
    }

    const WorkCounters&
    Work() const
    {
        return m_work;
    }

    static constexpr double DRAWS = 65536.0 * 256.0;

  private:
    std::vector<uint64_t> m_counts;
    WorkCounters m_work;
};

void
ExpectSixteenths(const DumazetLaw& law)
{
    static constexpr std::array<double, 16> REFERENCE{1.422,
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
    for (uint32_t bin = 0; bin < 16; ++bin)
    {
        const auto low = 32768 + static_cast<uint32_t>(std::lround(28233.0 * bin / 16));
        const auto high = 32768 + static_cast<uint32_t>(std::lround(28233.0 * (bin + 1) / 16));
        EXPECT_NEAR(law.Density(low, high), REFERENCE[bin], 0.001) << "bin " << bin;
    }
}

void
ExpectBlocks(const DumazetLaw& law)
{
    // Blocks of 128 ports from the low end on; the last one that is full ends at 60927.
    EXPECT_NEAR(law.Density(32768, 32768 + 128), 2.16, 0.01);
    EXPECT_NEAR(law.Density(60800, 60928), 1.88, 0.01);
    for (uint32_t block = 105; block < 115; ++block)
    {
        EXPECT_NEAR(law.Density(32768 + block * 128, 32896 + block * 128), 0.867, 0.004);
    }
}

void
ExpectDistances(const DumazetLaw& law)
{
    double variation = 0;
    double divergence = 0;
    double highest = 0;
    for (uint32_t port = 32768; port <= 61000; ++port)
    {
        const double difference = law.Probability(port) - 1.0 / 28233;
        variation += std::abs(difference) / 2;
        divergence += difference * difference * 28233;
        highest = std::max(highest, law.Probability(port));
    }
    EXPECT_NEAR(variation, 0.0664, 0.0001);
    EXPECT_NEAR(divergence, 0.0391, 0.0001);
    EXPECT_NEAR(-std::log2(highest), 13.67, 0.01);
}

TEST(DumazetDraft2009, HasTheLawThatTheReferenceEnumerated)
{
    const DumazetLaw law;
    ExpectSixteenths(law);
    ExpectBlocks(law);
    ExpectDistances(law);
    EXPECT_NEAR(static_cast<double>(law.Work().steps) / DumazetLaw::DRAWS, 3.56, 0.005);
    EXPECT_EQ(law.Work().probes, 65536U * 256U) << "the first slot in range is free";
    EXPECT_EQ(law.Work().locks, 65536U * 256U) << "every chain has one";
}

TEST(DumazetDraft2009, IsCaughtByAChiSquareOfFiveThousandDraws)
{
    // 16 bins, 15 degrees of freedom; non-centrality 154 where 37.7 is needed: a miss is below
    // 1e-9.
    for (uint64_t seed = 1; seed <= 5; ++seed)
    {
        TestHost host("dumazet-draft-2009", seed);
        std::array<uint64_t, 16> counts{};
        for (int i = 0; i < 5000; ++i)
        {
            ++counts[(host.Draw() - 32768U) * 16 / 28233];
        }
        EXPECT_LT(ChiSquarePValue(counts), 0.001);
    }
}

TEST(DumazetDraft2009InRange, GivesWhatWasMergedDrawByDraw)
{
    TestHost mended("dumazet-draft-2009-in-range");
    TestHost merged("linux-2.6.29");
    mended.Hold("lower-half");
    merged.Hold("lower-half");
    for (int i = 0; i < 2000; ++i)
    {
        ASSERT_EQ(mended.Draw(), merged.Draw());
        ASSERT_EQ(mended.DrawWork(), merged.DrawWork());
    }
}

TEST(DumazetDraft2009InRange, IsUnevenWhenOnlySixteenBitsAreScaled)
{
    ScriptedEngine engine;
    HostSockets sockets(
        {.allocator = ComponentSpec::Parse("dumazet-draft-2009-in-range(bias=half)")},
        engine);
    std::vector<uint64_t> counts(65536);
    for (uint32_t bias = 0; bias < 65536; ++bias)
    {
        engine.Set(bias << 16);
        const BindResult result = sockets.Bind(Protocol::UDP, {});
        ++counts[result.port];
        sockets.Close(Protocol::UDP, result.socket);
    }
    const auto [least, most] = std::minmax_element(counts.begin() + 32768, counts.begin() + 61001);
    EXPECT_EQ(*least, 2U);
    EXPECT_EQ(*most, 3U);
}

} // namespace

} // namespace bindstorm
