/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COST_TABLE_READER_H
#define BINDSTORM_COST_TABLE_READER_H

#include "config-node.h"

#include "model/base/cost-table.h"

#include <filesystem>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * A cost table with what its file says about it.
 */
struct CostTableFile
{
    std::filesystem::path path;
    std::string title;
    std::string provenance; ///< who measured it, where and how
    CostTable table;        ///< its name is that of the file without ".toml"
};

/**
 * @ingroup engine
 * @param path the TOML file; every operation and every unit of work must have its cost, so that
 *        nothing is free by oversight
 * @throws ConfigError "file:line:column: ..." as ReadScenario()
 */
CostTableFile ReadCostTable(const std::filesystem::path& path);

/// @ingroup engine
/// @param root the tree of such a file
/// @param path what the table is called after; no file is read
CostTableFile ReadCostTable(const ConfigNode& root, const std::filesystem::path& path);

} // namespace bindstorm

#endif // BINDSTORM_COST_TABLE_READER_H
