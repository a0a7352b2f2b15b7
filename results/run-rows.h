/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RUN_ROWS_H
#define BINDSTORM_RUN_ROWS_H

#include "stored-run.h"

#include <optional>
#include <string>
#include <vector>

// What the store keeps of runs, as functions on an open database. They throw SQLite::Exception and
// DamagedData; transactions are the caller's.

namespace SQLite
{
class Database;
} // namespace SQLite

namespace bindstorm
{

/**
 * @ingroup results
 * A run brought to the form of its rows. Compressing and hashing happen here, before the lock.
 */
struct PreparedRun
{
    struct Column
    {
        std::string name;
        std::string type;
        std::size_t count;
        std::string data; ///< compressed
    };

    struct Table
    {
        std::string name;
        std::size_t rows;
        std::vector<Column> columns;
    };

    std::string identity;
    std::string specHash;
    std::string contentHash;
    std::vector<Metric> metrics;
    std::vector<Table> tables;
};

/**
 * @ingroup results
 * @throws std::invalid_argument when the run cannot be stored: columns of one table that differ in
 *         length, a name that occurs twice, a sim without digest or another kind with one, a seed
 *         or run beyond 2^63 - 1, a wall time that is no number
 */
PreparedRun PrepareRun(const NewRun& run);

/// @ingroup results
/// @return the row of the run with that identity
std::optional<RunId> SelectRunId(SQLite::Database& database, const std::string& identity);

/// @ingroup results
/// Inserts a run whose identity is not there yet with everything that belongs to it.
RunId InsertRun(SQLite::Database& database, const NewRun& run, const PreparedRun& prepared);

/// @ingroup results
/// @return the run, or nothing
std::optional<StoredRun> SelectRun(SQLite::Database& database, RunId id);

/// @ingroup results
/// @return the metrics of a run, as they were given
std::vector<Metric> SelectMetrics(SQLite::Database& database, RunId id);

/// @ingroup results
/// @return names of the tables of a run, as they were given
std::vector<std::string> SelectTableNames(SQLite::Database& database, RunId id);

/// @ingroup results
/// @return the table, or nothing; decompressed and checked for its length
std::optional<ResultTable> SelectTable(SQLite::Database& database,
                                       RunId id,
                                       const std::string& name);

} // namespace bindstorm

#endif // BINDSTORM_RUN_ROWS_H
