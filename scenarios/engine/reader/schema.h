/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCHEMA_H
#define BINDSTORM_SCHEMA_H

#include "model/base/setting.h"
#include "model/workload/packet-workload.h"
#include "model/workload/workload.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * What stands behind a key. The lists below are the only description of the format: reading,
 * messages, the reference page and the JSON Schema all come from them.
 */
enum class KeyShape : uint8_t
{
    SETTING,   ///< one value, described by its SettingInfo
    NAME,      ///< text of the form of a name: [a-z][a-z0-9-]*
    COST,      ///< duration down to picoseconds
    COSTS,     ///< one COST, or a list of tables { sockets, cost }
    TABLE,     ///< [key]
    TABLES,    ///< [[key]]
    AXES,      ///< [key] or [[key]] whose keys are keys of settings
    SELECTION, ///< inline table: matrix axis = value
    INTERVAL,  ///< list of two numbers, the lower one first
    COLUMNS,   ///< list of metrics, or of tables { metric, heading }
    NAMES      ///< list of matrix axes
};

/**
 * @ingroup engine
 * One key of a table.
 */
struct KeyInfo
{
    SettingInfo setting; ///< name and help always; the rest where the shape is SETTING
    KeyShape shape{KeyShape::SETTING};
    bool isOptional{false};    ///< may be left out though it has no default
    std::string defaultText{}; ///< what happens then, for the reference page
    std::string example{};     ///< a TOML value

    /// @return whether the key must be in its table
    bool
    IsRequired() const
    {
        return !isOptional && !setting.defaultValue;
    }
};

/**
 * @ingroup engine
 * One table of a file.
 */
struct SchemaTable
{
    std::string name;   ///< path of the table, "host.workload"; empty for the file itself
    std::string header; ///< as messages call it: "[[host]]", "the top of the file"
    std::string help;   ///< one or two sentences
    std::vector<KeyInfo> keys;

    /// @return the key, nullptr when the table has no such key
    const KeyInfo* Find(const std::string& key) const;
    std::vector<std::string> KeyNames() const;
};

/// @ingroup engine
/// @return the tables of a scenario file, outer ones first
std::span<const SchemaTable> GetScenarioSchema();

/// @ingroup engine
/// @return the tables of a cost table file, outer ones first
std::span<const SchemaTable> GetCostSchema();

/// @ingroup engine
/// @param name name of a table of the scenario file, which exists
const SchemaTable& GetSchemaTable(const std::string& name);

/// @ingroup engine
/// @return [[host.workload]] of one kind: the keys common to all workloads, then the kind's own
const SchemaTable& GetWorkloadSchema(const WorkloadInfo& workload);

/// @ingroup engine
/// @return [[nat.workload]] of one kind: the keys common to all workloads, then the kind's own
const SchemaTable& GetPacketWorkloadSchema(const PacketWorkloadInfo& workload);

/**
 * @ingroup engine
 * A kind of workload, whether of a host or of a box.
 */
struct WorkloadKind
{
    std::string name;
    const SchemaTable* schema;
    const std::vector<SettingInfo>* settings;
};

/// @ingroup engine
/// @param owner "host" or "nat"
/// @throws ConfigError for an unknown name, with the nearest known one
WorkloadKind FindWorkloadKind(const std::string& owner, const std::string& name);

/**
 * @ingroup engine
 * @param table where the key was found
 * @param key a key that the table does not have
 * @return a sentence: the table where the key belongs, or the nearest known key, and all known keys
 */
std::string DescribeUnknownKey(const SchemaTable& table, const std::string& key);

} // namespace bindstorm

#endif // BINDSTORM_SCHEMA_H
