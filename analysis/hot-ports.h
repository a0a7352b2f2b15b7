/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HOT_PORTS_H
#define BINDSTORM_HOT_PORTS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * A port that was drawn more often than chance explains.
 */
struct HotPort
{
    size_t cell{0}; ///< place in the range, from 0
    uint64_t observed{0};
    double expected{0};
    double pAdjusted{0}; ///< binomial upper tail times the number of ports tested
};

/**
 * @ingroup analysis
 * Ports whose binomial upper tail stays significant among all ports tested (Bonferroni).
 * @param observed counts of independent draws
 * @param expected counts, as many
 * @param familywiseLevel chance of a non-empty list when every port has its expected share
 * @return in order of cell. O(ports)
 * @throws ConfigError when lengths differ or the level is not between 0 and 0.1
 */
std::vector<HotPort> FindHotPorts(std::span<const uint64_t> observed,
                                  std::span<const double> expected,
                                  double familywiseLevel);

} // namespace bindstorm

#endif // BINDSTORM_HOT_PORTS_H
