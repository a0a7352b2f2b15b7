/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SERIAL_TESTS_H
#define BINDSTORM_SERIAL_TESTS_H

#include "serial-counts.h"
#include "uniformity-test.h"

#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Tests of independence of successive ports, for static occupancy: there successive draws of a
 * sound allocator are independent. (Under churn they are not, whoever chooses: the port just given
 * is busy, and free ports pile up in places. Feed SerialCounts with the rank of the port among the
 * free ports instead, scaled to a fixed range, and those ranks are independent again.)
 *
 * - "successive sixteenths": chi-square of the 16 x 16 table against the product of its margins,
 *   (rows - 1)(columns - 1) degrees of freedom; from 5 pairs a cell on average.
 * - "successive parities": the same for 2 x 2; from 40 pairs on.
 * - "lag-1 correlation": z = r sqrt(N), two-sided; from 100 pairs on.
 * - "repeats": pairs of equal ports, binomial with chance sum p^2, two-sided.
 * - "small steps": pairs 1 to 16 apart mod the range, binomial with the chance that two independent
 *   draws are, two-sided; for ranges of at least 128 ports.
 *
 * @param counts the pairs
 * @param expected expected counts of the ports of the same range, in any unit; 0: not exposed
 * @return the five tests in this order. O(ports)
 * @throws ConfigError when `expected` has not one value per port of the range
 */
std::vector<UniformityTest> TestSerial(const SerialCounts& counts,
                                       std::span<const double> expected);

} // namespace bindstorm

#endif // BINDSTORM_SERIAL_TESTS_H
