/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "analysis/latency-histogram.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace bindstorm
{

namespace
{

constexpr int64_t GREATEST = std::numeric_limits<int64_t>::max();

LatencyHistogram
RecordAll(const std::vector<int64_t>& values)
{
    LatencyHistogram histogram;
    for (const int64_t value : values)
    {
        histogram.Record(value);
    }
    return histogram;
}

/// Values of every magnitude, from 0 to 2^63 - 1.
rc::Gen<std::vector<int64_t>>
Latencies()
{
    return rc::gen::container<std::vector<int64_t>>(
        rc::gen::apply([](uint64_t bits, int shift) { return static_cast<int64_t>(bits >> shift); },
                       rc::gen::arbitrary<uint64_t>(),
                       rc::gen::inRange(1, 64)));
}

} // namespace

RC_GTEST_PROP(LatencyHistogram, BoundsEveryQuantileWithinOnePercent, ())
{
    std::vector<int64_t> values = *rc::gen::nonEmpty(Latencies());
    const LatencyHistogram histogram = RecordAll(values);
    std::sort(values.begin(), values.end());
    Uint128 sum = 0;
    for (const int64_t value : values)
    {
        sum += static_cast<uint64_t>(value);
    }
    RC_ASSERT(histogram.GetCount() == values.size());
    RC_ASSERT(histogram.GetMin() == values.front());
    RC_ASSERT(histogram.GetMax() == values.back());
    RC_ASSERT(histogram.GetSum() == sum);
    for (const int perMille : {0, 1, 500, 900, 990, 999, 1000})
    {
        const size_t rank =
            std::max<size_t>(1, (values.size() * static_cast<size_t>(perMille) + 999) / 1000);
        const int64_t value = values[rank - 1];
        const LatencyBounds bounds = *histogram.Quantile(perMille / 1000.0);
        RC_ASSERT(bounds.lower <= value);
        RC_ASSERT(value <= bounds.upper);
        RC_ASSERT(static_cast<double>(bounds.upper - bounds.lower) <=
                  0.0079 * static_cast<double>(bounds.lower));
    }
}

RC_GTEST_PROP(LatencyHistogram, ComesBackFromItsBins, ())
{
    const LatencyHistogram histogram = RecordAll(*rc::gen::nonEmpty(Latencies()));
    const std::vector<LatencyBin> bins = histogram.Bins();
    const LatencyHistogram copy = LatencyHistogram::FromBins(bins,
                                                             *histogram.GetMin(),
                                                             *histogram.GetMax(),
                                                             histogram.GetSum());
    RC_ASSERT(copy.Bins() == bins);
    RC_ASSERT(copy.GetCount() == histogram.GetCount());
    RC_ASSERT(copy.GetMin() == histogram.GetMin());
    RC_ASSERT(copy.GetMax() == histogram.GetMax());
    RC_ASSERT(copy.GetSum() == histogram.GetSum());
    RC_ASSERT(copy.Quantile(0.9) == histogram.Quantile(0.9));
}

RC_GTEST_PROP(LatencyHistogram, MergesToWhatOneWouldHaveRecorded, ())
{
    const std::vector<int64_t> first = *Latencies();
    const std::vector<int64_t> second = *Latencies();
    std::vector<int64_t> both = first;
    both.insert(both.end(), second.begin(), second.end());
    LatencyHistogram merged = RecordAll(first);
    merged.Merge(RecordAll(second));
    const LatencyHistogram single = RecordAll(both);
    RC_ASSERT(merged.Bins() == single.Bins());
    RC_ASSERT(merged.GetMin() == single.GetMin());
    RC_ASSERT(merged.GetMax() == single.GetMax());
    RC_ASSERT(merged.GetSum() == single.GetSum());
}

TEST(LatencyHistogram, HasBinsWithoutGapsFromZeroToTheGreatestInteger)
{
    // The first and the last value of each octave and their neighbours.
    std::vector<int64_t> values;
    for (int bit = 0; bit < 63; ++bit)
    {
        const int64_t power = int64_t{1} << bit;
        values.insert(values.end(), {power - 1, power, power + (power >> 7)});
    }
    values.push_back(GREATEST);
    for (const int64_t value : values)
    {
        const LatencyBin bin = RecordAll({value}).Bins().at(0);
        EXPECT_LE(bin.lower, value);
        EXPECT_GE(bin.upper, value);
        if (bin.upper < GREATEST)
        {
            EXPECT_EQ(RecordAll({bin.upper + 1}).Bins().at(0).lower, bin.upper + 1);
        }
        EXPECT_EQ(RecordAll({bin.upper}).Bins().at(0).lower, bin.lower);
    }
    EXPECT_EQ(RecordAll({255}).Bins().at(0), (LatencyBin{255, 255, 1}));
    EXPECT_EQ(RecordAll({256}).Bins().at(0), (LatencyBin{256, 257, 1}));
    EXPECT_EQ(RecordAll({GREATEST}).Bins().at(0).upper, GREATEST);
}

TEST(LatencyHistogram, TakesTheNearestRank)
{
    std::vector<int64_t> values(100);
    std::iota(values.begin(), values.end(), 1);
    const LatencyHistogram histogram = RecordAll(values);
    EXPECT_EQ(*histogram.Quantile(0.5), (LatencyBounds{50, 50}));
    EXPECT_EQ(*histogram.Quantile(0.99), (LatencyBounds{99, 99}));
    EXPECT_EQ(*histogram.Quantile(0.991), (LatencyBounds{100, 100}));
    EXPECT_EQ(*histogram.Quantile(0), (LatencyBounds{1, 1}));
    EXPECT_EQ(*histogram.GetMean(), 50.5);
}

TEST(LatencyHistogram, IsCutAtTheExactExtremes)
{
    const LatencyHistogram histogram = RecordAll({1'000'003, 1'000'001});
    EXPECT_EQ(*histogram.Quantile(1), (LatencyBounds{1'000'001, 1'000'003}));
}

TEST(LatencyHistogram, SumsBeyondSixtyFourBits)
{
    LatencyHistogram histogram;
    for (int i = 0; i < 4; ++i)
    {
        histogram.Record(GREATEST);
    }
    EXPECT_TRUE(histogram.GetSum() == Uint128{4} * static_cast<uint64_t>(GREATEST));
}

TEST(LatencyHistogram, KnowsNothingWhenEmpty)
{
    const LatencyHistogram histogram;
    EXPECT_EQ(histogram.GetMin(), std::nullopt);
    EXPECT_EQ(histogram.GetMax(), std::nullopt);
    EXPECT_EQ(histogram.GetMean(), std::nullopt);
    EXPECT_EQ(histogram.Quantile(0.5), std::nullopt);
    EXPECT_TRUE(histogram.Bins().empty());
    EXPECT_EQ(LatencyHistogram::FromBins({}, 0, 0, 0).GetCount(), 0U);
}

TEST(LatencyHistogram, RefusesNegativeLatenciesAndQuantilesOutsideZeroToOne)
{
    LatencyHistogram histogram;
    EXPECT_THROW(histogram.Record(-1), std::out_of_range);
    EXPECT_THROW(histogram.Quantile(1.1), std::out_of_range);
    EXPECT_THROW(histogram.Quantile(NAN), std::out_of_range);
    EXPECT_EQ(histogram.GetCount(), 0U);
}

TEST(LatencyHistogram, RefusesBinsThatAreNotItsOwn)
{
    const std::vector<LatencyBin> good{{256, 257, 2}, {512, 515, 1}};
    EXPECT_EQ(LatencyHistogram::FromBins(good, 256, 513, 1026).GetCount(), 3U);
    const auto isRefused = [](std::vector<LatencyBin> bins, int64_t min, int64_t max, Uint128 sum)
    { EXPECT_THROW(LatencyHistogram::FromBins(bins, min, max, sum), ConfigError); };
    isRefused({{257, 258, 2}}, 257, 257, 514);
    isRefused({{256, 258, 2}}, 256, 257, 514);
    isRefused({{-1, 257, 2}}, 256, 257, 514);
    isRefused({{256, 257, 0}}, 256, 257, 0);
    isRefused({good[1], good[0]}, 256, 513, 1026);
    isRefused({good[0], good[0]}, 256, 257, 1026);
    isRefused(good, 255, 513, 1026);
    isRefused(good, 256, 516, 1026);
    isRefused(good, 256, 513, 1023);
    isRefused(good, 256, 513, 1030);
    isRefused({}, 0, 0, 1);
    isRefused({}, 1, 0, 0);
}

} // namespace bindstorm
