/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "run-rows.h"

#include "column-codec.h"
#include "content-hash.h"
#include "sha256.h"
#include "store-error.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

namespace bindstorm
{

namespace
{

int64_t
ToStored(uint64_t number, const char* what)
{
    if (number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    {
        throw std::invalid_argument(std::string(what) + " " + std::to_string(number) +
                                    " is beyond 2^63 - 1 and cannot be stored");
    }
    return static_cast<int64_t>(number);
}

void
BindBytes(SQLite::Statement& statement, int index, const std::string& bytes)
{
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    {
        throw std::length_error("a column of " + std::to_string(bytes.size()) +
                                " bytes is too long for SQLite");
    }
    statement.bind(index, bytes.data(), static_cast<int>(bytes.size()));
}

/// Refuses names that occur twice, which could not be told apart when read.
class UniqueNames
{
  public:
    explicit UniqueNames(std::string what)
        : m_what(std::move(what))
    {
    }

    void
    Add(const std::string& name)
    {
        if (!m_names.insert(name).second)
        {
            throw std::invalid_argument(m_what + " '" + name + "' occurs twice in one result");
        }
    }

  private:
    std::string m_what;
    std::set<std::string> m_names;
};

PreparedRun::Table
PrepareTable(const ResultTable& table)
{
    PreparedRun::Table prepared{table.name, 0, {}};
    UniqueNames names("column of " + table.name);
    for (const ResultTable::Column& column : table.columns)
    {
        names.Add(column.name);
        const std::size_t count = SizeOf(column);
        if (!prepared.columns.empty() && count != prepared.rows)
        {
            throw std::invalid_argument("columns of table '" + table.name +
                                        "' differ in length: " + std::to_string(prepared.rows) +
                                        " and " + std::to_string(count));
        }
        prepared.rows = count;
        prepared.columns.push_back(
            {column.name, std::string(NameOf(TypeOf(column))), count, Compress(ToBytes(column))});
    }
    return prepared;
}

void
InsertMetrics(SQLite::Database& database, RunId id, const std::vector<Metric>& metrics)
{
    SQLite::Statement insert(database, "INSERT INTO metrics VALUES (?, ?, ?, ?)");
    int64_t ordinal = 0;
    for (const Metric& metric : metrics)
    {
        insert.reset();
        insert.bind(1, id);
        insert.bind(2, metric.name);
        insert.bind(3, ordinal++);
        insert.bind(4, metric.value);
        insert.exec();
    }
}

void
InsertTables(SQLite::Database& database, RunId id, const std::vector<PreparedRun::Table>& tables)
{
    SQLite::Statement insertTable(database, "INSERT INTO tables VALUES (?, ?, ?, ?)");
    SQLite::Statement insertColumn(database, "INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?, ?)");
    int64_t tableOrdinal = 0;
    for (const PreparedRun::Table& table : tables)
    {
        insertTable.reset();
        insertTable.bind(1, id);
        insertTable.bind(2, table.name);
        insertTable.bind(3, tableOrdinal++);
        insertTable.bind(4, static_cast<int64_t>(table.rows));
        insertTable.exec();
        int64_t ordinal = 0;
        for (const PreparedRun::Column& column : table.columns)
        {
            insertColumn.reset();
            insertColumn.bind(1, id);
            insertColumn.bind(2, table.name);
            insertColumn.bind(3, column.name);
            insertColumn.bind(4, ordinal++);
            insertColumn.bind(5, column.type);
            insertColumn.bind(6, static_cast<int64_t>(column.count));
            BindBytes(insertColumn, 7, column.data);
            insertColumn.exec();
        }
    }
}

RunKind
KindNamed(const std::string& name)
{
    const auto found = std::find(RUN_KIND_NAMES.begin(), RUN_KIND_NAMES.end(), name);
    if (found == RUN_KIND_NAMES.end())
    {
        throw DamagedData("unknown kind of run '" + name + "'");
    }
    return static_cast<RunKind>(found - RUN_KIND_NAMES.begin());
}

std::map<std::string, std::string>
MapFromJson(const std::string& text)
{
    return nlohmann::json::parse(text).get<std::map<std::string, std::string>>();
}

} // namespace

PreparedRun
PrepareRun(const NewRun& run)
{
    if ((run.kind == RunKind::SIM) == run.result.digest.empty())
    {
        throw std::invalid_argument("a run of kind sim needs a digest, and no other kind has one");
    }
    if (!std::isfinite(run.result.wallSeconds))
    {
        throw std::invalid_argument("the wall time of a run is not a number");
    }
    ToStored(run.seed, "seed");
    ToStored(run.run, "run");
    RunResult result = Normalized(run.result);
    PreparedRun prepared{run.Identity(), Sha256(run.spec), ContentHash(result), {}, {}};
    UniqueNames metricNames("metric");
    for (const Metric& metric : result.metrics)
    {
        metricNames.Add(metric.name);
    }
    prepared.metrics = std::move(result.metrics);
    UniqueNames tableNames("table");
    for (const ResultTable& table : result.tables)
    {
        tableNames.Add(table.name);
        prepared.tables.push_back(PrepareTable(table));
    }
    return prepared;
}

std::optional<RunId>
SelectRunId(SQLite::Database& database, const std::string& identity)
{
    SQLite::Statement select(database, "SELECT id FROM runs WHERE identity = ?");
    select.bind(1, identity);
    return select.executeStep() ? std::optional<RunId>(select.getColumn(0).getInt64())
                                : std::nullopt;
}

RunId
InsertRun(SQLite::Database& database, const NewRun& run, const PreparedRun& prepared)
{
    SQLite::Statement insert(
        database,
        "INSERT INTO runs (identity, kind, spec, spec_hash, seed, run, digest, content_hash, "
        "version, commit_hash, dirty, changes, plugins, compiler, build_type, libraries, machine, "
        "started_at, wall_seconds) VALUES (?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?, ?, ?)");
    const Provenance& made = run.provenance;
    SQLite::bind(insert,
                 prepared.identity,
                 std::string(RUN_KIND_NAMES.at(static_cast<std::size_t>(run.kind))),
                 run.spec,
                 prepared.specHash,
                 ToStored(run.seed, "seed"),
                 ToStored(run.run, "run"),
                 run.result.digest,
                 prepared.contentHash,
                 made.build.version,
                 made.build.commit,
                 made.build.isDirty ? 1 : 0,
                 made.build.changes,
                 made.plugins,
                 made.build.compiler,
                 made.build.buildType,
                 nlohmann::json(made.libraries).dump(),
                 nlohmann::json(made.machine).dump(),
                 run.startedAt,
                 run.result.wallSeconds);
    insert.exec();
    const RunId id = database.getLastInsertRowid();
    InsertMetrics(database, id, prepared.metrics);
    InsertTables(database, id, prepared.tables);
    return id;
}

std::optional<StoredRun>
SelectRun(SQLite::Database& database, RunId id)
{
    SQLite::Statement row(
        database,
        "SELECT kind, identity, spec, spec_hash, seed, run, coalesce(digest, ''), version, "
        "commit_hash, dirty, changes, compiler, build_type, plugins, libraries, machine, "
        "started_at, wall_seconds, content_hash FROM runs WHERE id = ?");
    row.bind(1, id);
    if (!row.executeStep())
    {
        return std::nullopt;
    }
    const auto text = [&row](int column) { return row.getColumn(column).getString(); };
    StoredRun run{};
    run.id = id;
    run.kind = KindNamed(text(0));
    run.identity = text(1);
    run.spec = text(2);
    run.specHash = text(3);
    run.seed = static_cast<uint64_t>(row.getColumn(4).getInt64());
    run.run = static_cast<uint64_t>(row.getColumn(5).getInt64());
    run.digest = text(6);
    run.provenance
        .build = {text(7), text(8), row.getColumn(9).getInt() != 0, text(10), text(11), text(12)};
    run.provenance.plugins = text(13);
    run.provenance.libraries = MapFromJson(text(14));
    run.provenance.machine = MapFromJson(text(15));
    run.startedAt = text(16);
    run.wallSeconds = row.getColumn(17).getDouble();
    run.contentHash = text(18);
    return run;
}

std::vector<Metric>
SelectMetrics(SQLite::Database& database, RunId id)
{
    SQLite::Statement row(database,
                          "SELECT name, value FROM metrics WHERE run = ? ORDER BY ordinal");
    row.bind(1, id);
    std::vector<Metric> metrics;
    while (row.executeStep())
    {
        metrics.push_back({row.getColumn(0).getString(), row.getColumn(1).getDouble()});
    }
    return metrics;
}

std::vector<std::string>
SelectTableNames(SQLite::Database& database, RunId id)
{
    SQLite::Statement row(database, "SELECT name FROM tables WHERE run = ? ORDER BY ordinal");
    row.bind(1, id);
    std::vector<std::string> names;
    while (row.executeStep())
    {
        names.push_back(row.getColumn(0).getString());
    }
    return names;
}

std::optional<ResultTable>
SelectTable(SQLite::Database& database, RunId id, const std::string& name)
{
    SQLite::Statement head(database, "SELECT rows FROM tables WHERE run = ? AND name = ?");
    SQLite::bind(head, id, name);
    if (!head.executeStep())
    {
        return std::nullopt;
    }
    const int64_t rows = head.getColumn(0).getInt64();
    SQLite::Statement row(database,
                          "SELECT name, type, count, data FROM columns WHERE run = ? AND "
                          "table_name = ? ORDER BY ordinal");
    SQLite::bind(row, id, name);
    ResultTable table{name, {}};
    while (row.executeStep())
    {
        ResultTable::Column& column = table.columns.emplace_back();
        column.name = row.getColumn(0).getString();
        if (row.getColumn(2).getInt64() != rows)
        {
            throw DamagedData("column '" + column.name + "' of table '" + name +
                              "' has not the length of its table");
        }
        const SQLite::Column data = row.getColumn(3);
        const std::string_view stream(static_cast<const char*>(data.getBlob()),
                                      static_cast<std::size_t>(data.getBytes()));
        FromBytes(Decompress(stream, static_cast<uint64_t>(rows) * 8),
                  ColumnTypeNamed(row.getColumn(1).getString()),
                  column);
    }
    return table;
}

} // namespace bindstorm
