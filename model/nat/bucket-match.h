/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BUCKET_MATCH_H
#define BINDSTORM_BUCKET_MATCH_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup nat
 * Eight slots in a cache line. A slot is a tag of 36 bits, of which the lowest is set, over the
 * place of a link in 28 bits; an empty one is 0.
 */
struct alignas(64) LinkBucket
{
    static constexpr std::size_t SLOTS = 8;
    static constexpr unsigned ID_BITS = 28;
    static constexpr uint64_t ID_MASK = (uint64_t{1} << ID_BITS) - 1;

    uint64_t slots[SLOTS];
};

/// @ingroup nat
/// @return bit i is set when slot i has the tag; 0 asks for empty slots
/// @param tag in its place: shifted left by ID_BITS
using BucketMatch = uint32_t (*)(const LinkBucket& bucket, uint64_t tag);

/// @ingroup nat
struct BucketMatchInfo
{
    std::string_view name;
    BucketMatch match;
};

/// @ingroup nat
/// @return the ways that this processor knows, the fastest first; the last one is plain C++
std::span<const BucketMatchInfo> GetBucketMatches();

} // namespace bindstorm

#endif // BINDSTORM_BUCKET_MATCH_H
