/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "serial-counts.h"

#include "model/base/component-spec.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <stdexcept>

namespace bindstorm
{

namespace
{

template <class Array>
void
AddEach(Array& sums, const Array& terms)
{
    for (size_t i = 0; i < sums.size(); ++i)
    {
        sums[i] += terms[i];
    }
}

} // namespace

SerialCounts::SerialCounts(uint16_t low, uint16_t high)
    : m_low(low),
      m_size(uint32_t{high} - low + 1),
      m_middle((int64_t{high} - low) / 2),
      m_sixteenths(Grouping::EqualBins(low, high, GROUPS))
{
}

void
SerialCounts::Break()
{
    m_hasPrevious = false;
}

void
SerialCounts::Merge(const SerialCounts& other)
{
    if (other.m_low != m_low || other.m_size != m_size)
    {
        throw ConfigError(fmt::format("serial counts of {}-{} cannot join those of {}-{}",
                                      other.GetLow(),
                                      other.GetHigh(),
                                      GetLow(),
                                      GetHigh()));
    }
    m_pairs += other.m_pairs;
    m_outside += other.m_outside;
    m_rises += other.m_rises;
    m_moments.x += other.m_moments.x;
    m_moments.y += other.m_moments.y;
    m_moments.xx += other.m_moments.xx;
    m_moments.yy += other.m_moments.yy;
    m_moments.xy += other.m_moments.xy;
    AddEach(m_parityPairs, other.m_parityPairs);
    AddEach(m_steps, other.m_steps);
    AddEach(m_groupPairs, other.m_groupPairs);
}

uint16_t
SerialCounts::GetLow() const
{
    return static_cast<uint16_t>(m_low);
}

uint16_t
SerialCounts::GetHigh() const
{
    return static_cast<uint16_t>(m_low + m_size - 1);
}

uint64_t
SerialCounts::GetPairs() const
{
    return m_pairs;
}

uint64_t
SerialCounts::GetOutside() const
{
    return m_outside;
}

uint64_t
SerialCounts::GetGroupPairs(uint32_t previous, uint32_t next) const
{
    if (previous >= GROUPS || next >= GROUPS)
    {
        throw std::out_of_range(fmt::format("no sixteenths {} and {}", previous, next));
    }
    return m_groupPairs[previous * GROUPS + next];
}

uint64_t
SerialCounts::GetParityPairs(uint32_t previous, uint32_t next) const
{
    if (previous > 1 || next > 1)
    {
        throw std::out_of_range(fmt::format("no parities {} and {}", previous, next));
    }
    return m_parityPairs[previous * 2 + next];
}

uint64_t
SerialCounts::GetRepeats() const
{
    return m_steps[STEPS];
}

uint64_t
SerialCounts::GetSteps(int step) const
{
    if (std::abs(step) > static_cast<int>(STEPS))
    {
        throw std::out_of_range(fmt::format("steps of {} are not counted", step));
    }
    return step < 0 ? m_steps[STEPS - static_cast<uint32_t>(-step)]
                    : m_steps[STEPS + static_cast<uint32_t>(step)];
}

uint64_t
SerialCounts::GetSmallSteps() const
{
    uint64_t sum = 0;
    for (const uint64_t count : m_steps)
    {
        sum += count;
    }
    return sum - GetRepeats();
}

uint64_t
SerialCounts::GetRises() const
{
    return m_rises;
}

bool
SerialCounts::IsMonotone() const
{
    return m_pairs > 0 && (m_rises == 0 || m_rises + GetRepeats() == m_pairs);
}

const SerialCounts::Moments&
SerialCounts::GetMoments() const
{
    return m_moments;
}

double
SerialCounts::GetLagOneCorrelation() const
{
    if (m_pairs == 0)
    {
        return 0;
    }
    const auto count = static_cast<double>(m_pairs);
    const double x = ToDouble(m_moments.x);
    const double y = ToDouble(m_moments.y);
    // The sums are centred at the middle of the range, so little is lost by these differences.
    const double xx = ToDouble(m_moments.xx) - x * x / count;
    const double yy = ToDouble(m_moments.yy) - y * y / count;
    const double xy = ToDouble(m_moments.xy) - x * y / count;
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

} // namespace bindstorm
