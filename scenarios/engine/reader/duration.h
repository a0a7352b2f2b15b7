/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_DURATION_H
#define BINDSTORM_DURATION_H

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup engine
 * Reads a duration exactly: decimal arithmetic on the text, no floating point.
 * @param text a decimal number and one of ns, us, ms, s, min, h: "1.001 s", "0.5 ms", "10s"
 * @return whole nanoseconds
 * @throws ConfigError for another form, a part of a nanosecond, or more than 2^63 - 1 ns
 */
std::chrono::nanoseconds ParseDuration(std::string_view text);

/**
 * @ingroup engine
 * @param text as ParseDuration(), and also ps: "0.5 ns" and "500 ps" are the same
 * @return whole picoseconds
 * @throws ConfigError for another form, a part of a picosecond, or more than 2^63 - 1 ps
 */
uint64_t ParsePicoseconds(std::string_view text);

/**
 * @ingroup engine
 * @param duration not negative
 * @return the one canonical text: the greatest of s, ms, us, ns that leaves a number of at least 1,
 *         without zeros at the end ("1.001 s"); "0 s" for nothing. ParseDuration() reads it back.
 */
std::string FormatDuration(std::chrono::nanoseconds duration);

/// @ingroup engine
/// @return as FormatDuration(), with ns and ps for the small ones
std::string FormatPicoseconds(uint64_t picoseconds);

} // namespace bindstorm

#endif // BINDSTORM_DURATION_H
