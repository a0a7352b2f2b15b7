/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "experiment-rows.h"

#include "sha256.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <nlohmann/json.hpp>

namespace bindstorm
{

namespace
{

/// An object whose keys keep the order of the scenario file.
std::string
ParametersToJson(const RunParameters& parameters)
{
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    for (const auto& [name, value] : parameters)
    {
        object[name] = value;
    }
    return object.dump();
}

RunParameters
ParametersFromJson(const std::string& text)
{
    RunParameters parameters;
    const auto object = nlohmann::ordered_json::parse(text);
    for (const auto& [name, value] : object.items())
    {
        parameters.emplace_back(name, value.get<std::string>());
    }
    return parameters;
}

void
InsertPlannedRuns(SQLite::Database& database,
                  ExperimentId id,
                  const std::vector<ExperimentPlan::Run>& runs)
{
    SQLite::Statement insert(database, "INSERT INTO planned_runs VALUES (?, ?, ?, ?)");
    int64_t ordinal = 0;
    for (const ExperimentPlan::Run& planned : runs)
    {
        insert.reset();
        SQLite::bind(insert, id, ordinal++, planned.identity, ParametersToJson(planned.parameters));
        insert.exec();
    }
}

} // namespace

ExperimentId
InsertOrFindExperiment(SQLite::Database& database,
                       const ExperimentPlan& plan,
                       const std::string& now)
{
    const std::string identity = plan.Identity();
    SQLite::Statement find(database,
                           "UPDATE experiments SET begun_at = ? WHERE identity = ? RETURNING id");
    SQLite::bind(find, now, identity);
    if (find.executeStep())
    {
        const ExperimentId found = find.getColumn(0).getInt64();
        // The update is complete only when the statement has come to its end.
        find.executeStep();
        return found;
    }
    SQLite::Statement insert(database,
                             "INSERT INTO experiments (identity, name, scenario_path, "
                             "scenario_text, scenario_hash, title, question, created_at, begun_at) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert,
                 identity,
                 plan.name,
                 plan.scenarioPath,
                 plan.scenarioText,
                 Sha256(plan.scenarioText),
                 plan.title,
                 plan.question,
                 now,
                 now);
    insert.exec();
    const ExperimentId id = database.getLastInsertRowid();
    InsertPlannedRuns(database, id, plan.runs);
    return id;
}

void
MarkExperimentFinished(SQLite::Database& database, ExperimentId id, const std::string& now)
{
    SQLite::Statement update(
        database,
        "UPDATE experiments SET finished_at = ? WHERE id = ? AND finished_at IS NULL");
    SQLite::bind(update, now, id);
    update.exec();
}

std::vector<StoredExperiment>
SelectExperiments(SQLite::Database& database, std::optional<ExperimentId> id)
{
    SQLite::Statement row(
        database,
        "SELECT id, identity, name, scenario_path, scenario_text, title, question, created_at, "
        "begun_at, finished_at, (SELECT count(*) FROM experiment_runs WHERE experiment = e.id), "
        "(SELECT count(run) FROM experiment_runs WHERE experiment = e.id) "
        "FROM experiments AS e WHERE id = coalesce(?, id) ORDER BY id");
    if (id)
    {
        row.bind(1, *id);
    }
    const auto text = [&row](int column) { return row.getColumn(column).getString(); };
    std::vector<StoredExperiment> experiments;
    while (row.executeStep())
    {
        experiments.push_back(
            {row.getColumn(0).getInt64(),
             text(1),
             text(2),
             text(3),
             text(4),
             text(5),
             text(6),
             text(7),
             text(8),
             row.getColumn(9).isNull() ? std::nullopt : std::optional<std::string>(text(9)),
             static_cast<uint64_t>(row.getColumn(10).getInt64()),
             static_cast<uint64_t>(row.getColumn(11).getInt64())});
    }
    return experiments;
}

std::vector<ExperimentRun>
SelectExperimentRuns(SQLite::Database& database, ExperimentId id)
{
    // One statement, so that all that is seen was there at one instant.
    SQLite::Statement row(
        database,
        "SELECT p.ordinal, p.identity, p.parameters, p.run, coalesce(p.digest, ''), m.name, "
        "m.value FROM experiment_runs AS p LEFT JOIN metrics AS m ON m.run = p.run "
        "WHERE p.experiment = ? ORDER BY p.ordinal, m.ordinal");
    row.bind(1, id);
    std::vector<ExperimentRun> runs;
    while (row.executeStep())
    {
        const auto ordinal = static_cast<uint64_t>(row.getColumn(0).getInt64());
        if (runs.empty() || runs.back().ordinal != ordinal)
        {
            runs.push_back({ordinal,
                            row.getColumn(1).getString(),
                            ParametersFromJson(row.getColumn(2).getString()),
                            row.getColumn(3).isNull()
                                ? std::nullopt
                                : std::optional<RunId>(row.getColumn(3).getInt64()),
                            row.getColumn(4).getString(),
                            {}});
        }
        if (!row.getColumn(5).isNull())
        {
            runs.back().metrics.push_back(
                {row.getColumn(5).getString(), row.getColumn(6).getDouble()});
        }
    }
    return runs;
}

} // namespace bindstorm
