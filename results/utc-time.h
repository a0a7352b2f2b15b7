/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UTC_TIME_H
#define BINDSTORM_UTC_TIME_H

#include <chrono>
#include <string>

namespace bindstorm
{

/**
 * @ingroup results
 * @return e.g. "2026-11-30T19:16:03.042Z" (ISO 8601, UTC, whole milliseconds rounded down): texts
 *         sort as the times do
 */
std::string FormatUtc(std::chrono::system_clock::time_point time);

/// @ingroup results
/// @return the present time, from the real clock: for columns that no result depends on
std::string UtcNow();

} // namespace bindstorm

#endif // BINDSTORM_UTC_TIME_H
