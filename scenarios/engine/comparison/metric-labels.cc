/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "metric-labels.h"

#include <fmt/format.h>
#include <map>

namespace bindstorm
{

namespace
{

/// @return a part of a dotted name with its dot, empty when there is none
std::string
PartAt(const std::string& name, std::size_t index)
{
    std::size_t begin = 0;
    for (; index > 0 && begin != std::string::npos; --index)
    {
        begin = name.find('.', begin);
        begin += begin == std::string::npos ? 0 : 1;
    }
    const std::size_t end = begin == std::string::npos ? begin : name.find('.', begin);
    return end == std::string::npos ? "" : name.substr(begin, end + 1 - begin);
}

} // namespace

MetricLabels::MetricLabels(const std::vector<ComparisonSection>& sections)
{
    std::set<std::string> hosts;
    std::map<std::string, std::set<std::string>> workloadsByOperation;
    for (const ComparisonSection& section : sections)
    {
        for (const ComparedMetric& metric : section.metrics)
        {
            hosts.insert(PartAt(metric.name, 0));
            // HOST.ports.NAME has no workload; HOST.WORKLOAD.OPERATION.NAME has.
            const std::string operation = PartAt(metric.name, 2);
            if (!PartAt(metric.name, 1).starts_with("ports") && !operation.empty())
            {
                workloadsByOperation[operation].insert(PartAt(metric.name, 1));
            }
        }
    }
    if (hosts.size() != 1)
    {
        return;
    }
    m_host = *hosts.begin();
    for (const auto& [operation, workloads] : workloadsByOperation)
    {
        if (workloads.size() > 1)
        {
            m_workloads.clear();
            return;
        }
        m_workloads.insert(*workloads.begin());
    }
}

std::string
MetricLabels::Of(const std::string& metric) const
{
    const std::string label = metric.substr(m_host.size());
    const std::string first = PartAt(label, 0);
    return m_workloads.contains(first) ? label.substr(first.size()) : label;
}

std::string
MetricLabels::Explanation() const
{
    if (m_host.empty())
    {
        return "";
    }
    std::string text = " All metrics are of host " + m_host.substr(0, m_host.size() - 1);
    std::vector<std::string> workloads;
    for (const std::string& workload : m_workloads)
    {
        workloads.push_back(workload.substr(0, workload.size() - 1));
    }
    if (!workloads.empty())
    {
        text += fmt::format(", operations of its workload{} {}",
                            workloads.size() == 1 ? "" : "s",
                            fmt::join(workloads, ", "));
    }
    return text + ".";
}

} // namespace bindstorm
