/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "forged-answer.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bindstorm
{

double
ForgeryProbability(double likeliestPort, uint64_t forgeries, uint64_t windows)
{
    if (!(likeliestPort >= 0 && likeliestPort <= 1))
    {
        throw ConfigError(
            fmt::format("share {} of the likeliest port is not 0 to 1", likeliestPort));
    }
    constexpr double QUERY_IDS = 65536;
    if (windows == 0)
    {
        return 0;
    }
    const double hit = std::min(1.0, static_cast<double>(forgeries) / QUERY_IDS * likeliestPort);
    // Chances of a millionth are what a resolver is after: 1 - (1 - p)^n would lose their digits.
    return -std::expm1(static_cast<double>(windows) * std::log1p(-hit));
}

} // namespace bindstorm
