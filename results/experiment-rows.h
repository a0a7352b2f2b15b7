/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPERIMENT_ROWS_H
#define BINDSTORM_EXPERIMENT_ROWS_H

#include "stored-run.h"

#include <optional>
#include <string>
#include <vector>

// What the store keeps of experiments, as functions on an open database. They throw
// SQLite::Exception and nlohmann::json::exception; transactions are the caller's.

namespace SQLite
{
class Database;
} // namespace SQLite

namespace bindstorm
{

/// @ingroup results
/// Inserts the experiment with its planned runs, or finds the one of equal identity.
ExperimentId InsertOrFindExperiment(SQLite::Database& database,
                                    const ExperimentPlan& plan,
                                    const std::string& now);

/// @ingroup results
/// Notes when an experiment was finished, once.
void MarkExperimentFinished(SQLite::Database& database, ExperimentId id, const std::string& now);

/// @ingroup results
/// @return all experiments, the oldest first; or the one of that row, if it exists
std::vector<StoredExperiment> SelectExperiments(SQLite::Database& database,
                                                std::optional<ExperimentId> id);

/// @ingroup results
/// @return the planned runs of an experiment in the order of the scenario, with metrics where done
std::vector<ExperimentRun> SelectExperimentRuns(SQLite::Database& database, ExperimentId id);

} // namespace bindstorm

#endif // BINDSTORM_EXPERIMENT_ROWS_H
