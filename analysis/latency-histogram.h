/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LATENCY_HISTOGRAM_H
#define BINDSTORM_LATENCY_HISTOGRAM_H

#include "wide-integer.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * One bin of a latency histogram.
 */
struct LatencyBin
{
    int64_t lower{0};  ///< least value of the bin, ns
    int64_t upper{0};  ///< greatest value of the bin, ns (inclusive)
    uint64_t count{0}; ///< values recorded in it
    bool operator==(const LatencyBin&) const = default;
};

/**
 * @ingroup analysis
 * Between which values, in nanoseconds, a quantile of the recorded values lies (both inclusive).
 */
struct LatencyBounds
{
    int64_t lower{0};
    int64_t upper{0};
    bool operator==(const LatencyBounds&) const = default;
};

/**
 * @ingroup analysis
 * Integer log-linear histogram of non-negative nanoseconds, with exact least, greatest, sum, count.
 *
 * Values below 256 have bins of their own; each octave above has 128 bins of equal width, so a
 * bin's ends differ by less than 1/128 (0.79 %) of either. 58 KiB, whatever is recorded; two equal
 * sets of values give equal bins in whatever order they came.
 */
class LatencyHistogram
{
  public:
    LatencyHistogram();

    /**
     * @param nanoseconds 0 or more. O(1)
     * @throws std::out_of_range for a negative value
     */
    void
    Record(int64_t nanoseconds)
    {
        if (nanoseconds < 0) [[unlikely]]
        {
            ThrowNegative(nanoseconds);
        }
        ++m_counts[IndexOf(static_cast<uint64_t>(nanoseconds))];
        ++m_count;
        m_sum += static_cast<uint64_t>(nanoseconds);
        m_min = nanoseconds < m_min ? nanoseconds : m_min;
        m_max = nanoseconds > m_max ? nanoseconds : m_max;
    }

    /// Adds all values of another histogram. O(bins)
    void Merge(const LatencyHistogram& other);

    uint64_t GetCount() const;

    /// @return least value, ns; empty without values
    std::optional<int64_t> GetMin() const;

    /// @return greatest value, ns; empty without values
    std::optional<int64_t> GetMax() const;

    /// @return exact sum, ns
    Uint128 GetSum() const;

    /// @return sum / count, ns; empty without values
    std::optional<double> GetMean() const;

    /**
     * The quantile by nearest rank: the value number ceil(p * count), at least number 1, in
     * ascending order. Its bin, cut at the least and the greatest value, bounds it; the ends differ
     * by less than 0.79 %. Report the upper one: at least the share p of all values is no greater.
     * @param p 0 to 1; taken to the nearest 1e-9, so that 0.999 means 999/1000
     * @return bounds in ns; empty without values. O(bins)
     * @throws std::out_of_range for another p
     */
    std::optional<LatencyBounds> Quantile(double p) const;

    /// @return the bins that are not empty, ascending
    std::vector<LatencyBin> Bins() const;

    /**
     * Rebuilds a histogram from what was stored.
     * @param bins as Bins() gave them
     * @param min,max,sum as GetMin(), GetMax(), GetSum() gave them; 0 when there are no bins
     * @throws ConfigError when the bins are not bins of this class in ascending order, or min, max
     *         or sum cannot belong to them
     */
    static LatencyHistogram FromBins(std::span<const LatencyBin> bins,
                                     int64_t min,
                                     int64_t max,
                                     Uint128 sum);

  private:
    static constexpr int SUB_BITS = 7;
    static constexpr size_t BINS = ((63 - SUB_BITS - 1) << SUB_BITS) + (2 << SUB_BITS);

    static size_t
    IndexOf(uint64_t value)
    {
        // The shift is 0 below 256 and otherwise leaves eight bits, of which the first is 1.
        const int shift = static_cast<int>(std::bit_width(value | 0xff)) - (SUB_BITS + 1);
        return (static_cast<size_t>(shift) << SUB_BITS) + (value >> shift);
    }

    static int64_t LowerOf(size_t index);
    static int64_t UpperOf(size_t index);
    [[noreturn]] static void ThrowNegative(int64_t nanoseconds);

    std::vector<uint64_t> m_counts;
    uint64_t m_count{0};
    int64_t m_min;
    int64_t m_max{0};
    Uint128 m_sum{0};
};

} // namespace bindstorm

#endif // BINDSTORM_LATENCY_HISTOGRAM_H
