/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DENSITY_SPREAD_H
#define BINDSTORM_DENSITY_SPREAD_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace bindstorm
{

/**
 * @ingroup analysis
 * How far the relative densities O/E of ports or groups lie apart.
 */
struct DensitySpread
{
    size_t cells{0}; ///< cells compared
    double least{0}; ///< smallest O/E
    double greatest{0};
    size_t leastAt{0}; ///< its cell
    size_t greatestAt{0};
    double leastCorrected{1};    ///< the same after shrinking
    double greatestCorrected{1}; ///< the same after shrinking
    double trueDeviation{0};     ///< standard deviation of the densities without counting noise
};

/**
 * @ingroup analysis
 * Extremes of O/E, raw and with counting noise taken out.
 *
 * The extremes of many noisy densities differ even when the true ones do not. What sum (O - E)^2
 * exceeds sum V, divided by sum E^2, estimates the variance t^2 of the true densities (under churn
 * too, where dividing by each E would not: see ChurnStatistic). It counts only when above thrice
 * its own standard error, so that a uniform allocator nearly always has a corrected max:min of
 * exactly
 * 1. Each density is then shrunk towards 1 by t^2 / (t^2 + V/E^2) (empirical Bayes). That lessens
 * the noise of extremes without removing it, and pulls in a few cells far off among many ordinary
 * ones; both vanish with many draws a cell.
 * Cells with less than a tenth of the mean expectation, such as ports that were free for a moment
 * only, are left out: one hit there has a density of thousands.
 * @param observed counts
 * @param expected counts, as many
 * @param variance V of each cell, or empty: E (1 - E/N)
 * @return `cells` is 0 when nothing was drawn. O(cells)
 */
DensitySpread MeasureDensitySpread(std::span<const uint64_t> observed,
                                   std::span<const double> expected,
                                   std::span<const double> variance);

} // namespace bindstorm

#endif // BINDSTORM_DENSITY_SPREAD_H
