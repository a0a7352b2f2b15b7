/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "override.h"

#include "setting-reader.h"
#include "toml-file.h"

#include "model/base/component-spec.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace bindstorm
{

namespace
{

/// @return the value of one TOML expression; nothing when the text is none
std::optional<ConfigNode>
ParseTomlValue(const std::string& text)
{
    if (text.find_first_of("#\r\n") != std::string::npos || text.ends_with(','))
    {
        return std::nullopt;
    }
    try
    {
        // In a list, so that what follows the value cannot become a key of its own.
        ConfigNode document = ParseToml("value = [" + text + "]", "value");
        ConfigNode::Table& table = *document.AsTable();
        ConfigNode::List* list = table.size() == 1 ? table[0].node.AsList() : nullptr;
        if (list != nullptr && list->size() == 1)
        {
            return std::move(list->front());
        }
    }
    catch (const ConfigError&)
    {
        // Not TOML: text without quotes.
    }
    return std::nullopt;
}

void
SetPlace(ConfigNode& node, const Place& place)
{
    node.place = place;
    if (ConfigNode::List* list = node.AsList())
    {
        for (ConfigNode& element : *list)
        {
            element.place = place;
        }
    }
}

ConfigNode
ReadValue(const std::string& text, const SettingInfo& info, const Place& place)
{
    ConfigNode node{place, text};
    if (auto parsed = ParseTomlValue(text))
    {
        const bool isText = parsed->AsText() != nullptr || parsed->AsList() != nullptr;
        if (isText || !IsWrittenAsText(info.type))
        {
            node = std::move(*parsed);
            SetPlace(node, place);
        }
    }
    return node;
}

void
ApplyToBlocks(const std::string& key,
              const SettingTarget& target,
              const ConfigNode& node,
              std::vector<MatrixBlock>& blocks)
{
    const bool isAxis = IsSeveralValues(node, *target.info);
    const ConfigNode list = isAxis ? node : ConfigNode{node.place, ConfigNode::List{node}};
    const MatrixAxis axis = ReadAxis(key, target, list);
    for (MatrixBlock& block : blocks)
    {
        const auto existing = std::ranges::find(block.axes, key, &MatrixAxis::key);
        if (existing != block.axes.end())
        {
            *existing = axis;
        }
        else if (isAxis)
        {
            block.axes.push_back(axis);
        }
    }
}

} // namespace

void
ApplyOverrides(const std::string& file,
               const std::vector<Override>& overrides,
               const ScenarioKeys& keys,
               ConfigNode& root,
               std::vector<MatrixBlock>& blocks)
{
    std::set<std::string> seen;
    for (const auto& [key, value] : overrides)
    {
        const Place place(
            std::make_shared<const std::string>(file + ": --set " + key + "=" + value));
        const SettingTarget& target = keys.Find(key, place);
        if (!seen.insert(key).second)
        {
            Refuse(place, key, "is given by --set already");
        }
        const ConfigNode node = ReadValue(value, *target.info, place);
        ApplyToBlocks(key, target, node, blocks);
        if (!IsSeveralValues(node, *target.info))
        {
            ScenarioKeys::Set(root, target, node);
        }
    }
}

} // namespace bindstorm
