/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "libalias-style.h"

#include "reference-digests.h"

#include "model/base/component-spec.h"
#include "model/workload/libalias-perf-text.h"

#include <fmt/core.h>
#include <optional>
#include <string_view>

namespace bindstorm
{

namespace
{

constexpr std::string_view ROUNDS = ".rounds";
constexpr std::string_view TOTALS = ".totals";

WorkloadReport::Table
ToReportTable(const ResultTable& table)
{
    WorkloadReport::Table converted{.name = table.name, .columns = {}};
    for (const ResultTable::Column& column : table.columns)
    {
        converted.columns.push_back({column.name, column.integers});
    }
    return converted;
}

/// @return the test whose totals are in the table of that name, if they are
std::optional<LibaliasPerfRun>
FindPerfRun(const ResultStore& store, RunId run, const std::string& totals)
{
    if (!totals.ends_with(TOTALS))
    {
        return std::nullopt;
    }
    const std::string prefix = totals.substr(0, totals.size() - TOTALS.size());
    const auto rounds = store.GetTable(run, prefix + std::string(ROUNDS));
    if (!rounds)
    {
        return std::nullopt;
    }
    return LibaliasPerfRun::FromTables(ToReportTable(*rounds),
                                       ToReportTable(store.GetTable(run, totals).value()));
}

} // namespace

std::string
FormatLibaliasStyle(const ResultStore& store, const std::vector<ExperimentRun>& runs)
{
    std::string text;
    for (const ExperimentRun& run : runs)
    {
        if (!run.run)
        {
            continue;
        }
        for (const std::string& name : store.GetTableNames(*run.run))
        {
            if (const auto test = FindPerfRun(store, *run.run, name))
            {
                text += fmt::format("{}run {}: {}\n{}: {}\n\n{}",
                                    text.empty() ? "" : "\n\n",
                                    *run.run,
                                    ParametersText(run.parameters),
                                    name.substr(0, name.size() - TOTALS.size()),
                                    LibaliasPerfParameters(test->settings),
                                    FormatLibaliasPerf(test->result));
            }
        }
    }
    return text;
}

} // namespace bindstorm
