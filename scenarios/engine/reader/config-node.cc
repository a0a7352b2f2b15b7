/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "config-node.h"

#include "number-text.h"

#include <algorithm>
#include <utility>

namespace bindstorm
{

namespace
{

/// Long texts would bury the message.
std::string
Shorten(const std::string& text)
{
    constexpr std::size_t LIMIT = 60;
    return text.size() <= LIMIT ? text : text.substr(0, LIMIT) + "...";
}

struct Description
{
    std::string
    operator()(bool value) const
    {
        return value ? "true" : "false";
    }

    std::string
    operator()(int64_t value) const
    {
        return std::to_string(value);
    }

    std::string
    operator()(double value) const
    {
        const std::string text = NumberText(value);
        const bool looksWhole = text.find_first_not_of("-0123456789") == std::string::npos;
        return "the decimal number " + text + (looksWhole ? ".0" : "");
    }

    std::string
    operator()(const std::string& value) const
    {
        return "the text \"" + Shorten(value) + "\"";
    }

    std::string
    operator()(const ConfigNode::Date& value) const
    {
        return "the date " + value.text;
    }

    std::string
    operator()(const ConfigNode::List& /* value */) const
    {
        return "a list";
    }

    std::string
    operator()(const ConfigNode::Table& /* value */) const
    {
        return "a table";
    }
};

// Depth is that of the document, which CheckTomlDepth() bounds.
void
CollectEntries(const ConfigNode::Table& table,
               const std::string& prefix,
               std::vector<ConfigEntry>& entries)
{
    for (const ConfigEntry& entry : table)
    {
        const std::string key = prefix + entry.key;
        if (const ConfigNode::Table* inner = entry.node.AsTable())
        {
            CollectEntries(*inner, key + ".", entries);
        }
        else
        {
            entries.push_back({key, entry.place, entry.node});
        }
    }
}

} // namespace

const ConfigNode::List*
ConfigNode::AsList() const
{
    return std::get_if<List>(&value);
}

ConfigNode::List*
ConfigNode::AsList()
{
    return std::get_if<List>(&value);
}

const ConfigNode::Table*
ConfigNode::AsTable() const
{
    return std::get_if<Table>(&value);
}

ConfigNode::Table*
ConfigNode::AsTable()
{
    return std::get_if<Table>(&value);
}

const std::string*
ConfigNode::AsText() const
{
    return std::get_if<std::string>(&value);
}

const ConfigNode*
ConfigNode::Find(std::string_view key) const
{
    const Table* table = AsTable();
    if (table == nullptr)
    {
        return nullptr;
    }
    const auto entry = std::ranges::find(*table, key, &ConfigEntry::key);
    return entry == table->end() ? nullptr : &entry->node;
}

ConfigNode*
ConfigNode::Find(std::string_view key)
{
    Table* table = AsTable();
    if (table == nullptr)
    {
        return nullptr;
    }
    const auto entry = std::ranges::find(*table, key, &ConfigEntry::key);
    return entry == table->end() ? nullptr : &entry->node;
}

std::vector<ConfigEntry>
ConfigNode::Flatten() const
{
    std::vector<ConfigEntry> entries;
    CollectEntries(std::get<Table>(value), "", entries);
    SortByPlace(entries);
    return entries;
}

void
ConfigNode::Set(const std::string& key, ConfigNode node)
{
    if (ConfigNode* existing = Find(key))
    {
        *existing = std::move(node);
        return;
    }
    const Place where = node.place;
    std::get<Table>(value).push_back({key, where, std::move(node)});
}

bool
ConfigNode::operator==(const ConfigNode& other) const
{
    return value == other.value;
}

void
SortByPlace(std::vector<ConfigEntry>& entries)
{
    std::ranges::stable_sort(entries,
                             {},
                             [](const ConfigEntry& entry)
                             { return std::pair(entry.place.Line(), entry.place.Column()); });
}

std::string
ConfigNode::Describe() const
{
    return std::visit(Description{}, value);
}

} // namespace bindstorm
