/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_MULTIPLY_HASH_H
#define BINDSTORM_MULTIPLY_HASH_H

#include "hash-key.h"

#include <cstdint>

namespace bindstorm
{

/// @ingroup base
/// @return both halves of the 128-bit product, one over the other
inline uint64_t
FoldProduct(uint64_t one, uint64_t other)
{
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{one} * other;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

/**
 * @ingroup base
 * A keyed hash of two words by two multiplications (the step of wyhash, Wang Yi, public domain).
 * Fast, and good against whoever does not know the key and sees no hashes; it is no pseudorandom
 * function, as SipHash() is.
 */
inline uint64_t
MultiplyHash(const HashKey& key, uint64_t one, uint64_t other)
{
    constexpr uint64_t ODD = 0x9e3779b97f4a7c15;
    return FoldProduct(FoldProduct(one ^ key.first, other ^ key.second) ^ key.first, ODD);
}

} // namespace bindstorm

#endif // BINDSTORM_MULTIPLY_HASH_H
