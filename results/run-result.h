/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_RESULT_H
#define BINDSTORM_RUN_RESULT_H

#include <cstdint>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup results
 * One number of a run, e.g. "server.bind.p99_ns".
 */
struct Metric
{
    std::string name;
    double value;

    bool operator==(const Metric&) const = default;
};

/**
 * @ingroup results
 * A table of equally long columns, e.g. port counts or a latency histogram.
 */
struct ResultTable
{
    /// A column holds either whole numbers or floating-point ones.
    struct Column
    {
        std::string name;
        std::vector<int64_t> integers;
        std::vector<double> reals;

        bool operator==(const Column&) const = default;
    };

    std::string name; ///< "server.ports", "server.bind.latency", "server.series"
    std::vector<Column> columns;

    bool operator==(const ResultTable&) const = default;
};

/**
 * @ingroup results
 * Everything that one run brought.
 */
struct RunResult
{
    std::string digest; ///< SHA-256 in hexadecimal; empty for kinds other than sim
    std::vector<Metric> metrics;
    std::vector<ResultTable> tables;
    double wallSeconds{0}; ///< not reproducible, never part of a digest

    bool operator==(const RunResult&) const = default;
};

} // namespace bindstorm

#endif // BINDSTORM_RUN_RESULT_H
