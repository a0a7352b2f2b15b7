/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "law-summary.h"

#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <limits>
#include <map>

namespace bindstorm
{

LawSummary
SummarizeLaw(const PortLaw& law)
{
    LawSummary summary;
    const auto free = static_cast<double>(law.free.size());
    const double found = 1 - law.failure;
    if (law.free.empty() || found <= 0)
    {
        // No port is ever chosen: there is nothing to speak of.
        constexpr double NONE = std::numeric_limits<double>::quiet_NaN();
        summary.possible = summary.entropy = summary.minEntropy = summary.totalVariation = NONE;
        summary.least = summary.greatest = summary.maxToMin = NONE;
        summary.sixteenths.fill(NONE);
        return summary;
    }
    summary.possible = std::log2(free);
    summary.least = std::numeric_limits<double>::infinity();
    summary.greatest = -1;
    std::array<double, 16> share{};
    std::array<double, 16> even{};
    double largest = 0;
    for (const uint16_t port : law.free)
    {
        const double probability = law.probability[port] / found;
        const double relative = probability * free;
        summary.entropy -= probability > 0 ? probability * std::log2(probability) : 0;
        summary.totalVariation += std::abs(probability - 1 / free) / 2;
        summary.neverChosen += probability > 0 ? 0 : 1;
        largest = std::max(largest, probability);
        if (relative < summary.least)
        {
            summary.least = relative;
            summary.leastAt = port;
        }
        if (relative > summary.greatest)
        {
            summary.greatest = relative;
            summary.greatestAt = port;
        }
        const std::size_t part = std::size_t{16} * (port - law.range.Low()) / law.range.Size();
        share.at(part) += probability;
        even.at(part) += 1 / free;
    }
    summary.minEntropy = std::log2(1 / largest);
    summary.maxToMin = summary.least > 0 ? summary.greatest / summary.least
                                         : std::numeric_limits<double>::infinity();
    for (std::size_t part = 0; part < share.size(); ++part)
    {
        summary.sixteenths.at(part) = share.at(part) / even.at(part);
    }
    return summary;
}

std::pair<std::vector<double>, std::vector<double>>
LawIntervals(const PortLaw& law, double level)
{
    std::pair bounds(law.probability, law.probability);
    if (law.kind != LawKind::ESTIMATE)
    {
        return bounds;
    }
    const double tail = (1 - level) / 2;
    const auto all = static_cast<double>(law.samples);
    // Counts of ports repeat; quantiles of the beta law take their time.
    std::map<uint64_t, std::pair<double, double>> known;
    for (std::size_t port = 0; port < law.counts.size(); ++port)
    {
        const auto [place, isNew] = known.try_emplace(law.counts[port], 0.0, 1.0);
        if (isNew)
        {
            const auto count = static_cast<double>(law.counts[port]);
            using Beta = boost::math::beta_distribution<double>;
            if (count > 0)
            {
                place->second.first = quantile(Beta(count, all - count + 1), tail);
            }
            if (count < all)
            {
                place->second.second = quantile(complement(Beta(count + 1, all - count), tail));
            }
        }
        bounds.first[port] = place->second.first;
        bounds.second[port] = place->second.second;
    }
    return bounds;
}

} // namespace bindstorm
