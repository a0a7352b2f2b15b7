/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_INVERSE_SUMS_H
#define BINDSTORM_INVERSE_SUMS_H

#include "wide-integer.h"

#include <cmath>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup analysis
 * The running sums of 1/f and 1/f^2 over allocations, f being the number of free ports at each.
 *
 * Both are integers in units of 2^-63, so the difference of two moments is exact and nothing drifts
 * however long a run is: one term of 1/f is off by at most 2^-64, a relative 4e-15 at f = 65,535.
 * They wrap at 2^128, which 2^64 allocations do not reach.
 */
class InverseSums
{
  public:
    /// @param freeCount at least 1. O(1); the two divisions happen only when it differs from before
    void
    Add(uint32_t freeCount)
    {
        if (freeCount != m_freeCount)
        {
            const uint64_t square = uint64_t{freeCount} * freeCount;
            m_freeCount = freeCount;
            m_inverse = (ONE + freeCount / 2) / freeCount;
            m_inverseSquare = (ONE + square / 2) / square;
        }
        m_first += m_inverse;
        m_second += m_inverseSquare;
    }

    /// @return sum of 1/f in units of 2^-63
    Uint128
    First() const
    {
        return m_first;
    }

    /// @return sum of 1/f^2 in units of 2^-63
    Uint128
    Second() const
    {
        return m_second;
    }

    /// @return a value in units of 2^-63 as a number
    static double
    ToNumber(Uint128 units)
    {
        return std::ldexp(ToDouble(units), -63);
    }

  private:
    static constexpr uint64_t ONE = uint64_t{1} << 63;

    Uint128 m_first{0};
    Uint128 m_second{0};
    uint64_t m_inverse{0};
    uint64_t m_inverseSquare{0};
    uint32_t m_freeCount{0};
};

} // namespace bindstorm

#endif // BINDSTORM_INVERSE_SUMS_H
