/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "store-schema.h"

#include "store-error.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <string>

namespace bindstorm
{

namespace
{

/// Results are tied to what was planned by identity, not by row, so that a run counts for every
/// experiment that needs it, whichever stored it and whenever.
constexpr const char* SCHEMA = R"sql(
CREATE TABLE experiments (
    id            INTEGER PRIMARY KEY,
    identity      TEXT NOT NULL UNIQUE,
    name          TEXT NOT NULL,
    scenario_path TEXT NOT NULL,
    scenario_text TEXT NOT NULL,
    scenario_hash TEXT NOT NULL,
    title         TEXT NOT NULL,
    question      TEXT NOT NULL,
    created_at    TEXT NOT NULL,
    begun_at      TEXT NOT NULL,
    finished_at   TEXT
) STRICT;

CREATE TABLE runs (
    id           INTEGER PRIMARY KEY,
    identity     TEXT NOT NULL UNIQUE,
    kind         TEXT NOT NULL CHECK (kind IN ('sim', 'bench', 'probe', 'check')),
    spec         TEXT NOT NULL,
    spec_hash    TEXT NOT NULL,
    seed         INTEGER NOT NULL CHECK (seed >= 0),
    run          INTEGER NOT NULL CHECK (run >= 0),
    digest       TEXT CHECK ((kind = 'sim') = (digest IS NOT NULL)),
    content_hash TEXT NOT NULL,
    version      TEXT NOT NULL,
    commit_hash  TEXT NOT NULL,
    dirty        INTEGER NOT NULL CHECK (dirty IN (0, 1)),
    changes      TEXT NOT NULL,
    plugins      TEXT NOT NULL,
    compiler     TEXT NOT NULL,
    build_type   TEXT NOT NULL,
    libraries    TEXT NOT NULL,
    machine      TEXT NOT NULL,
    started_at   TEXT NOT NULL,
    wall_seconds REAL NOT NULL
) STRICT;
CREATE INDEX runs_by_spec ON runs (spec_hash);

CREATE TABLE planned_runs (
    experiment INTEGER NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL CHECK (ordinal >= 0),
    identity   TEXT NOT NULL,
    parameters TEXT NOT NULL,
    PRIMARY KEY (experiment, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX planned_runs_by_identity ON planned_runs (identity);

CREATE TABLE metrics (
    run     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name    TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    value   REAL NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    run     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name    TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    rows    INTEGER NOT NULL CHECK (rows >= 0),
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE columns (
    run        INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    name       TEXT NOT NULL,
    ordinal    INTEGER NOT NULL,
    type       TEXT NOT NULL CHECK (type IN ('i8', 'f8')),
    count      INTEGER NOT NULL CHECK (count >= 0),
    data       BLOB NOT NULL,
    PRIMARY KEY (run, table_name, name),
    FOREIGN KEY (run, table_name) REFERENCES tables (run, name) ON DELETE CASCADE
) STRICT;

CREATE VIEW experiment_runs AS
    SELECT planned_runs.experiment, planned_runs.ordinal, runs.id AS run, planned_runs.parameters,
           planned_runs.identity, runs.digest
    FROM planned_runs LEFT JOIN runs USING (identity);
)sql";

enum class Content
{
    STORE,
    NOTHING
};

/// @return whether the file is a store or empty; everything else is refused. Looks more than once,
/// so the caller must be in a transaction.
Content
Recognize(SQLite::Database& database, const std::filesystem::path& path)
{
    const int32_t id = database.execAndGet("PRAGMA application_id").getInt();
    const int32_t version = database.execAndGet("PRAGMA user_version").getInt();
    if (id == STORE_APPLICATION_ID)
    {
        if (version > STORE_VERSION)
        {
            throw StoreError(path,
                             "is a store of version " + std::to_string(version) +
                                 ", this program knows versions up to " +
                                 std::to_string(STORE_VERSION) + "; use a newer bindstorm");
        }
        if (version < 1)
        {
            throw StoreError(path, "has no valid store version and is damaged");
        }
        return Content::STORE;
    }
    const bool isEmpty = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (id != 0 || version != 0 || !isEmpty)
    {
        throw StoreError(path, "is a database of another program, not a result store");
    }
    return Content::NOTHING;
}

/// Recognizes what the file was at one instant: another process may be making the tables right now.
Content
RecognizeUnlocked(SQLite::Database& database, const std::filesystem::path& path)
{
    SQLite::Transaction snapshot(database);
    const Content content = Recognize(database, path);
    snapshot.commit();
    return content;
}

void
CreateTables(SQLite::Database& database, const std::filesystem::path& path)
{
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    // Another process may have been faster between the first look and the lock.
    if (Recognize(database, path) == Content::NOTHING)
    {
        database.exec(SCHEMA);
        database.exec("PRAGMA application_id = " + std::to_string(STORE_APPLICATION_ID));
        database.exec("PRAGMA user_version = " + std::to_string(STORE_VERSION));
    }
    transaction.commit();
}

std::unique_ptr<SQLite::Database>
Open(const std::filesystem::path& path, int flags)
{
    // Asked of the file system and not by opening the file: closing a second descriptor would drop
    // the locks that this process holds on it (https://sqlite.org/howtocorrupt.html, 2.2).
    if (std::filesystem::is_directory(path))
    {
        throw StoreError(path, "is a folder, not a result store");
    }
    auto database =
        std::make_unique<SQLite::Database>(path.string(),
                                           flags,
                                           static_cast<int>(STORE_BUSY_TIMEOUT.count()));
    database->exec("PRAGMA foreign_keys = ON");
    database->exec("PRAGMA trusted_schema = OFF");
    return database;
}

} // namespace

std::unique_ptr<SQLite::Database>
OpenStoreForWriting(const std::filesystem::path& path)
{
    const std::filesystem::path folder = path.parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder))
    {
        throw StoreError(path, "cannot be made: there is no folder " + folder.string());
    }
    auto database = Open(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    // SQLite opens a protected file to read only and says nothing.
    if (sqlite3_db_readonly(database->getHandle(), "main") == 1)
    {
        throw StoreError(path, "must not be written by this user");
    }
    if (RecognizeUnlocked(*database, path) == Content::NOTHING)
    {
        CreateTables(*database, path);
    }
    // The setting is kept in the file; a visitor may have changed it.
    if (database->execAndGet("PRAGMA journal_mode").getString() != "delete")
    {
        database->exec("PRAGMA journal_mode = DELETE");
    }
    database->exec("PRAGMA synchronous = FULL");
    return database;
}

std::unique_ptr<SQLite::Database>
OpenStoreForReading(const std::filesystem::path& path)
{
    if (!std::filesystem::exists(path))
    {
        throw StoreError(path, "there is no such file");
    }
    auto database = Open(path, SQLite::OPEN_READWRITE);
    if (RecognizeUnlocked(*database, path) == Content::NOTHING)
    {
        throw StoreError(path, "is empty, not a result store");
    }
    database->exec("PRAGMA query_only = ON");
    return database;
}

} // namespace bindstorm
