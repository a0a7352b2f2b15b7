/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORKLOAD_REPORTS_H
#define BINDSTORM_WORKLOAD_REPORTS_H

#include "model/base/workload-report.h"
#include "results/run-result.h"

#include <cstdint>
#include <map>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * What workloads told of themselves, as metrics and tables BOX.WORKLOAD.NAME; of the second
 * workload of that name, which a replica has, BOX.WORKLOAD_2.NAME and so on.
 */
class WorkloadReports
{
  public:
    /// @param name of box and workload, "nat.perf"
    void Add(const std::string& name, const WorkloadReport& report);

    /// In the order in which they came.
    void Report(RunResult& result) const;

  private:
    std::map<std::string, uint32_t> m_count; ///< by name
    RunResult m_result;
};

} // namespace bindstorm

#endif // BINDSTORM_WORKLOAD_REPORTS_H
