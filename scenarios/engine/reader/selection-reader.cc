/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "selection-reader.h"

#include "setting-reader.h"

#include "model/base/nearest-name.h"

#include <algorithm>
#include <iterator>

namespace bindstorm
{

namespace
{

const SettingInfo&
PartInfo()
{
    static const SettingInfo info{.name = "part",
                                  .type = SettingType::TEXT,
                                  .defaultValue = {},
                                  .help = "Name of a [[matrix]] block"};
    return info;
}

/// Axes of seeds are long.
std::string
JoinSome(const std::set<std::string>& texts)
{
    constexpr std::size_t SHOWN = 12;
    std::vector<std::string> shown;
    for (auto text = texts.begin(); text != texts.end() && shown.size() < SHOWN; ++text)
    {
        shown.push_back(*text);
    }
    if (texts.size() <= SHOWN)
    {
        return JoinNames(shown);
    }
    return JoinNames(shown) + " and " + std::to_string(texts.size() - SHOWN) + " more";
}

} // namespace

void
SelectionReader::Add(const std::vector<MatrixBlock>& blocks)
{
    for (const MatrixBlock& block : blocks)
    {
        if (block.part)
        {
            m_axes["part"].info = &PartInfo();
            m_axes["part"].texts.insert(*block.part);
        }
        for (const MatrixAxis& axis : block.axes)
        {
            Axis& known = m_axes[axis.key];
            known.info = axis.target.info;
            known.texts.insert(axis.texts.begin(), axis.texts.end());
        }
    }
}

void
SelectionReader::Add(const std::string& key,
                     const std::string& value,
                     const ScenarioKeys& keys,
                     const Place& place)
{
    const SettingInfo* info = key == "part" ? &PartInfo() : keys.Find(key, place).info;
    m_axes[key].info = info;
    m_axes[key].texts.insert(value);
}

const SelectionReader::Axis&
SelectionReader::Find(const std::string& name, const Place& place, const std::string& key) const
{
    if (const auto axis = m_axes.find(name); axis != m_axes.end())
    {
        return axis->second;
    }
    std::vector<std::string> known;
    std::ranges::transform(m_axes,
                           std::back_inserter(known),
                           [](const auto& axis) { return axis.first; });
    Refuse(place, key, DescribeUnknownName("axis of the matrix", name, known));
}

Selection
SelectionReader::Read(const ConfigNode& node, const std::string& key) const
{
    if (node.AsTable() == nullptr)
    {
        Refuse(node.place,
               key,
               R"(must be a table of axes and values, { "server.allocator" = "uniform" }, is )" +
                   node.Describe());
    }
    Selection selection;
    for (const ConfigEntry& entry : node.Flatten())
    {
        const std::string fullKey = key + "." + entry.key;
        const Axis& axis = Find(entry.key, entry.place, fullKey);
        // What a run has is no question: it may be an allocator that is not loaded now.
        const std::string* given = entry.node.AsText();
        const bool isKnown = given != nullptr && axis.texts.contains(*given);
        const std::string text =
            isKnown ? *given
                    : FormatSetting(*axis.info, ReadSetting(entry.node, *axis.info, fullKey));
        if (!axis.texts.contains(text))
        {
            const std::vector<std::string> known(axis.texts.begin(), axis.texts.end());
            const auto nearest = NearestName(text, known);
            Refuse(entry.node.place,
                   fullKey,
                   "selects no run: the axis has no value \"" + text + "\"" +
                       (nearest ? ", did you mean \"" + *nearest + "\"?" : ";") +
                       " it has: " + JoinSome(axis.texts));
        }
        if (!selection.emplace(entry.key, text).second)
        {
            Refuse(entry.place, fullKey, "is given twice");
        }
    }
    return selection;
}

std::vector<std::string>
SelectionReader::ReadNames(const ConfigNode& node, const std::string& key) const
{
    const ConfigNode::List* list = node.AsList();
    if (list == nullptr)
    {
        Refuse(node.place,
               key,
               R"(must be a list of axes, ["server.allocator"], is )" + node.Describe());
    }
    std::vector<std::string> names;
    for (const ConfigNode& element : *list)
    {
        const std::string* name = element.AsText();
        if (name == nullptr)
        {
            Refuse(element.place, key, "must be the name of an axis, is " + element.Describe());
        }
        Find(*name, element.place, key);
        if (std::ranges::find(names, *name) != names.end())
        {
            Refuse(element.place, key, "has \"" + *name + "\" twice");
        }
        names.push_back(*name);
    }
    return names;
}

} // namespace bindstorm
