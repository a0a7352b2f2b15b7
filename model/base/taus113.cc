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

constexpr std::array TAUS113{TauswortheComponent{6, 13, 0xFFFFFFFE, 18},
                             TauswortheComponent{2, 27, 0xFFFFFFF8, 2},
                             TauswortheComponent{13, 21, 0xFFFFFFF0, 7},
                             TauswortheComponent{3, 12, 0xFFFFFF80, 13}};
constexpr int WARM_UP = 10; // as in prandom's start at boot

std::unique_ptr<RandomEngine>
CreateTaus113(const ComponentSpec& spec, const StreamSeed& seed)
{
    return SeedTausworthe<TAUS113>(spec, seed, 0, WARM_UP);
}

} // namespace

RandomEngineInfo
DescribeTaus113()
{
    return {"taus113",
            "Four combined Tausworthe registers (L'Ecuyer 1999), prandom of Linux 2013 to 2020.",
            true,
            {{"s1", "", {}, "First state word, 32 bits; taken from the stream unless given."},
             {"s2", "", {}, "Second state word, 32 bits; taken from the stream unless given."},
             {"s3", "", {}, "Third state word, 32 bits; taken from the stream unless given."},
             {"s4", "", {}, "Fourth state word, 32 bits; taken from the stream unless given."}},
            &CreateTaus113};
}

} // namespace bindstorm
