/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "unfinished-run.h"

#include <algorithm>
#include <fmt/core.h>

namespace bindstorm
{

bool
MatchesSelection(const RunParameters& parameters, const Selection& selection)
{
    return std::ranges::all_of(
        selection,
        [&parameters](const auto& entry)
        {
            const auto found =
                std::ranges::find(parameters, entry.first, &RunParameters::value_type::first);
            return found != parameters.end() && found->second == entry.second;
        });
}

std::vector<UnfinishedRun>
GetUnfinishedRuns(const std::vector<ExperimentRun>& runs, const std::set<uint64_t>& failed)
{
    std::vector<UnfinishedRun> unfinished;
    for (const ExperimentRun& run : runs)
    {
        if (!run.run)
        {
            unfinished.push_back({run.parameters, failed.contains(run.ordinal)});
        }
    }
    return unfinished;
}

std::string
DescribeNoRun(const std::vector<UnfinishedRun>& unfinished, const Selection& where)
{
    std::size_t selected = 0;
    std::size_t failed = 0;
    for (const UnfinishedRun& run : unfinished)
    {
        if (MatchesSelection(run.parameters, where))
        {
            ++selected;
            failed += run.hasFailed ? 1 : 0;
        }
    }
    if (selected == 0)
    {
        return "no run is selected";
    }
    const char* const word = where.empty() ? "" : "selected ";
    if (selected == 1)
    {
        return fmt::format("the {}run {}", word, failed == 1 ? "failed" : "is not done");
    }
    if (failed == selected)
    {
        return fmt::format("all {} {}runs failed", selected, word);
    }
    return fmt::format("none of the {} {}runs is done", selected, word) +
           (failed > 0 ? fmt::format(", {} failed", failed) : "");
}

} // namespace bindstorm
