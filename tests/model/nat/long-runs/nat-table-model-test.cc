/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-pair.h"

#include "model/base/draw-source.h"

// Sequences of packets, rules and pauses on the real table and on one without any cleverness. Each
// step must get the same answer; which port was chosen may differ, but it must have been free, and
// refused only when none was.

namespace bindstorm
{

namespace
{

/// @return draws of their own stream
NatSteps
StepsOf(RandomEngine& engine)
{
    return [&engine](uint32_t bound)
    {
        WorkCounters work;
        return DrawSource(engine, work).DrawBelow(bound);
    };
}

/// 10,000 sequences of 60 steps, each on a table of its own.
TEST(NatTableModel, EveryAnswerIsThatOfATableWithoutCleverness)
{
    for (uint64_t seed = 1; seed <= 10'000; ++seed)
    {
        const auto engine =
            CreateRandomEngine(ComponentSpec("mt19937_64"), {seed, 0, "table", "steps"});
        const NatConfig config = AnyNatConfig(StepsOf(*engine));
        NatPair pair(config, seed, StepsOf(*engine));
        for (int step = 0; step < 60; ++step)
        {
            const std::string difference = pair.Step();
            ASSERT_EQ(difference, "")
                << "seed " << seed << ", step " << step << ", " << config.index.ToString() << ", "
                << config.housekeeping.ToString() << ", overload " << config.overload
                << ", hairpin " << config.hairpin << ", limit " << config.maxLinks;
        }
    }
}

} // namespace

} // namespace bindstorm
