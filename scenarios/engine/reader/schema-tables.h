/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCHEMA_TABLES_H
#define BINDSTORM_SCHEMA_TABLES_H

#include "schema.h"

namespace bindstorm
{

/// @ingroup engine
/// @return a key that must be given and takes any text
inline KeyInfo
TextKey(const std::string& name, const std::string& help, const std::string& example)
{
    return {.setting = {.name = name, .type = SettingType::TEXT, .defaultValue = {}, .help = help},
            .example = example};
}

// The lists that schema.cc joins, one file each.

/// @ingroup engine
/// @return what a run is: the top of the file, hosts, workloads, matrix and measure
std::vector<SchemaTable> DescribeRunTables();

/// @ingroup engine
/// @return [[host.workload]] without the keys of its kinds
SchemaTable DescribeWorkloadTable();

/// @ingroup engine
/// @return NAT boxes, their redirects and workloads
std::vector<SchemaTable> DescribeNatTables();

/// @ingroup engine
/// @return what is said about results: expect, published and table
std::vector<SchemaTable> DescribeCheckTables();

/// @ingroup engine
/// @return the tables of a cost table file
std::vector<SchemaTable> DescribeCostTables();

} // namespace bindstorm

#endif // BINDSTORM_SCHEMA_TABLES_H
