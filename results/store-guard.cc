/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "store-guard.h"

#include <sqlite3.h>
#include <string>

namespace bindstorm
{

StoreError
ToStoreError(const std::filesystem::path& path, const SQLite::Exception& error)
{
    const std::string detail = std::string(" (SQLite: ") + error.what() + ")";
    switch (error.getErrorCode() & 0xFF)
    {
    case SQLITE_NOTADB:
        return {path, "is not a result store" + detail};
    case SQLITE_CORRUPT:
        return {path, "is damaged or cut short" + detail};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {path, "is kept locked by another program" + detail};
    case SQLITE_READONLY:
        return {path, "must not be written" + detail};
    case SQLITE_CANTOPEN:
        return {path, "cannot be opened" + detail};
    case SQLITE_FULL:
        return {path, "cannot be written, the disk is full" + detail};
    case SQLITE_IOERR:
        return {path, "cannot be read or written" + detail};
    default:
        return {path, std::string("SQLite: ") + error.what()};
    }
}

} // namespace bindstorm
