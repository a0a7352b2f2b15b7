/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_QUANTITY_TEXT_H
#define BINDSTORM_QUANTITY_TEXT_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * @param number any; infinite ones become "inf"
 * @param digits significant ones of numbers with a fraction, at least 1
 * @return "28,233", "0.8684", "220.6", "1.3e-17": whole numbers in full below 10^15
 */
std::string FormatNumber(double number, int digits = 4);

/**
 * @ingroup engine
 * @param nanoseconds any
 * @param digits significant ones, at least 1
 * @return with the greatest unit that leaves at least one of it: "2.257 ms", "3.000 s"; whole
 *         nanoseconds below 1000 as they are: "80 ns"
 */
std::string FormatTime(double nanoseconds, int digits = 4);

/// @ingroup engine
/// @return "1 run", "2 runs"
std::string FormatCount(std::size_t count, const std::string& what);

/// @ingroup engine
/// @return nanoseconds in one "ns", "us", "ms" or "s"; nothing for other units
std::optional<double> NanosecondsIn(const std::string& unit);

/// @ingroup engine
/// Numbers that stand below each other; nothing where there is none.
using NumberColumn = std::vector<std::optional<double>>;

/**
 * @ingroup engine
 * @return texts with one number of decimals, such that each shows three digits at least and the
 *         greatest four; as FormatNumber() where all are whole or they are too far apart; "-" for
 *         nothing
 */
std::vector<std::string> FormatColumn(const NumberColumn& numbers);

/// @ingroup engine
/// @return whether a metric is a probability, of which 0 means less than a double can hold
bool IsProbability(const std::string& metric);

/// @ingroup engine
/// @return as FormatColumn(), but "< 1e-300" for what is too small for a double
std::vector<std::string> FormatProbabilities(const NumberColumn& numbers);

/// @ingroup engine
/// @return as FormatTime(), "-" for nothing
std::vector<std::string> FormatTimes(const NumberColumn& nanoseconds);

} // namespace bindstorm

#endif // BINDSTORM_QUANTITY_TEXT_H
