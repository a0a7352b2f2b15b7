/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TOTAL_VARIATION_H
#define BINDSTORM_TOTAL_VARIATION_H

#include <cstdint>
#include <span>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Total variation distance between the drawn and the expected shares, with what chance alone makes.
 */
struct TotalVariation
{
    double distance{0};  ///< (1/2) sum |O - E| / N, 0 to 1
    double expected{0};  ///< its mean under the hypothesis; large when draws are few
    double deviation{0}; ///< its standard deviation under the hypothesis, normal approximation
};

/**
 * @ingroup analysis
 * The expectation is (1/2N) sum E|O - E|. Without variances each O is binomial(N, E/N) and De
 * Moivre's formula is exact. With variances (churn) a port with V >= 25 takes the normal
 * sqrt(2V/pi), and others the binomial one. The deviation takes the ports as independent,
 * (1/2N) sqrt((1 - 2/pi) sum V).
 * @param observed counts
 * @param expected counts, as many
 * @param variance V of each port, or empty when occupancy was static
 * @return zeros when nothing was drawn. O(ports)
 */
TotalVariation MeasureTotalVariation(std::span<const uint64_t> observed,
                                     std::span<const double> expected,
                                     std::span<const double> variance);

} // namespace bindstorm

#endif // BINDSTORM_TOTAL_VARIATION_H
