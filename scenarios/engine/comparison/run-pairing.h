/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_PAIRING_H
#define BINDSTORM_RUN_PAIRING_H

#include "compared-sides.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Which runs of two sides belong together.
 */
struct RunPairing
{
    struct Pair
    {
        const ComparedRun* before;
        const ComparedRun* after;
        RunParameters parameters; ///< that both have; without the one in which the sides differ
    };

    std::string by; ///< what paired runs have in common, e.g. "equal specifications"
    std::vector<Pair> pairs;
    std::vector<const ComparedRun*> unmatchedBefore;
    std::vector<const ComparedRun*> unmatchedAfter;
};

/**
 * @ingroup engine
 * Pairs the runs of two sides: those of two values of a parameter when all else is equal; otherwise
 * those of equal specification, and when there are none, those of equal parameters (of experiments
 * of equal name where a side has several). Of several runs that are equal in this way the one
 * stored last counts.
 * @param sides must outlive what is returned
 * @throws ConfigError when nothing pairs, with what was looked for
 */
RunPairing PairRuns(const ComparedSides& sides);

} // namespace bindstorm

#endif // BINDSTORM_RUN_PAIRING_H
