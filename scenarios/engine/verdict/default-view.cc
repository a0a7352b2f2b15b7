/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "default-view.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace bindstorm
{

namespace
{

/// The last words of a metric, and what its column is called.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> WANTED{
    {{".ports.p_value", "p"},
     {".bind.count", "binds"},
     {".bind.node_visits_per_op", "node visits"},
     {".bind.p50_ns", "p50"},
     {".bind.p99_ns", "p99"},
     {".frame.count", "frames"},
     {".frame.late", "late"},
     {".frame.p99_ns", "frame p99"},
     {".no_drop_pps", "no drop, /s"},
     {".establishment_pps", "connections/s"},
     {".throughput_pps", "throughput, /s"},
     {".tear_down_per_second", "torn down/s"},
     {".capacity", "capacity"},
     {".success", "success"},
     {".offered_load", "load"},
     {".rtt.p99_ns", "rtt p99"},
     {".node_visits_per_packet", "visits"},
     {".end.links", "links"}}};

/// @return the metrics that end so, in the order in which runs have them
std::vector<std::string>
FindMetrics(const std::vector<FinishedRun>& runs, std::string_view ending)
{
    std::set<std::string> names;
    for (const FinishedRun& run : runs)
    {
        for (const auto& [name, value] : run.metrics)
        {
            if (name.ends_with(ending))
            {
                names.insert(name);
            }
        }
    }
    return {names.begin(), names.end()};
}

} // namespace

ResultView
DefaultView(const std::vector<FinishedRun>& runs)
{
    ResultView view;
    view.title = "Runs";
    for (const auto& [ending, heading] : WANTED)
    {
        const std::vector<std::string> metrics = FindMetrics(runs, ending);
        for (const std::string& metric : metrics)
        {
            const std::string owner = metric.substr(0, metric.size() - ending.size());
            view.columns.push_back(
                {metric, (metrics.size() > 1 ? owner + " " : "") + std::string(heading)});
        }
    }
    return view;
}

} // namespace bindstorm
