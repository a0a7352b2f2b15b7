/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PAIRED_DIFFERENCE_H
#define BINDSTORM_PAIRED_DIFFERENCE_H

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Two measurements of each of several things, one before and one after a change.
 */
struct PairedDifference
{
    std::size_t pairs{0};   ///< pairs of finite numbers, on which the rest stands
    std::size_t leftOut{0}; ///< pairs with a number that is infinite or none
    double meanBefore{0};
    double meanAfter{0};
    double meanDifference{0}; ///< after - before
    /// Half the width of the 95 % interval around meanDifference by Student's t; nothing for fewer
    /// than two pairs. Exact for normal differences, near for many pairs of others; 0 where all
    /// differences are equal.
    std::optional<double> halfWidth;
    std::optional<double> relativeChange; ///< meanDifference / meanBefore; nothing for a mean of 0
    std::size_t risen{0};
    std::size_t fallen{0};
    std::size_t equal{0};
};

/// @ingroup analysis
/// @param pairs before and after, in any order; O(pairs)
PairedDifference ComparePairs(const std::vector<std::pair<double, double>>& pairs);

} // namespace bindstorm

#endif // BINDSTORM_PAIRED_DIFFERENCE_H
