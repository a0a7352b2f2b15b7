/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "model/base/exponential-draw.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/special_functions/expm1.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace bindstorm
{

namespace
{

constexpr int SAMPLES = 1'000'000;
constexpr uint64_t MEAN = 1'000'000'000; // a second in nanoseconds

/// False alarms of one figure; the 69 figures of this file (4 generators, 5 seeds, mean, variance
/// and bins; 9 more) stay below 1e-6 together, also with the skewness of the variance (factor 1.5).
constexpr double ALARM = 1e-8;
/// Standard deviations that a normal figure passes with probability ALARM (5.73), rounded up.
constexpr double MAX_Z = 5.8;

std::vector<uint64_t>
TakeSample(const std::string& generator, uint64_t seed, uint64_t mean)
{
    const StreamSeed stream(seed, 0, "host", "exponential");
    const auto engine = CreateRandomEngine(ComponentSpec(generator), stream);
    WorkCounters work;
    DrawSource draws(*engine, work);
    std::vector<uint64_t> sample(SAMPLES);
    for (uint64_t& value : sample)
    {
        value = DrawExponential(draws, mean);
    }
    return sample;
}

/// @return how far the sample's mean is off, in standard deviations of an exponential's
double
MeanZ(const std::vector<uint64_t>& sample, double mean)
{
    double sum = 0;
    for (const uint64_t value : sample)
    {
        sum += static_cast<double>(value) / mean - 1;
    }
    return sum / std::sqrt(static_cast<double>(sample.size()));
}

/// @return the same for the mean square about the mean; (X - 1)^2 has variance 8
double
VarianceZ(const std::vector<uint64_t>& sample, double mean)
{
    double sum = 0;
    for (const uint64_t value : sample)
    {
        const double deviation = static_cast<double>(value) / mean - 1;
        sum += deviation * deviation - 1;
    }
    return sum / std::sqrt(8.0 * static_cast<double>(sample.size()));
}

/// @return the p-value of 256 bins of equal probability
double
BinsP(const std::vector<uint64_t>& sample, double mean)
{
    constexpr std::size_t BINS = 256;
    std::array<double, BINS> counts{};
    for (const uint64_t value : sample)
    {
        const double share = -boost::math::expm1(-static_cast<double>(value) / mean);
        ++counts[std::min(BINS - 1, static_cast<std::size_t>(share * BINS))];
    }
    const double expected = static_cast<double>(sample.size()) / BINS;
    double statistic = 0;
    for (const double count : counts)
    {
        statistic += (count - expected) * (count - expected) / expected;
    }
    return cdf(complement(boost::math::chi_squared(BINS - 1), statistic));
}

TEST(ExponentialDraw, HasMeanVarianceAndShapeOfAnExponentialWithEveryGoodGenerator)
{
    for (const RandomEngineInfo& info : GetRandomEngines())
    {
        for (uint64_t seed = 1; info.good && seed <= 5; ++seed)
        {
            SCOPED_TRACE(info.name + ", seed " + std::to_string(seed));
            const auto sample = TakeSample(info.name, seed, MEAN);
            EXPECT_LT(std::abs(MeanZ(sample, MEAN)), MAX_Z);
            EXPECT_LT(std::abs(VarianceZ(sample, MEAN)), MAX_Z);
            EXPECT_GT(BinsP(sample, MEAN), ALARM);
        }
    }
}

/// What the figures above are worth: each wrong sample is caught by the one meant for it.
TEST(ExponentialDraw, FiguresCatchSamplesThatAreSlightlyWrong)
{
    auto sample = TakeSample("chacha20", 1, MEAN);
    auto longer = sample;
    auto shifted = sample;
    for (std::size_t i = 0; i < sample.size(); ++i)
    {
        longer[i] += longer[i] / 50;
        shifted[i] = shifted[i] * 49 / 50 + MEAN / 50;
    }
    EXPECT_GT(std::abs(MeanZ(longer, MEAN)), MAX_Z);
    EXPECT_GT(std::abs(VarianceZ(longer, MEAN)), MAX_Z);
    EXPECT_LT(std::abs(MeanZ(shifted, MEAN)), MAX_Z);
    EXPECT_LT(BinsP(shifted, MEAN), ALARM);
}

/// One number in the sequence has to do with the next where a stream is used wrongly.
TEST(ExponentialDraw, SuccessiveVariatesAreUncorrelated)
{
    for (uint64_t seed = 1; seed <= 5; ++seed)
    {
        const auto sample = TakeSample("chacha20", seed, MEAN);
        double sum = 0;
        for (std::size_t i = 1; i < sample.size(); ++i)
        {
            sum += (static_cast<double>(sample[i - 1]) / MEAN - 1) *
                   (static_cast<double>(sample[i]) / MEAN - 1);
        }
        EXPECT_LT(std::abs(sum / std::sqrt(SAMPLES - 1.0)), MAX_Z) << "seed " << seed;
    }
}

/// The mean after rounding is 1 / (2 sinh(1 / (2 mean))); means of 1 show it best.
TEST(ExponentialDraw, SmallMeansLoseWhatTheRoundingTakes)
{
    for (const uint64_t mean : {1U, 2U, 5U})
    {
        const double sharp = 1 / (2 * std::sinh(0.5 / static_cast<double>(mean)));
        double sum = 0;
        for (const uint64_t value : TakeSample("chacha20", mean, mean))
        {
            sum += static_cast<double>(value) - sharp;
        }
        const double deviation = 1.05 * static_cast<double>(mean) * std::sqrt(SAMPLES);
        EXPECT_LT(std::abs(sum), MAX_Z * deviation) << "mean " << mean;
    }
}

TEST(ExponentialDraw, TakesFourPointThreeNumbersOnAverage)
{
    const auto engine = CreateRandomEngine(ComponentSpec("chacha20"), StreamSeed(1, 0, "h", "e"));
    WorkCounters work;
    DrawSource draws(*engine, work);
    for (int i = 0; i < SAMPLES; ++i)
    {
        DrawExponential(draws, MEAN);
    }
    // The deviation of one count is below 4: 5.8 deviations of the mean are 0.0232.
    const double average = static_cast<double>(work.rngDraws) / SAMPLES;
    EXPECT_NEAR(average, std::exp(2.0) / (std::exp(1.0) - 1), 0.0232);
}

/// Numbers from a list, over and over.
class ListEngine final : public RandomEngine
{
  public:
    explicit ListEngine(std::vector<uint32_t> numbers)
        : m_numbers(std::move(numbers))
    {
    }

    uint32_t
    Next() override
    {
        return m_numbers[m_position++ % m_numbers.size()];
    }

  private:
    std::vector<uint32_t> m_numbers;
    std::size_t m_position{0};
};

uint64_t
DrawFromList(std::vector<uint32_t> numbers, uint64_t mean, uint64_t* taken = nullptr)
{
    ListEngine engine(std::move(numbers));
    WorkCounters work;
    DrawSource draws(engine, work);
    const uint64_t value = DrawExponential(draws, mean);
    if (taken != nullptr)
    {
        *taken = work.rngDraws;
    }
    return value;
}

TEST(ExponentialDraw, FollowsTheAlgorithmStepByStep)
{
    constexpr uint32_t HALF = 1U << 31;
    // A run of one number is odd: the variate is the first number.
    EXPECT_EQ(DrawFromList({HALF, HALF + 1}, 1000), 500U);
    // A run of two numbers is even: one is added and a new run decides.
    EXPECT_EQ(DrawFromList({HALF, 5, 6, HALF, HALF + 1}, 1000), 1500U);
    // A run of three is odd again; equal numbers end a run.
    EXPECT_EQ(DrawFromList({HALF, 6, 5, 5}, 1000), 500U);
}

TEST(ExponentialDraw, ReachesTheEndsOfItsRange)
{
    EXPECT_EQ(DrawFromList({0, 0}, uint64_t{1} << 31), 0U);
    EXPECT_EQ(DrawFromList({0, 0}, uint64_t{1} << 40), 128U); // half a step of mean / 2^32
    EXPECT_EQ(DrawFromList({UINT32_MAX, UINT32_MAX}, 1), 1U);
    EXPECT_EQ(DrawFromList({UINT32_MAX, UINT32_MAX}, 0), 0U);
}

TEST(ExponentialDraw, EndsEvenWhenTheGeneratorIsBroken)
{
    // Every run of 5 3 | 4 has two numbers, for ever.
    uint64_t taken = 0;
    const uint64_t mean = uint64_t{1} << 57;
    const uint64_t value = DrawFromList({5, 3, 4}, mean, &taken);
    EXPECT_GE(value, 63 * mean);
    EXPECT_LT(value, 64 * mean);
    EXPECT_EQ(taken, 64U * 3);

    std::vector<uint32_t> falling(1000);
    for (uint32_t i = 0; i < falling.size(); ++i)
    {
        falling[i] = 1000 - i;
    }
    DrawFromList(falling, mean, &taken);
    EXPECT_LE(taken, 64U * 66);
}

TEST(ExponentialDraw, IsPinnedSoThatNoMachineDiffers)
{
    const auto engine =
        CreateRandomEngine(ComponentSpec("chacha20"), StreamSeed(1, 0, "host", "allocator"));
    WorkCounters work;
    DrawSource draws(*engine, work);
    const std::array<uint64_t, 8> expected{281278078,
                                           149560832,
                                           242020268,
                                           692247884,
                                           605120511,
                                           472314771,
                                           819233116,
                                           2044734764};
    for (const uint64_t value : expected)
    {
        EXPECT_EQ(DrawExponential(draws, MEAN), value);
    }
}

} // namespace

} // namespace bindstorm
