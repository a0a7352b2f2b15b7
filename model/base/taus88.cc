/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "tausworthe.h"

namespace bindstorm
{

namespace
{

constexpr std::array TAUS88{TauswortheComponent{13, 19, 0xFFFFFFFE, 12},
                            TauswortheComponent{2, 25, 0xFFFFFFF8, 4},
                            TauswortheComponent{3, 11, 0xFFFFFFF0, 17}};
constexpr int WARM_UP_TAUS88 = 6; // as in prandom's start at boot

std::unique_ptr<RandomEngine>
CreateTaus88(const ComponentSpec& spec, const StreamSeed& seed)
{
    const uint32_t shortfall = spec.Get("seeding") == "2008" ? 1 : 0;
    return SeedTausworthe<TAUS88>(spec, seed, shortfall, WARM_UP_TAUS88);
}

} // namespace

RandomEngineInfo
DescribeTaus88()
{
    return {"taus88",
            "Three combined Tausworthe registers (L'Ecuyer 1996), net_random() of Linux in 2009.",
            true,
            {{"seeding",
              "corrected",
              {"corrected", "2008"},
              "Smallest seed words: 2, 8, 16 (Linux since 2013), or 1, 7, 15 as in the kernels of "
              "2008 to 2013, which let a register die."},
             {"s1", "", {}, "First state word, 32 bits; taken from the stream unless given."},
             {"s2", "", {}, "Second state word, 32 bits; taken from the stream unless given."},
             {"s3", "", {}, "Third state word, 32 bits; taken from the stream unless given."}},
            &CreateTaus88};
}

} // namespace bindstorm
