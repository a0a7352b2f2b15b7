/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "latency-histogram.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace bindstorm
{

LatencyHistogram::LatencyHistogram()
    : m_counts(BINS),
      m_min(std::numeric_limits<int64_t>::max())
{
}

int64_t
LatencyHistogram::LowerOf(size_t index)
{
    constexpr size_t SUB_BINS = size_t{1} << SUB_BITS;
    const size_t shift = index < 2 * SUB_BINS ? 0 : (index >> SUB_BITS) - 1;
    return static_cast<int64_t>(uint64_t{index - (shift << SUB_BITS)} << shift);
}

int64_t
LatencyHistogram::UpperOf(size_t index)
{
    return index + 1 < BINS ? LowerOf(index + 1) - 1 : std::numeric_limits<int64_t>::max();
}

void
LatencyHistogram::Merge(const LatencyHistogram& other)
{
    for (size_t i = 0; i < BINS; ++i)
    {
        m_counts[i] += other.m_counts[i];
    }
    m_count += other.m_count;
    m_sum += other.m_sum;
    m_min = std::min(m_min, other.m_min);
    m_max = std::max(m_max, other.m_max);
}

uint64_t
LatencyHistogram::GetCount() const
{
    return m_count;
}

std::optional<int64_t>
LatencyHistogram::GetMin() const
{
    return m_count > 0 ? std::optional(m_min) : std::nullopt;
}

std::optional<int64_t>
LatencyHistogram::GetMax() const
{
    return m_count > 0 ? std::optional(m_max) : std::nullopt;
}

Uint128
LatencyHistogram::GetSum() const
{
    return m_sum;
}

std::optional<double>
LatencyHistogram::GetMean() const
{
    return m_count > 0 ? std::optional(ToDouble(m_sum) / static_cast<double>(m_count))
                       : std::nullopt;
}

std::optional<LatencyBounds>
LatencyHistogram::Quantile(double p) const
{
    if (!(p >= 0 && p <= 1))
    {
        throw std::out_of_range(fmt::format("quantile {} is not between 0 and 1", p));
    }
    if (m_count == 0)
    {
        return std::nullopt;
    }
    constexpr uint64_t PARTS = 1'000'000'000;
    const auto parts = static_cast<uint64_t>(std::llround(p * static_cast<double>(PARTS)));
    const auto rank = static_cast<uint64_t>((Uint128{parts} * m_count + PARTS - 1) / PARTS);
    uint64_t below = 0;
    size_t index = 0;
    while (below + m_counts[index] < std::max<uint64_t>(rank, 1))
    {
        below += m_counts[index];
        ++index;
    }
    return LatencyBounds{std::max(LowerOf(index), m_min), std::min(UpperOf(index), m_max)};
}

std::vector<LatencyBin>
LatencyHistogram::Bins() const
{
    std::vector<LatencyBin> bins;
    for (size_t i = 0; i < BINS; ++i)
    {
        if (m_counts[i] > 0)
        {
            bins.push_back({LowerOf(i), UpperOf(i), m_counts[i]});
        }
    }
    return bins;
}

LatencyHistogram
LatencyHistogram::FromBins(std::span<const LatencyBin> bins, int64_t min, int64_t max, Uint128 sum)
{
    LatencyHistogram result;
    Uint128 least = 0;
    Uint128 most = 0;
    int64_t previous = -1;
    for (const LatencyBin& bin : bins)
    {
        const size_t index = bin.lower < 0 ? 0 : IndexOf(static_cast<uint64_t>(bin.lower));
        if (LowerOf(index) != bin.lower || UpperOf(index) != bin.upper || bin.lower <= previous ||
            bin.count == 0)
        {
            throw ConfigError(
                fmt::format("latency bin {} to {} ns with count {} is no filled bin of "
                            "this histogram, or not in order",
                            bin.lower,
                            bin.upper,
                            bin.count));
        }
        previous = bin.upper;
        result.m_counts[index] = bin.count;
        result.m_count += bin.count;
        least += Uint128{bin.count} * static_cast<uint64_t>(bin.lower);
        most += Uint128{bin.count} * static_cast<uint64_t>(bin.upper);
    }
    const bool isInside = bins.empty() ? min == 0 && max == 0
                                       : bins.front().lower <= min && min <= bins.front().upper &&
                                             bins.back().lower <= max && max <= bins.back().upper &&
                                             min <= max;
    if (!isInside || sum < least || sum > most)
    {
        throw ConfigError(
            fmt::format("least {}, greatest {} or sum of {} latencies does not belong "
                        "to their bins",
                        min,
                        max,
                        result.m_count));
    }
    result.m_min = bins.empty() ? result.m_min : min;
    result.m_max = max;
    result.m_sum = sum;
    return result;
}

void
LatencyHistogram::ThrowNegative(int64_t nanoseconds)
{
    throw std::out_of_range(fmt::format("latency of {} ns is negative", nanoseconds));
}

} // namespace bindstorm
