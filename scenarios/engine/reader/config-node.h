/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CONFIG_NODE_H
#define BINDSTORM_CONFIG_NODE_H

#include "place.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace bindstorm
{

struct ConfigEntry;

/**
 * @ingroup engine
 * A value of a file before its meaning is known, with the place where it was written. A tree can be
 * changed and copied without losing the places, which toml++ nodes cannot.
 */
struct ConfigNode
{
    /// A TOML date or time: no setting takes one, but messages name it.
    struct Date
    {
        std::string text;

        bool operator==(const Date&) const = default;
    };

    using List = std::vector<ConfigNode>;
    using Table = std::vector<ConfigEntry>; ///< in the order of the file, keys unique

    Place place;
    std::variant<bool, int64_t, double, std::string, Date, List, Table> value;

    const List* AsList() const;
    List* AsList();
    const Table* AsTable() const;
    Table* AsTable();
    const std::string* AsText() const;

    /// @return the value of a key, nullptr where this is no table or has no such key; linear
    const ConfigNode* Find(std::string_view key) const;
    ConfigNode* Find(std::string_view key);

    /**
     * Dotted keys: server.cpus = 1 makes a table in a table, "server.cpus" = 1 does not, and both
     * are meant to be the same where keys name settings.
     * @return the entries of this table that are no tables, keys joined by dots, in file order
     */
    std::vector<ConfigEntry> Flatten() const;

    /// Replaces the value of a key of this table, or appends it.
    void Set(const std::string& key, ConfigNode node);

    /// Compares values in their order, not the places where they were written.
    bool operator==(const ConfigNode& other) const;

    /// @return type and value for messages, e.g. `the text "two"`, `a list`
    std::string Describe() const;
};

/**
 * @ingroup engine
 * A key with its value.
 */
struct ConfigEntry
{
    std::string key;
    Place place; ///< of the key
    ConfigNode node;

    bool
    operator==(const ConfigEntry& other) const
    {
        return key == other.key && node == other.node;
    }
};

/// @ingroup engine
/// Brings entries into the order of their keys in the file.
void SortByPlace(std::vector<ConfigEntry>& entries);

} // namespace bindstorm

#endif // BINDSTORM_CONFIG_NODE_H
