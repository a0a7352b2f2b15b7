/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "table-reader.h"

#include "setting-reader.h"

#include <algorithm>
#include <utility>

namespace bindstorm
{

TableReader::TableReader(const ConfigNode& node,
                         const SchemaTable& schema,
                         std::string prefix,
                         Missing missing)
    : m_node(node),
      m_schema(schema),
      m_prefix(std::move(prefix))
{
    const ConfigNode::Table* entries = node.AsTable();
    if (entries == nullptr)
    {
        const std::string key = m_prefix.substr(0, m_prefix.find_last_not_of('.') + 1);
        Refuse(node.place, key, "must be a table, " + schema.header + ", is " + node.Describe());
    }
    for (const ConfigEntry& entry : *entries)
    {
        if (schema.Find(entry.key) == nullptr)
        {
            Refuse(entry.place, FullKey(entry.key), DescribeUnknownKey(schema, entry.key));
        }
    }
    for (const KeyInfo& key : schema.keys)
    {
        const std::string& name = key.setting.name;
        if (missing == Missing::REFUSED && key.IsRequired() && node.Find(name) == nullptr)
        {
            Refuse(node.place,
                   FullKey(name),
                   "must be given in " + schema.header + " (" + key.setting.help +
                       (key.example.empty() ? "" : "), such as " + name + " = " + key.example) +
                       (key.example.empty() ? ")" : ""));
        }
    }
}

Settings
TableReader::ReadSettings() const
{
    Settings settings;
    for (const KeyInfo& key : m_schema.keys)
    {
        const SettingInfo& info = key.setting;
        const ConfigNode* given = m_node.Find(info.name);
        if (key.shape == KeyShape::NAME && given != nullptr)
        {
            settings.Set(info.name, ReadName(*given, info, FullKey(info.name)));
        }
        else if (key.shape == KeyShape::SETTING && given != nullptr)
        {
            settings.Set(info.name, ReadSetting(*given, info, FullKey(info.name)));
        }
        else if (key.shape == KeyShape::SETTING && info.defaultValue)
        {
            settings.Set(info.name, DefaultSetting(info));
        }
    }
    return settings;
}

const ConfigNode*
TableReader::Find(const std::string& key) const
{
    return m_node.Find(key);
}

const Place&
TableReader::PlaceOf(const std::string& key) const
{
    const ConfigNode* value = Find(key);
    return value == nullptr ? m_node.place : value->place;
}

std::string
TableReader::FullKey(const std::string& key) const
{
    return m_prefix + key;
}

const ConfigNode::List&
TableReader::FindTables(const std::string& key) const
{
    static const ConfigNode::List none;
    const ConfigNode* value = Find(key);
    if (value == nullptr)
    {
        return none;
    }
    const ConfigNode::List* list = value->AsList();
    const auto isTable = [](const ConfigNode& element) { return element.AsTable() != nullptr; };
    if (list == nullptr || list->empty() || !std::ranges::all_of(*list, isTable))
    {
        const std::string path = m_schema.name.empty() ? key : m_schema.name + "." + key;
        Refuse(value->place,
               FullKey(key),
               "must be written as tables [[" + path + "]], is " +
                   (list == nullptr ? value->Describe() : "a list without tables"));
    }
    return *list;
}

std::string
ReadName(const ConfigNode& node, const SettingInfo& info, const std::string& key)
{
    constexpr std::string_view ALLOWED = "abcdefghijklmnopqrstuvwxyz0123456789-";
    constexpr std::size_t LONGEST = 60;
    std::string name = std::get<std::string>(ReadSetting(node, info, key));
    const bool beginsWell = !name.empty() && name.front() >= 'a' && name.front() <= 'z';
    if (!beginsWell || name.find_first_not_of(ALLOWED) != std::string::npos ||
        name.size() > LONGEST)
    {
        Refuse(node.place,
               key,
               "must be a name of at most 60 small letters, digits and '-' that begins with a "
               "letter, is " +
                   node.Describe());
    }
    return name;
}

bool
HasSetting(const Settings& settings, const std::string& name)
{
    return settings.All().contains(name);
}

} // namespace bindstorm
