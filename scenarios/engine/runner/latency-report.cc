/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "latency-report.h"

#include <array>
#include <utility>

namespace bindstorm
{

void
ReportLatency(const std::string& name, const LatencyHistogram& latency, RunResult& result)
{
    if (latency.GetCount() == 0)
    {
        return;
    }
    auto add = [&](const std::string& metric, double value) {
        result.metrics.push_back({name + "." + metric, value});
    };
    add("mean_ns", *latency.GetMean());
    add("min_ns", static_cast<double>(*latency.GetMin()));
    add("max_ns", static_cast<double>(*latency.GetMax()));
    constexpr std::array<std::pair<const char*, double>, 4> QUANTILES{
        {{"p50_ns", 0.5}, {"p90_ns", 0.9}, {"p99_ns", 0.99}, {"p999_ns", 0.999}}};
    for (const auto& [metric, share] : QUANTILES)
    {
        add(metric, static_cast<double>(latency.Quantile(share)->upper));
    }
    ResultTable table{name + ".latency",
                      {{"lower_ns", {}, {}}, {"upper_ns", {}, {}}, {"count", {}, {}}}};
    for (const LatencyBin& bin : latency.Bins())
    {
        table.columns[0].integers.push_back(bin.lower);
        table.columns[1].integers.push_back(bin.upper);
        table.columns[2].integers.push_back(static_cast<int64_t>(bin.count));
    }
    result.tables.push_back(std::move(table));
}

} // namespace bindstorm
