/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "holm.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

std::vector<double>
Holm(std::span<const double> pValues)
{
    std::vector<double> adjusted(pValues.begin(), pValues.end());
    std::vector<size_t> order;
    for (size_t i = 0; i < pValues.size(); ++i)
    {
        if (pValues[i] < 0 || pValues[i] > 1)
        {
            throw ConfigError(fmt::format("p-value {} is not between 0 and 1", pValues[i]));
        }
        if (!std::isnan(pValues[i]))
        {
            order.push_back(i);
        }
    }
    std::stable_sort(order.begin(),
                     order.end(),
                     [&](size_t left, size_t right) { return pValues[left] < pValues[right]; });
    double largest = 0;
    for (size_t rank = 0; rank < order.size(); ++rank)
    {
        const double scaled = pValues[order[rank]] * static_cast<double>(order.size() - rank);
        largest = std::max(largest, std::min(1.0, scaled));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

} // namespace bindstorm
