/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_P_VALUE_METHOD_H
#define BINDSTORM_P_VALUE_METHOD_H

#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup analysis
 * Where a p-value comes from, or why there is none (then it is NaN and enters no correction).
 */
enum class PValueMethod : uint8_t
{
    NO_DATA,        ///< nothing was drawn
    NOT_TESTED,     ///< one cell only, too few draws, or a law that does not hold here
    CHI_SQUARE,     ///< chi-square law; every expected count is at least 5
    EXACT_MOMENTS,  ///< shifted gamma law with the statistic's exact first three moments
    MARTINGALE,     ///< shifted gamma law with the moments under changing occupancy
    EXACT_BINOMIAL, ///< binomial tails
    NORMAL,         ///< normal tails
    IMPOSSIBLE,     ///< something happened whose chance is zero: p = 0
};

/// @return the method in a few words for a table
std::string_view GetText(PValueMethod method);

} // namespace bindstorm

#endif // BINDSTORM_P_VALUE_METHOD_H
