/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "result-store.h"

#include "experiment-rows.h"
#include "run-rows.h"
#include "store-check.h"
#include "store-guard.h"
#include "store-schema.h"
#include "utc-time.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace bindstorm
{

ResultStore::ResultStore(std::filesystem::path path, std::unique_ptr<SQLite::Database> database)
    : m_path(std::move(path)),
      m_database(std::move(database))
{
}

ResultStore::ResultStore(ResultStore&&) noexcept = default;
ResultStore& ResultStore::operator=(ResultStore&&) noexcept = default;
ResultStore::~ResultStore() = default;

template <class Function>
auto
ResultStore::Try(const Function& function) const
{
    return WithStoreErrors(m_path, function);
}

ResultStore
ResultStore::OpenForWriting(const std::filesystem::path& path)
{
    return {path, WithStoreErrors(path, [&] { return OpenStoreForWriting(path); })};
}

ResultStore
ResultStore::OpenForReading(const std::filesystem::path& path)
{
    return {path, WithStoreErrors(path, [&] { return OpenStoreForReading(path); })};
}

const std::filesystem::path&
ResultStore::GetPath() const
{
    return m_path;
}

ExperimentId
ResultStore::BeginExperiment(const ExperimentPlan& plan)
{
    return Try(
        [&]
        {
            SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
            const ExperimentId id = InsertOrFindExperiment(*m_database, plan, UtcNow());
            transaction.commit();
            return id;
        });
}

std::optional<RunId>
ResultStore::FindRun(const std::string& identity) const
{
    return Try([&] { return SelectRunId(*m_database, identity); });
}

RunId
ResultStore::AddRun(const NewRun& run)
{
    const PreparedRun prepared = PrepareRun(run);
    return Try(
        [&]
        {
            SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
            const std::optional<RunId> present = SelectRunId(*m_database, prepared.identity);
            if (present)
            {
                const std::string digest = SelectRun(*m_database, *present).value().digest;
                if (digest != run.result.digest)
                {
                    throw StoreError(m_path,
                                     "run " + std::to_string(*present) + " has digest " + digest +
                                         ", now the same run gave " + run.result.digest +
                                         ": it is not deterministic");
                }
                return *present;
            }
            const RunId id = InsertRun(*m_database, run, prepared);
            transaction.commit();
            return id;
        });
}

void
ResultStore::FinishExperiment(ExperimentId id)
{
    Try(
        [&]
        {
            SQLite::Transaction transaction(*m_database, SQLite::TransactionBehavior::IMMEDIATE);
            const StoredExperiment experiment = GetExperiment(id);
            if (experiment.done != experiment.planned)
            {
                throw StoreError(m_path,
                                 "experiment " + std::to_string(id) + " has " +
                                     std::to_string(experiment.done) + " of " +
                                     std::to_string(experiment.planned) + " runs");
            }
            MarkExperimentFinished(*m_database, id, UtcNow());
            transaction.commit();
        });
}

std::vector<StoredExperiment>
ResultStore::ListExperiments() const
{
    return Try([&] { return SelectExperiments(*m_database, std::nullopt); });
}

StoredExperiment
ResultStore::GetExperiment(ExperimentId id) const
{
    auto found = Try([&] { return SelectExperiments(*m_database, id); });
    if (found.empty())
    {
        throw StoreError(m_path, "there is no experiment " + std::to_string(id));
    }
    return std::move(found.front());
}

std::vector<ExperimentRun>
ResultStore::GetRuns(ExperimentId id) const
{
    return Try([&] { return SelectExperimentRuns(*m_database, id); });
}

StoredRun
ResultStore::GetRun(RunId id) const
{
    auto found = Try([&] { return SelectRun(*m_database, id); });
    if (!found)
    {
        throw StoreError(m_path, "there is no run " + std::to_string(id));
    }
    return std::move(*found);
}

std::vector<std::string>
ResultStore::GetTableNames(RunId id) const
{
    return Try([&] { return SelectTableNames(*m_database, id); });
}

std::optional<ResultTable>
ResultStore::GetTable(RunId id, const std::string& name) const
{
    return Try([&] { return SelectTable(*m_database, id, name); });
}

RunResult
ResultStore::GetResult(RunId id) const
{
    const StoredRun run = GetRun(id);
    return Try(
        [&]
        {
            RunResult result{run.digest, SelectMetrics(*m_database, id), {}, run.wallSeconds};
            for (const std::string& name : SelectTableNames(*m_database, id))
            {
                result.tables.push_back(SelectTable(*m_database, id, name).value());
            }
            return result;
        });
}

std::vector<std::string>
ResultStore::CheckIntegrity() const
{
    return Try([&] { return CheckStore(*this, *m_database); });
}

} // namespace bindstorm
