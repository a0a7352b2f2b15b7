/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STORE_SCHEMA_H
#define BINDSTORM_STORE_SCHEMA_H

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace SQLite
{
class Database;
} // namespace SQLite

namespace bindstorm
{

/// @ingroup results
/// What tells a store from any other SQLite file: "BSTM" in the file's application id.
inline constexpr int32_t STORE_APPLICATION_ID = 0x4253544D;

/// @ingroup results
/// Version of the schema that this program writes and reads, in the file's user version.
inline constexpr int32_t STORE_VERSION = 1;

/// @ingroup results
/// How long to wait for another program that is writing the same store.
inline constexpr std::chrono::milliseconds STORE_BUSY_TIMEOUT{60'000};

/**
 * @ingroup results
 * Opens a store to write and read, makes it when the file is absent or empty. Any number of
 * processes may do so at the same instant: one of them makes the tables, in one transaction.
 * @throws StoreError for a folder, a missing folder, a file that is no store, a store of a newer
 *         version, a file that must not be written
 * @throws SQLite::Exception for what SQLite alone knows, e.g. damage
 */
std::unique_ptr<SQLite::Database> OpenStoreForWriting(const std::filesystem::path& path);

/**
 * @ingroup results
 * Opens a store that exists, to read. What a killed writer left half done is undone first, as
 * SQLite does for every reader that may write the file.
 * @throws as OpenStoreForWriting(), and StoreError for a file that is absent or empty
 */
std::unique_ptr<SQLite::Database> OpenStoreForReading(const std::filesystem::path& path);

} // namespace bindstorm

#endif // BINDSTORM_STORE_SCHEMA_H
