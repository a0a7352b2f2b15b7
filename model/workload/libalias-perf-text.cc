/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-perf-text.h"

#include <fmt/core.h>

namespace bindstorm
{

namespace
{

/// What stands where there was nothing to measure.
constexpr const char* NO_FIGURE = "------";

double
SecondsOf(NatTime time)
{
    return std::chrono::duration<double>(time).count();
}

std::string
FormatRow(const LibaliasPerfResult::Row& row)
{
    std::string text = fmt::format("{:3} {:6.1f} ", row.round, SecondsOf(row.second));
    for (const int64_t mean : row.means)
    {
        if (mean == LibaliasPerfResult::NOT_DONE)
        {
            return text;
        }
        text += mean == LibaliasPerfResult::NO_PACKET
                    ? fmt::format("{} ", NO_FIGURE)
                    : fmt::format("{:6.2f} ", static_cast<double>(mean) / 1e6);
    }
    return text + "\n";
}

std::string
FormatCounts(const char* name, const LibaliasPerfResult::Count& count, const char* way)
{
    return fmt::format("{} ok  : {:9}{}\n{} fail: {:9}{}\n",
                       name,
                       count.ok,
                       way,
                       name,
                       count.fail,
                       way);
}

} // namespace

std::string
LibaliasPerfParameters(const LibaliasPerfSettings& settings)
{
    if (settings.isFair)
    {
        return fmt::format("fair: rounds = {}, batch_size = {}, redir_size = {}",
                           settings.rounds,
                           settings.batchSize,
                           settings.redirSize);
    }
    return fmt::format("max_seconds = {:g}, batch_size = {}, random_size = {}, attack_size = {}, "
                       "redir_size = {}",
                       SecondsOf(settings.duration),
                       settings.batchSize,
                       settings.randomSize,
                       settings.attackSize,
                       settings.redirSize);
}

std::string
FormatLibaliasPerf(const LibaliasPerfResult& result, std::optional<NatTime> cleanup)
{
    std::string text = "RND SECOND newNAT RANDOM ATTACK useNAT\n";
    for (const LibaliasPerfResult::Row& row : result.rows)
    {
        text += FormatRow(row);
    }
    const bool isLineOpen = !text.ends_with('\n');
    text += isLineOpen ? "\n\n" : "\n";
    text += fmt::format("Results\n   Rounds  : {:9}\n", result.rounds);
    const auto& counts = result.counts;
    const auto format = [&](PerfKind kind, const char* name, const char* way = "")
    { return FormatCounts(name, counts[static_cast<std::size_t>(kind)], way); };
    text += format(PerfKind::NEW_NAT, "newNAT");
    text += format(PerfKind::USE_NAT_OUT, "useNAT", " (out)");
    text += format(PerfKind::USE_NAT_IN, "useNAT", " (in)");
    text += format(PerfKind::RANDOM, "RANDOM");
    text += format(PerfKind::ATTACK, "ATTACK");
    text += "             ---------\n";
    text += fmt::format("      Total: {:9}\n", result.Total());
    text += fmt::format("\n  Cleanup  : {}\n",
                        cleanup ? fmt::format("{:.2f}s", SecondsOf(*cleanup)) : NO_FIGURE);
    return text;
}

} // namespace bindstorm
