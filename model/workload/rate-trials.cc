/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "rate-trials.h"

namespace bindstorm
{

RateTrials::RateTrials(const Settings& settings, const std::string& workload)
    : m_bounds(RateBounds(settings, workload)),
      m_isPoisson(settings.GetText("pace") == "poisson")
{
}

void
RateTrials::Begin(const PassCounts& counts)
{
    m_oneByOne = PerSecond(counts.sent, counts.took);
    m_bounds.first = m_oneByOne / 2;
    m_search.emplace(m_bounds);
}

void
RateTrials::Tell(const PassCounts& counts, bool hasPassed)
{
    m_log.Add(Rate(), counts, hasPassed);
    m_search->Tell(hasPassed);
    if (!hasPassed)
    {
        m_failed = counts;
    }
}

WorkloadReport
RateTrials::Report(const std::string& result,
                   const std::vector<WorkloadReport::Count>& further) const
{
    WorkloadReport report;
    report.counts = {{"finished", IsDone() ? 1 : 0},
                     {"trials", static_cast<int64_t>(m_log.Size())},
                     {"one_by_one_pps", static_cast<int64_t>(m_oneByOne)}};
    if (IsDone())
    {
        report.counts.push_back({result, static_cast<int64_t>(Passed())});
        report.counts.push_back({"failed_pps", static_cast<int64_t>(Failed())});
        report.counts.insert(report.counts.end(), further.begin(), further.end());
        ReportLost(m_failed, report);
        report.tables.push_back(m_log.ToTable());
    }
    return report;
}

} // namespace bindstorm
