/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TEST_CHI_SQUARE_H
#define BINDSTORM_TEST_CHI_SQUARE_H

#include <boost/math/distributions/chi_squared.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bindstorm
{

/**
 * Pearson's test against given shares.
 * @param observed counts by cell
 * @param shares of each cell, with any sum; a cell with share 0 must stay empty
 * @return p-value; 0 when an impossible cell was hit. Good where each cell expects 5 or more.
 */
inline double
ChiSquarePValue(std::span<const uint64_t> observed, std::span<const double> shares)
{
    double total = 0;
    double sum = 0;
    for (std::size_t i = 0; i < observed.size(); ++i)
    {
        total += static_cast<double>(observed[i]);
        sum += shares[i];
    }
    double statistic = 0;
    double cells = 0;
    for (std::size_t i = 0; i < observed.size(); ++i)
    {
        const double expected = total * shares[i] / sum;
        const double difference = static_cast<double>(observed[i]) - expected;
        if (shares[i] == 0)
        {
            if (observed[i] != 0)
            {
                return 0;
            }
            continue;
        }
        statistic += difference * difference / expected;
        cells += 1;
    }
    return boost::math::cdf(
        boost::math::complement(boost::math::chi_squared(cells - 1), statistic));
}

/// Pearson's test against equal shares.
inline double
ChiSquarePValue(std::span<const uint64_t> observed)
{
    return ChiSquarePValue(observed, std::vector<double>(observed.size(), 1.0));
}

} // namespace bindstorm

#endif // BINDSTORM_TEST_CHI_SQUARE_H
