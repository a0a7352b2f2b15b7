/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_PERF_REPORT_H
#define BINDSTORM_LIBALIAS_PERF_REPORT_H

#include "libalias-perf-result.h"
#include "libalias-perf-settings.h"

#include "model/base/workload-report.h"

namespace bindstorm
{

/**
 * @ingroup workload
 * One performance test of the libalias reviews: what was asked for, and what came out.
 */
struct LibaliasPerfRun
{
    LibaliasPerfSettings settings;
    LibaliasPerfResult result;

    /**
     * Counts: rounds, total, new_nat_ok, new_nat_fail, use_nat_out_ok and so on for each PerfKind;
     * new_nat_ps, random_ps, attack_ps, use_nat_ps, the mean of a packet over all rounds (left out
     * when there is none). Tables: "rounds" with columns round, second_ns, new_nat_ps, random_ps,
     * attack_ps, use_nat_ps; "totals" with one row, the settings and the counts of packets.
     */
    WorkloadReport ToReport() const;

    /**
     * The way back from the two tables; the sums of the phases are not in them.
     * @throws ConfigError when a column is missing or too short
     */
    static LibaliasPerfRun FromTables(const WorkloadReport::Table& rounds,
                                      const WorkloadReport::Table& totals);
};

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_PERF_REPORT_H
