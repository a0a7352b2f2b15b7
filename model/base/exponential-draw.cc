/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "exponential-draw.h"

namespace bindstorm
{

namespace
{

__extension__ using Wide = unsigned __int128;

/// Bounds that a sound generator meets with less than 2^-90; a broken one must not hang its caller.
constexpr uint64_t MAX_WHOLE = 63;
constexpr int MAX_RUN = 64;

/// @return whether the falling run that starts with `first` has odd length: probability e^-first
bool
IsRunOdd(DrawSource& draws, uint32_t first)
{
    int length = 1;
    uint32_t last = first;
    for (uint32_t next = draws.Draw(); next < last && length < MAX_RUN; next = draws.Draw())
    {
        last = next;
        ++length;
    }
    return length % 2 == 1;
}

} // namespace

uint64_t
DrawExponential(DrawSource& draws, uint64_t mean)
{
    uint64_t whole = 0;
    uint32_t fraction = draws.Draw();
    while (!IsRunOdd(draws, fraction) && whole < MAX_WHOLE)
    {
        ++whole;
        fraction = draws.Draw();
    }
    // In units of 2^-33, the middle of the cell that the fraction stands for.
    const uint64_t variate = ((whole << 32 | fraction) << 1) | 1;
    constexpr Wide HALF = Wide{1} << 32;
    return static_cast<uint64_t>((Wide{variate} * mean + HALF) >> 33);
}

} // namespace bindstorm
