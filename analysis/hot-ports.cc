/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "hot-ports.h"

#include "special-tails.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace bindstorm
{

std::vector<HotPort>
FindHotPorts(std::span<const uint64_t> observed,
             std::span<const double> expected,
             double familywiseLevel)
{
    if (observed.size() != expected.size() || !(familywiseLevel > 0 && familywiseLevel <= 0.1))
    {
        throw ConfigError(fmt::format("hot ports of {} observed and {} expected counts at level {}",
                                      observed.size(),
                                      expected.size(),
                                      familywiseLevel));
    }
    const uint64_t draws = std::accumulate(observed.begin(), observed.end(), uint64_t{0});
    const auto tested = static_cast<double>(
        std::count_if(expected.begin(), expected.end(), [](double value) { return value > 0; }));
    std::vector<HotPort> hot;
    for (size_t i = 0; i < observed.size(); ++i)
    {
        const auto count = static_cast<double>(observed[i]);
        // A count not above its mean is 0 or has a tail above 1/4 (Greenberg and Mohri 2014), so
        // there is no tail to evaluate.
        if (count > expected[i])
        {
            const double chance = std::min(1.0, expected[i] / static_cast<double>(draws));
            const double adjusted =
                std::min(1.0, tested * BinomialUpperTail(observed[i], draws, chance));
            if (adjusted <= familywiseLevel)
            {
                hot.push_back({i, observed[i], expected[i], adjusted});
            }
        }
    }
    return hot;
}

} // namespace bindstorm
