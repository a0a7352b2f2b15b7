/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-document.h"

#include "scenarios/engine/reader/schema-example.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

using Section = SchemaDocument::Section;

/// Conditions and kinds of figures exclude each other: the tested one stays.
std::vector<std::string>
ExcludedBy(const std::string& table, const std::string& key)
{
    if (table == "expect" && key == "equals")
    {
        return {"at_least", "at_most", "within"};
    }
    if (table == "expect" && key == "within")
    {
        return {"at_least", "at_most", "equals"};
    }
    if (table == "expect")
    {
        return {"equals", "within"};
    }
    if (table == "published")
    {
        return key == "ratio_to"
                   ? std::vector<std::string>{"fit", "predict_from"}
                   : std::vector<std::string>{"ratio_to",
                                              key == "predict_from" ? "fit" : "predict_from"};
    }
    return {};
}

Section
FullSection(const SchemaTable& table, const std::string& key)
{
    Section section{table.name, {}};
    const auto excluded = ExcludedBy(table.name, key);
    for (const KeyInfo& info : table.keys)
    {
        const std::string& name = info.setting.name;
        const std::string example = ExampleOf(info);
        if (!example.empty() && std::ranges::find(excluded, name) == excluded.end())
        {
            section.entries.push_back({name, example});
        }
    }
    if (table.name == "matrix")
    {
        SetEntry(section, "seed", "[1, 2]");
    }
    if (table.name == "published")
    {
        SetEntry(section, "label", "\"another figure\"");
    }
    return section;
}

std::string
WriteEntries(const Section& section, const std::string& separator)
{
    std::string text;
    for (const auto& [key, value] : section.entries)
    {
        text += (text.empty() ? "" : separator) + key + " = " + value;
    }
    return text;
}

} // namespace

SchemaDocument::SchemaDocument(const SchemaTable& table, const std::string& key)
{
    const bool usesAxes = table.name.empty() || table.name == "expect" ||
                          table.name == "published" || table.name.starts_with("table");
    m_sections = {{"", {{"schema", "1"}, {"title", "\"t\""}, {"question", "\"q\""}}},
                  {"host", {{"name", "\"server\""}, {"allocator", "\"linux-2.6.28\""}}},
                  {"host.workload", {{"kind", "\"open-close\""}}}};
    if (table.name.starts_with("nat"))
    {
        m_sections.push_back({"nat", {{"name", "\"box\""}, {"external", "\"203.0.113.1\""}}});
        m_sections.push_back({"nat.workload", {{"kind", "\"request-response\""}}});
    }
    if (usesAxes)
    {
        m_sections.push_back(
            {"matrix", {{"\"server.allocator\"", R"(["linux-2.6.28", "uniform"])"}}});
        m_sections.push_back({"published",
                              {{"label", "\"bind at full range, 2.6.28\""},
                               {"metric", "\"server.bind.mean_ns\""},
                               {"value", "250"},
                               {"unit", "\"ms\""},
                               {"source", "\"netdev\""},
                               {"fit", "\"node_visits\""}}});
    }
    Section full = FullSection(table, key);
    const auto place = std::ranges::find(m_sections, table.name, &Section::name);
    if (place != m_sections.end() && table.name != "published")
    {
        for (const Entry& entry : full.entries)
        {
            SetEntry(*place, entry.key, entry.value);
        }
        m_full = static_cast<std::size_t>(place - m_sections.begin());
        return;
    }
    m_full = m_sections.size();
    m_sections.push_back(std::move(full));
}

SchemaDocument::Section&
SchemaDocument::Full()
{
    return m_sections[m_full];
}

void
SchemaDocument::Remove(const std::string& name)
{
    std::erase_if(m_sections,
                  [&](const Section& section)
                  { return section.name == name || section.name.starts_with(name + "."); });
}

std::string
SchemaDocument::ToString() const
{
    std::string text;
    for (const Section& section : m_sections)
    {
        if (section.name == "table.columns")
        {
            text +=
                "[[table]]\ntitle = \"t\"\ncolumns = [{ " + WriteEntries(section, ", ") + " }]\n";
            continue;
        }
        const bool isSingle = section.name == "matrix" || section.name == "measure";
        if (!section.name.empty())
        {
            text += (isSingle ? "[" : "[[") + section.name + (isSingle ? "]\n" : "]]\n");
        }
        text += WriteEntries(section, "\n") + "\n";
    }
    return text;
}

std::size_t
SchemaDocument::LineOf(const std::string& text, const std::string& entry)
{
    const std::size_t at = text.find(entry);
    return at == std::string::npos
               ? 0
               : static_cast<std::size_t>(std::count(text.begin(),
                                                     text.begin() + static_cast<std::ptrdiff_t>(at),
                                                     '\n')) +
                     1;
}

void
SetEntry(SchemaDocument::Section& section, const std::string& key, const std::string& value)
{
    RemoveEntry(section, key);
    section.entries.push_back({key, value});
}

void
RemoveEntry(SchemaDocument::Section& section, const std::string& key)
{
    std::erase_if(section.entries,
                  [&](const SchemaDocument::Entry& entry) { return entry.key == key; });
}

} // namespace bindstorm
