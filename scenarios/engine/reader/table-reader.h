/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TABLE_READER_H
#define BINDSTORM_TABLE_READER_H

#include "config-node.h"
#include "schema.h"

#include "model/base/setting.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * Whether a table may lack keys that must be given. A file read by itself may: the matrix or --set
 * can bring them.
 */
enum class Missing : uint8_t
{
    REFUSED,
    ALLOWED
};

/**
 * @ingroup engine
 * One table of a file, read as its schema says.
 */
class TableReader
{
  public:
    /**
     * @param node what was written; must outlive this object
     * @param schema the keys it may have; must outlive this object
     * @param prefix what comes before a key in messages, e.g. "server."
     * @param missing whether required keys may be missing
     * @throws ConfigError when it is no table, or has an unknown key, or lacks a required one
     */
    TableReader(const ConfigNode& node,
                const SchemaTable& schema,
                std::string prefix,
                Missing missing = Missing::REFUSED);

    /// @return all keys of shape SETTING and NAME: given, or else their defaults; those that are
    ///         optional and not given are left out
    Settings ReadSettings() const;

    /// @return the value of a key, nullptr when it is not given
    const ConfigNode* Find(const std::string& key) const;

    /// @return the place of a key's value, else that of the table
    const Place& PlaceOf(const std::string& key) const;

    /// @return the key with its prefix
    std::string FullKey(const std::string& key) const;

    /// @return the tables of a [[key]], none when it is not given
    /// @throws ConfigError when it is written as something else
    const ConfigNode::List& FindTables(const std::string& key) const;

  private:
    const ConfigNode& m_node;
    const SchemaTable& m_schema;
    std::string m_prefix;
};

/// @ingroup engine
/// @return the name
/// @throws ConfigError when it is not of the form [a-z][a-z0-9-]*
std::string ReadName(const ConfigNode& node, const SettingInfo& info, const std::string& key);

/// @ingroup engine
/// @return the names of settings, e.g. to see whether an optional one was given
bool HasSetting(const Settings& settings, const std::string& name);

} // namespace bindstorm

#endif // BINDSTORM_TABLE_READER_H
