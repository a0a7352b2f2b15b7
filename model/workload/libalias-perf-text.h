/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_PERF_TEXT_H
#define BINDSTORM_LIBALIAS_PERF_TEXT_H

#include "libalias-perf-report.h"

#include <optional>
#include <string>

namespace bindstorm
{

/// @ingroup workload
/// @return the settings in a line, by the names that the reviews' program has for them
std::string LibaliasPerfParameters(const LibaliasPerfSettings& settings);

/**
 * @ingroup workload
 * What the reviews' program prints, character by character: a line a round with times in
 * microseconds, of which the last is not complete when the time was over in it, and the totals.
 * @param cleanup how long it took to destroy the table; none: not measured, as in a simulation,
 *        where that costs nothing
 */
std::string FormatLibaliasPerf(const LibaliasPerfResult& result,
                               std::optional<NatTime> cleanup = std::nullopt);

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_PERF_TEXT_H
