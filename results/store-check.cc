/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "store-check.h"

#include "content-hash.h"
#include "sha256.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace bindstorm
{

namespace
{

/// @return the fault of a run, or nothing
std::string
CheckRun(const ResultStore& store, RunId id, const std::string& contentHash)
{
    try
    {
        const StoredRun run = store.GetRun(id);
        const Provenance& made = run.provenance;
        if (run.specHash != Sha256(run.spec) ||
            run.identity != RunIdentity(run.kind, run.spec, made.build, made.plugins))
        {
            return "its specification is not the one it was stored with";
        }
        if (contentHash != ContentHash(store.GetResult(id)))
        {
            return "its numbers are not those that were stored";
        }
    }
    catch (const StoreError& error)
    {
        return error.what();
    }
    return {};
}

} // namespace

std::vector<std::string>
CheckStore(const ResultStore& store, SQLite::Database& database)
{
    std::vector<std::string> faults;
    SQLite::Statement check(database, "PRAGMA integrity_check");
    while (check.executeStep())
    {
        if (check.getColumn(0).getString() != "ok")
        {
            faults.push_back("SQLite: " + check.getColumn(0).getString());
        }
    }
    SQLite::Statement keys(database, "PRAGMA foreign_key_check");
    while (keys.executeStep())
    {
        faults.push_back("a row of table " + keys.getColumn(0).getString() +
                         " belongs to a row of " + keys.getColumn(2).getString() +
                         " that is missing");
    }
    SQLite::Statement runs(database, "SELECT id, content_hash FROM runs ORDER BY id");
    while (runs.executeStep())
    {
        const RunId id = runs.getColumn(0).getInt64();
        const std::string fault = CheckRun(store, id, runs.getColumn(1).getString());
        if (!fault.empty())
        {
            faults.push_back("run " + std::to_string(id) + ": " + fault);
        }
    }
    return faults;
}

} // namespace bindstorm
