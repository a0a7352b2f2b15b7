/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "matrix.h"

#include "setting-reader.h"
#include "table-reader.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

namespace bindstorm
{

namespace
{

/// Takes a whole number from the front of a text, with spaces before it.
std::optional<int64_t>
TakeNumber(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    int64_t number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{})
    {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

bool
TakeWord(std::string_view& text, std::string_view word)
{
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (!text.starts_with(word))
    {
        return false;
    }
    text.remove_prefix(word.size());
    return true;
}

/// @return the numbers of "a..b" or "a..b step c"
std::vector<ConfigNode>
ExpandRange(const std::string& key, const ConfigNode& node)
{
    std::string_view text = *node.AsText();
    const auto first = TakeNumber(text);
    const bool hasDots = first && TakeWord(text, "..");
    const auto last = hasDots ? TakeNumber(text) : std::nullopt;
    const bool hasStep = last && TakeWord(text, "step");
    const auto step = hasStep ? TakeNumber(text) : std::optional<int64_t>(1);
    if (!last || !step || text.find_first_not_of(' ') != std::string_view::npos)
    {
        Refuse(node.place,
               key,
               "must be a list of values, or a range \"a..b\" or \"a..b step c\", is " +
                   node.Describe());
    }
    if (*step < 1)
    {
        Refuse(node.place, key, "must have a step of at least 1, is " + node.Describe());
    }
    if (*last < *first)
    {
        Refuse(node.place,
               key,
               "is a range from high to low: write the lower end first, \"" +
                   std::to_string(*last) + ".." + std::to_string(*first) + "\"");
    }
    const uint64_t width = static_cast<uint64_t>(*last) - static_cast<uint64_t>(*first);
    const uint64_t steps = width / static_cast<uint64_t>(*step);
    if (steps >= MOST_RUNS)
    {
        Refuse(node.place,
               key,
               "has more than " + std::to_string(MOST_RUNS) + " values: " + node.Describe());
    }
    std::vector<ConfigNode> values;
    values.reserve(steps + 1);
    for (uint64_t i = 0; i <= steps; ++i)
    {
        // Unsigned: a step may be longer than half of what an int64_t holds.
        const uint64_t number = static_cast<uint64_t>(*first) + i * static_cast<uint64_t>(*step);
        values.push_back({node.place, static_cast<int64_t>(number)});
    }
    return values;
}

MatrixBlock
ReadBlock(const ConfigNode& node, const std::string& prefix, const ScenarioKeys& keys)
{
    const SchemaTable& schema = GetSchemaTable("matrix");
    if (node.AsTable() == nullptr)
    {
        Refuse(node.place,
               "matrix",
               "must be written as a table [matrix] or as tables [[matrix]], is " +
                   node.Describe());
    }
    MatrixBlock block{std::nullopt, node.place, {}};
    const std::vector<std::string> ownKeys = schema.KeyNames();
    std::set<std::string> seen;
    for (const ConfigEntry& entry : node.Flatten())
    {
        if (const KeyInfo* own = schema.Find(entry.key))
        {
            block.part =
                std::get<std::string>(ReadSetting(entry.node, own->setting, prefix + entry.key));
            continue;
        }
        if (!seen.insert(entry.key).second)
        {
            Refuse(entry.place, entry.key, "is an axis of this matrix already");
        }
        const SettingTarget& target = keys.Find(entry.key, entry.place, ownKeys);
        block.axes.push_back(ReadAxis(entry.key, target, entry.node));
    }
    if (block.axes.empty() && !block.part)
    {
        Refuse(node.place, "matrix", "has no axis, such as \"seed\" = [1, 2, 3]");
    }
    return block;
}

} // namespace

std::vector<MatrixBlock>
ReadMatrix(const ConfigNode& root, const ScenarioKeys& keys)
{
    const ConfigNode* matrix = root.Find("matrix");
    if (matrix == nullptr)
    {
        return {MatrixBlock{std::nullopt, root.place, {}}};
    }
    const ConfigNode::List* list = matrix->AsList();
    if (list == nullptr)
    {
        return {ReadBlock(*matrix, "matrix.", keys)};
    }
    std::vector<MatrixBlock> blocks;
    std::set<std::string> parts;
    for (const ConfigNode& node : *list)
    {
        const std::string prefix = "matrix[" + std::to_string(blocks.size() + 1) + "].";
        blocks.push_back(ReadBlock(node, prefix, keys));
        const auto& part = blocks.back().part;
        if (part && !parts.insert(*part).second)
        {
            Refuse(node.Find("name")->place,
                   prefix + "name",
                   "\"" + *part + "\" is the name of another [[matrix]] block");
        }
    }
    if (blocks.empty())
    {
        Refuse(matrix->place, "matrix", "is an empty list");
    }
    return blocks;
}

MatrixAxis
ReadAxis(const std::string& key, const SettingTarget& target, const ConfigNode& node)
{
    MatrixAxis axis{key, target, {}, {}};
    if (const ConfigNode::List* list = node.AsList())
    {
        axis.values = *list;
    }
    else if (target.info->type == SettingType::INTEGER && node.AsText() != nullptr)
    {
        axis.values = ExpandRange(key, node);
    }
    else
    {
        Refuse(node.place,
               key,
               "must be a list of values in a matrix, [...]" +
                   std::string(target.info->type == SettingType::INTEGER
                                   ? ", or a range \"a..b\" or \"a..b step c\""
                                   : "") +
                   ", is " + node.Describe());
    }
    if (axis.values.empty())
    {
        Refuse(node.place, key, "is an empty list: give at least one value");
    }
    std::set<std::string> seen;
    for (const ConfigNode& value : axis.values)
    {
        axis.texts.push_back(FormatSetting(*target.info, ReadSetting(value, *target.info, key)));
        if (!seen.insert(axis.texts.back()).second)
        {
            Refuse(value.place, key, "has the value \"" + axis.texts.back() + "\" twice");
        }
    }
    return axis;
}

bool
IsSeveralValues(const ConfigNode& node, const SettingInfo& info)
{
    const bool isRange = info.type == SettingType::INTEGER && node.AsText() != nullptr &&
                         node.AsText()->find("..") != std::string::npos;
    return node.AsList() != nullptr || isRange;
}

uint64_t
CountRuns(const std::vector<MatrixBlock>& blocks)
{
    uint64_t all = 0;
    for (const MatrixBlock& block : blocks)
    {
        // Each axis has at most 2^24 values (a file has at most 2^24 bytes), so nothing overflows.
        uint64_t product = 1;
        for (const MatrixAxis& axis : block.axes)
        {
            product *= axis.values.size();
            if (all + product > MOST_RUNS)
            {
                Refuse(block.place,
                       "matrix",
                       "has more than " + std::to_string(MOST_RUNS) +
                           " combinations: a scenario may expand to " + std::to_string(MOST_RUNS) +
                           " runs at most");
            }
        }
        all += product;
    }
    return all;
}

} // namespace bindstorm
