/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_VERIFICATION_H
#define BINDSTORM_VERIFICATION_H

#include "reference-digests.h"

#include "results/result-store.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A run that is not what the reference says.
 */
struct DigestDifference
{
    std::string parameters;
    std::optional<std::size_t> ordinal; ///< in the scenario, from 0; nothing: it has no such run
    std::string expected;               ///< empty: the reference has no such run
    std::string found;                  ///< empty: it was not run, or failed
    std::string error;                  ///< why it failed
};

/**
 * @ingroup engine
 * What became of one scenario.
 */
struct Verification
{
    std::vector<ReferenceScenario::Run> runs; ///< as found, in the order of the scenario
    std::size_t equal{0};
    std::vector<DigestDifference> differences;

    /// @return whether a run ended without a result
    bool HasFailed() const;
};

/**
 * @ingroup engine
 * How a scenario is to be verified.
 */
struct VerificationOptions
{
    unsigned jobs{1};            ///< processes at a time
    ResultStore* store{nullptr}; ///< where the runs go; without, nothing is written anywhere
    /// Told as runs end: ended, in all. May be empty.
    std::function<void(std::size_t done, std::size_t all)> onProgress;
};

/**
 * @ingroup engine
 * Runs all of a scenario and compares digests, run by run as their parameters say. With a store,
 * what it holds already is taken from there.
 * @param scenario read with the overrides of the reference
 * @param reference what is expected
 */
Verification VerifyScenario(const Scenario& scenario,
                            const ReferenceScenario& reference,
                            const VerificationOptions& options);

} // namespace bindstorm

#endif // BINDSTORM_VERIFICATION_H
