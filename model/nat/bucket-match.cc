/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bucket-match.h"

#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#define BINDSTORM_HAS_X86_MATCH
#include <immintrin.h>
#endif

namespace bindstorm
{

namespace
{

uint32_t
MatchScalar(const LinkBucket& bucket, uint64_t tag)
{
    uint32_t found = 0;
    for (std::size_t i = 0; i < LinkBucket::SLOTS; ++i)
    {
        found |= ((bucket.slots[i] ^ tag) >> LinkBucket::ID_BITS == 0 ? 1U : 0U) << i;
    }
    return found;
}

#ifdef BINDSTORM_HAS_X86_MATCH

// Each is compiled for its own instructions and called only where the processor has them, so that
// the build stays one for all processors.

__attribute__((target("avx2"))) uint32_t
MatchAvx2(const LinkBucket& bucket, uint64_t tag)
{
    const __m256i wanted = _mm256_set1_epi64x(static_cast<int64_t>(tag));
    const __m256i mask = _mm256_set1_epi64x(static_cast<int64_t>(~LinkBucket::ID_MASK));
    const auto* slots = reinterpret_cast<const __m256i*>(bucket.slots);
    const auto half = [&](const __m256i* four) __attribute__((target("avx2")))
    {
        const __m256i tags = _mm256_and_si256(_mm256_load_si256(four), mask);
        const __m256i equal = _mm256_cmpeq_epi64(tags, wanted);
        return static_cast<uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
    };
    return half(slots) | half(slots + 1) << 4;
}

__attribute__((target("avx512f"))) uint32_t
MatchAvx512(const LinkBucket& bucket, uint64_t tag)
{
    const __m512i wanted = _mm512_set1_epi64(static_cast<int64_t>(tag));
    const __m512i mask = _mm512_set1_epi64(static_cast<int64_t>(~LinkBucket::ID_MASK));
    const __m512i tags = _mm512_and_si512(_mm512_load_si512(bucket.slots), mask);
    return _mm512_cmpeq_epi64_mask(tags, wanted);
}

#endif

std::vector<BucketMatchInfo>
FindBucketMatches()
{
    std::vector<BucketMatchInfo> all;
#ifdef BINDSTORM_HAS_X86_MATCH
    if (__builtin_cpu_supports("avx512f"))
    {
        all.push_back({"avx512", MatchAvx512});
    }
    if (__builtin_cpu_supports("avx2"))
    {
        all.push_back({"avx2", MatchAvx2});
    }
#endif
    all.push_back({"scalar", MatchScalar});
    return all;
}

} // namespace

std::span<const BucketMatchInfo>
GetBucketMatches()
{
    static const std::vector<BucketMatchInfo> all = FindBucketMatches();
    return all;
}

} // namespace bindstorm
