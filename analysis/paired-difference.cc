/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "paired-difference.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace bindstorm
{

namespace
{

/// @return the mean; written so that equal numbers have exactly that number as their mean
template <class Function>
double
MeanOf(const std::vector<std::pair<double, double>>& pairs, const Function& numberOf)
{
    double mean = 0;
    double count = 0;
    for (const auto& pair : pairs)
    {
        count += 1;
        mean += (numberOf(pair) - mean) / count;
    }
    return mean;
}

double
HalfWidth(const std::vector<std::pair<double, double>>& pairs, double meanDifference)
{
    double squares = 0;
    for (const auto& [before, after] : pairs)
    {
        const double rest = after - before - meanDifference;
        squares += rest * rest;
    }
    const auto count = static_cast<double>(pairs.size());
    const boost::math::students_t student(count - 1);
    const double quantile = boost::math::quantile(boost::math::complement(student, 0.025));
    return quantile * std::sqrt(squares / (count - 1) / count);
}

} // namespace

PairedDifference
ComparePairs(const std::vector<std::pair<double, double>>& pairs)
{
    PairedDifference result;
    std::vector<std::pair<double, double>> finite;
    for (const auto& [before, after] : pairs)
    {
        if (!std::isfinite(before) || !std::isfinite(after))
        {
            ++result.leftOut;
            continue;
        }
        finite.emplace_back(before, after);
        result.risen += after > before ? 1 : 0;
        result.fallen += after < before ? 1 : 0;
        result.equal += after == before ? 1 : 0;
    }
    result.pairs = finite.size();
    result.meanBefore = MeanOf(finite, [](const auto& pair) { return pair.first; });
    result.meanAfter = MeanOf(finite, [](const auto& pair) { return pair.second; });
    result.meanDifference =
        MeanOf(finite, [](const auto& pair) { return pair.second - pair.first; });
    if (finite.size() >= 2)
    {
        result.halfWidth = HalfWidth(finite, result.meanDifference);
    }
    if (result.meanBefore != 0)
    {
        result.relativeChange = result.meanDifference / result.meanBefore;
    }
    return result;
}

} // namespace bindstorm
