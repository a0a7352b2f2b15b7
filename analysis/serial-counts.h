/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SERIAL_COUNTS_H
#define BINDSTORM_SERIAL_COUNTS_H

#include "grouping.h"
#include "wide-integer.h"

#include <array>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup analysis
 * What successive ports of one source have to do with each other. Integers only, O(1) a port,
 * constant memory; no sum can overflow below 2^63 ports.
 */
class SerialCounts
{
  public:
    /// Sixteenths of the range on each side of the contingency table.
    static constexpr uint32_t GROUPS = 16;
    /// Differences up to this (mod the range) are counted one by one.
    static constexpr uint32_t STEPS = 16;

    /// Sums over pairs (x, y) of successive ports, both less the middle of the range rounded down.
    /// |x| <= 2^15, so 2^63 terms of x^2 stay below 2^93.
    struct Moments
    {
        Int128 x{0};
        Int128 y{0};
        Int128 xx{0};
        Int128 yy{0};
        Int128 xy{0};
    };

    /// @throws ConfigError when high is below low
    SerialCounts(uint16_t low, uint16_t high);

    /// The next port of this source. One outside the range is counted apart and ends the chain.
    void
    Add(uint16_t port)
    {
        const uint32_t place = uint32_t{port} - m_low;
        if (place >= m_size) [[unlikely]]
        {
            ++m_outside;
            m_hasPrevious = false;
            return;
        }
        const uint32_t group = m_sixteenths.GroupOf(port);
        if (m_hasPrevious)
        {
            AddPair(place, group, port);
        }
        m_place = place;
        m_group = group;
        m_parity = port & 1U;
        m_hasPrevious = true;
    }

    /// Forgets the previous port, so that the next one makes no pair (a gap, another source).
    void Break();

    /**
     * Adds the pairs of another source with the same range.
     * @throws ConfigError when the ranges differ
     */
    void Merge(const SerialCounts& other);

    uint16_t GetLow() const;
    uint16_t GetHigh() const;

    /// @return pairs of successive ports
    uint64_t GetPairs() const;

    /// @return ports outside the range
    uint64_t GetOutside() const;

    /// @return pairs (sixteenth of the previous port, sixteenth of the next)
    uint64_t GetGroupPairs(uint32_t previous, uint32_t next) const;

    /// @return pairs (parity of the previous port number, parity of the next)
    uint64_t GetParityPairs(uint32_t previous, uint32_t next) const;

    /// @return pairs of equal ports
    uint64_t GetRepeats() const;

    /**
     * Pairs whose difference next - previous, taken mod the size of the range, is `step`.
     * Where +step and -step are the same difference (a range of few ports) it counts as +step.
     * @param step -16 to 16; 0 are repeats
     */
    uint64_t GetSteps(int step) const;

    /// @return pairs with a step of 1 to 16 in either direction
    uint64_t GetSmallSteps() const;

    /// @return pairs in which the port rises
    uint64_t GetRises() const;

    /// @return whether there was a pair and the ports only rose or only fell (or stayed)
    bool IsMonotone() const;

    const Moments& GetMoments() const;

    /// @return Pearson's r between a port and the next; 0 when one side does not vary
    double GetLagOneCorrelation() const;

  private:
    void
    AddPair(uint32_t place, uint32_t group, uint16_t port)
    {
        ++m_pairs;
        ++m_groupPairs[m_group * GROUPS + group];
        ++m_parityPairs[m_parity * 2 + (port & 1U)];
        const int64_t x = int64_t{m_place} - m_middle;
        const int64_t y = int64_t{place} - m_middle;
        m_moments.x += x;
        m_moments.y += y;
        m_moments.xx += x * x;
        m_moments.yy += y * y;
        m_moments.xy += x * y;
        m_rises += place > m_place ? 1 : 0;
        const uint32_t forward = place >= m_place ? place - m_place : place + m_size - m_place;
        if (forward <= STEPS)
        {
            ++m_steps[STEPS + forward];
        }
        else if (m_size - forward <= STEPS)
        {
            ++m_steps[STEPS - (m_size - forward)];
        }
    }

    uint32_t m_low;
    uint32_t m_size;
    int64_t m_middle; ///< place in the range
    Grouping m_sixteenths;
    bool m_hasPrevious{false};
    uint32_t m_place{0};
    uint32_t m_group{0};
    uint32_t m_parity{0};
    uint64_t m_pairs{0};
    uint64_t m_outside{0};
    uint64_t m_rises{0};
    Moments m_moments;
    std::array<uint64_t, 4> m_parityPairs{};
    std::array<uint64_t, 2 * STEPS + 1> m_steps{};
    std::array<uint64_t, GROUPS * GROUPS> m_groupPairs{};
};

} // namespace bindstorm

#endif // BINDSTORM_SERIAL_COUNTS_H
