/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCHEMA_DOCUMENT_H
#define BINDSTORM_SCHEMA_DOCUMENT_H

#include "scenarios/engine/reader/schema.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bindstorm
{

/**
 * A scenario written from the schema: what must be there, and one table that has every key, each
 * with its example.
 */
class SchemaDocument
{
  public:
    struct Entry
    {
        std::string key;
        std::string value; ///< as written in TOML
    };

    struct Section
    {
        std::string name; ///< of its SchemaTable
        std::vector<Entry> entries;
    };

    /**
     * @param table the table that gets every key
     * @param key the key that the test is about: keys that exclude it are left out
     */
    SchemaDocument(const SchemaTable& table, const std::string& key);

    /// The table that has every key.
    Section& Full();

    /// Removes a section, not the full one, and those within it.
    void Remove(const std::string& name);

    /// @return the file
    std::string ToString() const;

    /// @return line of the first occurrence of an entry in a text, 0 where there is none
    static std::size_t LineOf(const std::string& text, const std::string& entry);

  private:
    std::vector<Section> m_sections;
    std::size_t m_full{0};
};

/// Sets or adds a value.
void SetEntry(SchemaDocument::Section& section, const std::string& key, const std::string& value);

/// Removes a key.
void RemoveEntry(SchemaDocument::Section& section, const std::string& key);

} // namespace bindstorm

#endif // BINDSTORM_SCHEMA_DOCUMENT_H
