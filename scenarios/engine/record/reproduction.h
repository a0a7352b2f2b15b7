/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_REPRODUCTION_H
#define BINDSTORM_REPRODUCTION_H

#include "results/result-store.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A stored run beside the same run, done again by this program.
 */
struct Reproduction
{
    StoredRun stored{};
    Provenance now{};   ///< of this program, with the plug-ins that the run uses here
    std::string digest; ///< as found now
    /// See DescribeDifferences(); empty where all numbers are equal.
    std::vector<std::string> differences;
    std::size_t metrics{0}; ///< numbers compared
    std::size_t tables{0};
    /// Whether this program writes the specification as the other one did. Where it does not, it
    /// knows settings that the other did not, and took their defaults.
    bool isSameText{true};
    std::string error; ///< why there is no result; empty when there is one

    /// @return whether digest and all numbers are equal
    bool IsEqual() const;
};

/**
 * @ingroup engine
 * Does a stored run again, from what the store says of it and nothing else, in a process of its
 * own.
 * @throws ConfigError for a run of a kind that cannot be repeated, or a specification that this
 *         program cannot read
 * @throws StoreError when there is no such run, or its stored numbers are damaged
 */
Reproduction ReproduceRun(const ResultStore& store, RunId id);

} // namespace bindstorm

#endif // BINDSTORM_REPRODUCTION_H
