/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STORE_GUARD_H
#define BINDSTORM_STORE_GUARD_H

#include "store-error.h"

#include <SQLiteCpp/Exception.h>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace bindstorm
{

/// @ingroup results
/// @return the error as a sentence about the store
StoreError ToStoreError(const std::filesystem::path& path, const SQLite::Exception& error);

/**
 * @ingroup results
 * Calls a function on a store and turns whatever it meets there into a StoreError with the path.
 */
template <class Function>
auto
WithStoreErrors(const std::filesystem::path& path, const Function& function)
{
    try
    {
        return function();
    }
    catch (const SQLite::Exception& error)
    {
        throw ToStoreError(path, error);
    }
    catch (const DamagedData& error)
    {
        throw StoreError(path, std::string("is damaged: ") + error.what());
    }
    catch (const nlohmann::json::exception& error)
    {
        throw StoreError(path, std::string("is damaged: ") + error.what());
    }
    catch (const std::filesystem::filesystem_error& error)
    {
        throw StoreError(path, "cannot be opened: " + error.code().message());
    }
}

} // namespace bindstorm

#endif // BINDSTORM_STORE_GUARD_H
