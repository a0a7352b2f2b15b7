/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HOLM_H
#define BINDSTORM_HOLM_H

#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Holm's step-down correction (1979): rejecting each test whose adjusted p-value is at most a level
 * keeps the chance of any false rejection at or below that level, however the tests depend on each
 * other.
 * @param pValues one per test; NaN marks a test that was not made and does not count
 * @return adjusted p-values in the same order; NaN stays NaN. O(n log n)
 * @throws ConfigError for a value outside 0 to 1
 */
std::vector<double> Holm(std::span<const double> pValues);

} // namespace bindstorm

#endif // BINDSTORM_HOLM_H
