/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BOUNDED_DRAW_H
#define BINDSTORM_BOUNDED_DRAW_H

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup analysis
 * @param bound at least 1
 * @return mean number of 32-bit numbers that DrawSource::DrawBelow() takes: 2^32 mod bound of all
 *         2^32 are rejected
 */
inline double
MeanNumbersOfDrawBelow(uint32_t bound)
{
    constexpr double ALL = 4294967296.0;
    const uint32_t rejected = (0U - bound) % bound;
    return ALL / (ALL - rejected);
}

/**
 * @ingroup analysis
 * @param remainder below the modulus
 * @return number of 32-bit numbers with that remainder
 */
inline uint64_t
CountOfRemainder(uint32_t remainder, uint32_t modulus)
{
    return ((uint64_t{1} << 32) - remainder + modulus - 1) / modulus;
}

} // namespace bindstorm

#endif // BINDSTORM_BOUNDED_DRAW_H
