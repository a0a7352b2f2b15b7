/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "workload-reports.h"

#include <fmt/format.h>

namespace bindstorm
{

void
WorkloadReports::Add(const std::string& name, const WorkloadReport& report)
{
    const uint32_t place = ++m_count[name];
    const std::string prefix = place == 1 ? name : fmt::format("{}_{}", name, place);
    for (const WorkloadReport::Count& count : report.counts)
    {
        m_result.metrics.push_back({prefix + "." + count.name, static_cast<double>(count.value)});
    }
    for (const WorkloadReport::Table& table : report.tables)
    {
        ResultTable& made = m_result.tables.emplace_back();
        made.name = prefix + "." + table.name;
        for (const WorkloadReport::Column& column : table.columns)
        {
            made.columns.push_back({column.name, column.values, {}});
        }
    }
}

void
WorkloadReports::Report(RunResult& result) const
{
    result.metrics.insert(result.metrics.end(), m_result.metrics.begin(), m_result.metrics.end());
    result.tables.insert(result.tables.end(), m_result.tables.begin(), m_result.tables.end());
}

} // namespace bindstorm
