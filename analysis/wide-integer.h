/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WIDE_INTEGER_H
#define BINDSTORM_WIDE_INTEGER_H

#include <cstdint>

namespace bindstorm
{

/// @ingroup analysis
/// 128-bit integers of the compiler, named once so that -Wpedantic stays quiet elsewhere.
__extension__ typedef __int128 Int128;
/// @ingroup analysis
__extension__ typedef unsigned __int128 Uint128;

/// @return the nearest double; relative error at most 2^-52
inline double
ToDouble(Uint128 value)
{
    constexpr double WORD = 18446744073709551616.0;
    return static_cast<double>(static_cast<uint64_t>(value >> 64)) * WORD +
           static_cast<double>(static_cast<uint64_t>(value));
}

/// @return the nearest double; relative error at most 2^-52
inline double
ToDouble(Int128 value)
{
    return value < 0 ? -ToDouble(-static_cast<Uint128>(value))
                     : ToDouble(static_cast<Uint128>(value));
}

} // namespace bindstorm

#endif // BINDSTORM_WIDE_INTEGER_H
