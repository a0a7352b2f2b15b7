/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STORE_CHECK_H
#define BINDSTORM_STORE_CHECK_H

#include "result-store.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup results
 * Does the work of ResultStore::CheckIntegrity().
 * @param store the store
 * @param database its open database
 * @return a sentence for each fault
 */
std::vector<std::string> CheckStore(const ResultStore& store, SQLite::Database& database);

} // namespace bindstorm

#endif // BINDSTORM_STORE_CHECK_H
