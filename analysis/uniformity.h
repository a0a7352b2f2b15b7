/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNIFORMITY_H
#define BINDSTORM_UNIFORMITY_H

#include "density-spread.h"
#include "entropy.h"
#include "grouped-exposure.h"
#include "port-exposure.h"
#include "serial-counts.h"
#include "total-variation.h"
#include "uniformity-test.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * What a report is made from. Spans and pointers must stay valid during the call only.
 */
struct UniformityInput
{
    uint16_t low{0};
    uint16_t high{0};
    std::span<const uint64_t> observed; ///< one per port, from low
    std::span<const double> expected;   ///< as many; empty: all ports equally likely
    std::span<const double> variance;   ///< as many; needed unless isStatic
    bool isStatic{true};                ///< see PortExposure::IsStatic()
    std::span<const GroupTotals>
        groups; ///< GroupedExposure::Totals(); needed by groupings unless isStatic
    const SerialCounts* serial{nullptr}; ///< no serial tests without
    uint64_t outside{0};                 ///< draws outside the range or of ports not free
};

/**
 * @ingroup analysis
 * Whether ports were drawn as if every free one had been equally likely, and how far from it.
 */
struct UniformityReport
{
    uint16_t low{0};
    uint16_t high{0};
    uint64_t samples{0};
    uint64_t outside{0};
    bool isStatic{true};
    std::vector<UniformityTest> tests;
    double familywiseLevel{0}; ///< chance of any false rejection, at most
    double pOverall{0};        ///< least corrected p-value; NaN when nothing could be tested
    bool isRejected{false};    ///< pOverall at or below familywiseLevel
    std::string worst; ///< the test with the least p-value, the one of fewest cells if several
    TotalVariation totalVariation;
    DensitySpread ports;      ///< cells are ports from low
    DensitySpread bins64;     ///< 64 equal bins of the range
    DensitySpread sixteenths; ///< 16 equal bins of the range
    EntropyEstimate entropy;
    double evenShare{0};         ///< share of even port numbers
    double evenShareExpected{0}; ///< of the hypothesis
    bool hasSerial{false};
    double lagOneCorrelation{0}; ///< also under churn, where it is not tested
    double riseShare{0};         ///< share of pairs in which the port rises
    bool isMonotone{false};
};

/**
 * @ingroup analysis
 * Runs the battery: each standard grouping (see Grouping::Standard), the whole range, its evenness
 * (counts too equal for chance; from 31 exposed ports on) and, with static occupancy, the serial
 * tests (see TestSerial), all corrected together by Holm's method.
 *
 * With static occupancy the groupings are tested by ChiSquare (two cells: exact binomial), under
 * churn by ChurnStatistic. A grouping with a single exposed cell, or one that does not join any
 * ports, is left out. Without draws there is no p-value and no rejection. O(ports).
 * @param input the counts
 * @param familywiseLevel chance of rejecting a sound allocator, between 0 and 1
 * @throws ConfigError when lengths do not fit the range, totals of observed and expected differ,
 *         variances are missing under churn, or the level is not between 0 and 1
 */
UniformityReport MeasureUniformity(const UniformityInput& input, double familywiseLevel = 0.001);

/**
 * @ingroup analysis
 * The same from accumulators of one run.
 * @param exposure the ports
 * @param groups fed with the same events, or null
 * @param serial the successive ports, or null
 */
UniformityReport MeasureUniformity(const PortExposure& exposure,
                                   const GroupedExposure* groups,
                                   const SerialCounts* serial,
                                   double familywiseLevel = 0.001);

} // namespace bindstorm

#endif // BINDSTORM_UNIFORMITY_H
