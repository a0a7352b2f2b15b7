/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_WORKLOAD_REPORT_H
#define BINDSTORM_WORKLOAD_REPORT_H

#include <cstdint>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup base
 * What a workload alone knows of its run, beyond what the records of packets say. Whole numbers
 * only.
 */
struct WorkloadReport
{
    struct Count
    {
        std::string name;
        int64_t value;

        bool operator==(const Count&) const = default;
    };

    struct Column
    {
        std::string name;
        std::vector<int64_t> values;

        bool operator==(const Column&) const = default;
    };

    /// Its columns are equally long.
    struct Table
    {
        std::string name;
        std::vector<Column> columns;

        bool operator==(const Table&) const = default;
    };

    std::vector<Count> counts;
    std::vector<Table> tables;
    /// Exchanges that began and had neither succeeded nor failed when the run ended.
    uint64_t unfinished{0};

    bool operator==(const WorkloadReport&) const = default;
};

} // namespace bindstorm

#endif // BINDSTORM_WORKLOAD_REPORT_H
