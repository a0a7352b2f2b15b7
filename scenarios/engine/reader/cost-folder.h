/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COST_FOLDER_H
#define BINDSTORM_COST_FOLDER_H

#include "cost-table-reader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Folders in which cost tables are looked for, in this order: "costs" beside the folder of the
 * scenario, "costs" beside the scenario, and "costs" in the folder that the environment variable
 * BINDSTORM_SCENARIOS names, where it is set. They need not exist.
 * @param scenario path of the scenario file
 */
std::vector<std::filesystem::path> CostFolders(const std::filesystem::path& scenario);

/**
 * @ingroup engine
 * @param costs the name of a table, or a path from the folder of the scenario when it holds '/' or
 *        ends with ".toml"
 * @param scenario path of the scenario file
 * @return path of the table's file, which exists
 * @throws ConfigError when there is no such table: where it was looked for, and the nearest name
 */
std::filesystem::path FindCostTable(const std::string& costs,
                                    const std::filesystem::path& scenario);

/**
 * @ingroup engine
 * @param folder a folder of cost tables; one that does not exist holds none
 * @return its tables, by name
 * @throws ConfigError when one of them cannot be read
 */
std::vector<CostTableFile> ListCostTables(const std::filesystem::path& folder);

} // namespace bindstorm

#endif // BINDSTORM_COST_FOLDER_H
