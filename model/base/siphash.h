/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SIPHASH_H
#define BINDSTORM_SIPHASH_H

#include "hash-key.h"

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace bindstorm
{

/**
 * @ingroup base
 * SipHash-c-d (Aumasson and Bernstein, 2012) of a message of whole words: a pseudorandom function,
 * for tables that are looked at by whoever fills them.
 * @tparam COMPRESSION rounds for each word: 1 or 2
 * @tparam FINALIZATION rounds at the end: 3 or 4
 * @param words the message, each word as eight bytes of it are read in little-endian order
 */
template <int COMPRESSION, int FINALIZATION>
constexpr uint64_t
SipHash(const HashKey& key, std::initializer_list<uint64_t> words)
{
    uint64_t v0 = key.first ^ 0x736f6d6570736575;
    uint64_t v1 = key.second ^ 0x646f72616e646f6d;
    uint64_t v2 = key.first ^ 0x6c7967656e657261;
    uint64_t v3 = key.second ^ 0x7465646279746573;
    const auto rounds = [&](int number)
    {
        for (int round = 0; round < number; ++round)
        {
            v0 += v1;
            v1 = std::rotl(v1, 13) ^ v0;
            v0 = std::rotl(v0, 32);
            v2 += v3;
            v3 = std::rotl(v3, 16) ^ v2;
            v0 += v3;
            v3 = std::rotl(v3, 21) ^ v0;
            v2 += v1;
            v1 = std::rotl(v1, 17) ^ v2;
            v2 = std::rotl(v2, 32);
        }
    };
    const auto compress = [&](uint64_t word)
    {
        v3 ^= word;
        rounds(COMPRESSION);
        v0 ^= word;
    };
    for (const uint64_t word : words)
    {
        compress(word);
    }
    compress(uint64_t{words.size() * 8} << 56);
    v2 ^= 0xff;
    rounds(FINALIZATION);
    return v0 ^ v1 ^ v2 ^ v3;
}

} // namespace bindstorm

#endif // BINDSTORM_SIPHASH_H
