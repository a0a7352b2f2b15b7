/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RESULT_STORE_H
#define BINDSTORM_RESULT_STORE_H

#include "store-error.h"
#include "stored-run.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace SQLite
{
class Database;
} // namespace SQLite

namespace bindstorm
{

/**
 * @ingroup results
 * The results of experiments in one SQLite file. README.md of this folder has the tables.
 *
 * Every change is one transaction: whoever is killed at any moment leaves whole runs only. Several
 * processes may write one store; each waits up to a minute for the others. A run and an experiment
 * have an identity made from what decides them, so that nothing is stored twice and whoever begins
 * again goes on where the last one stopped:
 *
 *     auto store = ResultStore::OpenForWriting("results/local/store.sqlite");
 *     const ExperimentId experiment = store.BeginExperiment(plan);
 *     for (each planned run, in any order, that FindRun() does not know)
 *     {
 *         store.AddRun(...);
 *     }
 *     store.FinishExperiment(experiment);
 *
 * One thread at a time. Must not be used or destroyed in a child made by fork() without exec().
 * Every function throws StoreError when the file cannot be read or written or is damaged.
 */
class ResultStore
{
  public:
    /**
     * Opens a store, or makes it where the file is absent or empty.
     * @throws StoreError for a folder or one that is missing, another kind of file, a newer
     * version, a file that must not be written
     */
    static ResultStore OpenForWriting(const std::filesystem::path& path);

    /**
     * Opens a store that exists. Writing throws StoreError.
     * @throws StoreError as OpenForWriting(), and for a file that is absent or empty
     */
    static ResultStore OpenForReading(const std::filesystem::path& path);

    ResultStore(ResultStore&&) noexcept;
    ResultStore& operator=(ResultStore&&) noexcept;
    ~ResultStore();

    const std::filesystem::path& GetPath() const;

    /**
     * Stores the plan of an experiment, or finds the one with the same name, scenario and runs.
     * @return its row
     */
    ExperimentId BeginExperiment(const ExperimentPlan& plan);

    /// @return the run stored under that identity
    std::optional<RunId> FindRun(const std::string& identity) const;

    /**
     * Stores a run, which thereby counts for every experiment that planned it. When a run of that
     * identity is there already (another process was faster), that one stays.
     * @return its row
     * @throws std::invalid_argument for what cannot be stored, see PrepareRun()
     * @throws StoreError when a sim of that identity is there with another digest: a run that is
     * not deterministic must not pass for one that is
     */
    RunId AddRun(const NewRun& run);

    /**
     * Notes that an experiment is complete.
     * @throws StoreError when it does not exist or runs are missing
     */
    void FinishExperiment(ExperimentId id);

    /// @return all experiments, the oldest first
    std::vector<StoredExperiment> ListExperiments() const;

    /// @throws StoreError when there is none in that row
    StoredExperiment GetExperiment(ExperimentId id) const;

    /// @return its planned runs in the order of the scenario, with metrics where they are done
    std::vector<ExperimentRun> GetRuns(ExperimentId id) const;

    /// @throws StoreError when there is none in that row
    StoredRun GetRun(RunId id) const;

    /// @return names of the tables of a run, as they were given
    std::vector<std::string> GetTableNames(RunId id) const;

    /// @return the table, or nothing when the run has none of that name
    std::optional<ResultTable> GetTable(RunId id, const std::string& name) const;

    /// @return all that the run brought, except metrics that were not a number
    RunResult GetResult(RunId id) const;

    /**
     * Reads everything: SQLite's own check, keys that point nowhere, and for each run its identity
     * and the hash of its content. Takes time and memory as reading every run once, one at a time.
     * @return a sentence for each fault; empty for a sound store
     */
    std::vector<std::string> CheckIntegrity() const;

  private:
    ResultStore(std::filesystem::path path, std::unique_ptr<SQLite::Database> database);

    template <class Function>
    auto Try(const Function& function) const;

    std::filesystem::path m_path;
    std::unique_ptr<SQLite::Database> m_database;
};

} // namespace bindstorm

#endif // BINDSTORM_RESULT_STORE_H
