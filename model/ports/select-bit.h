/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SELECT_BIT_H
#define BINDSTORM_SELECT_BIT_H

#include <cstdint>

namespace bindstorm
{

/// @return eight numbers 0 to 8, the set bits in each byte of the word
constexpr uint64_t
CountBitsByByte(uint64_t word)
{
    word -= (word >> 1) & 0x5555555555555555;
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
    return (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
}

/// @return number of set bits. Inline arithmetic: without -mpopcnt std::popcount is a call.
constexpr uint32_t
CountBits(uint64_t word)
{
    return static_cast<uint32_t>((CountBitsByByte(word) * 0x0101010101010101) >> 56);
}

/**
 * @ingroup ports
 * Broadword select: no branch, no table, no machine instruction beyond multiplication.
 * Source: S. Vigna, "Broadword implementation of rank/select queries", WEA 2008, algorithm 2.
 * @param word not 0
 * @param rank 0 to CountBits(word) - 1
 * @return index of the set bit with that many set bits below it
 */
constexpr uint32_t
SelectBit(uint64_t word, uint32_t rank)
{
    constexpr uint64_t ONES = 0x0101010101010101;
    constexpr uint64_t HIGHS = 0x8080808080808080;
    // Byte i of sums: set bits in bytes 0 to i. A byte lies below the wanted one if its sum <=
    // rank.
    const uint64_t sums = CountBitsByByte(word) * ONES;
    const uint64_t bytesBelow = (((rank * ONES) | HIGHS) - sums) & HIGHS;
    const uint64_t shift = 8 * (((bytesBelow >> 7) * ONES) >> 56);
    const uint64_t rest = rank - (((sums << 8) >> shift) & 0xff);
    // The same once more with the bits of that byte spread over eight bytes.
    const uint64_t spread = (((word >> shift) & 0xff) * ONES) & 0x8040201008040201;
    const uint64_t bits = (spread + 0x7f7f7f7f7f7f7f7f) & HIGHS;
    const uint64_t bitSums = (bits >> 7) * ONES;
    const uint64_t bitsBelow = (((rest * ONES) | HIGHS) - bitSums) & HIGHS;
    return static_cast<uint32_t>(shift + (((bitsBelow >> 7) * ONES) >> 56));
}

} // namespace bindstorm

#endif // BINDSTORM_SELECT_BIT_H
