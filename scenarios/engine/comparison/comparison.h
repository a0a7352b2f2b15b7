/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARISON_H
#define BINDSTORM_COMPARISON_H

#include "run-pairing.h"

#include "analysis/paired-difference.h"

#include <cstddef>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * One metric of the pairs of a section.
 */
struct ComparedMetric
{
    std::string name;
    PairedDifference difference; ///< over the pairs of which both runs have the metric
};

/**
 * @ingroup engine
 * Pairs of runs that are alike except for seed and replication.
 */
struct ComparisonSection
{
    RunParameters where; ///< what distinguishes this section from the others; empty: all pairs
    std::size_t pairs{0};
    std::size_t identical{0}; ///< pairs with equal digests
    std::vector<ComparedMetric> metrics;
};

/// @ingroup engine
/// More combinations than this are shown as one.
inline constexpr std::size_t MOST_COMPARISON_SECTIONS = 12;

/**
 * @ingroup engine
 * @param pairing of those sides
 * @param wanted names of metrics, or what follows a '.' in them; without, those that most want to
 *        know of: uniformity, work and time of bind(), failures, late frames
 * @throws ConfigError for a metric that no pair has, with the nearest name
 */
std::vector<ComparisonSection> CompareMetrics(const RunPairing& pairing,
                                              const std::vector<std::string>& wanted);

/// @ingroup engine
/// @return number of combinations of parameters other than seed and run among the pairs
std::size_t CountCombinations(const RunPairing& pairing);

} // namespace bindstorm

#endif // BINDSTORM_COMPARISON_H
