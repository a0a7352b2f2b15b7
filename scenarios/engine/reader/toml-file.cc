/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "toml-file.h"

#include "toml-depth.h"

#include "model/base/component-spec.h"

#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>

#include <toml++/toml.h>

namespace bindstorm
{

namespace
{

using Source = std::shared_ptr<const std::string>;

Place
PlaceOf(const toml::source_region& region, const Source& source)
{
    return Place(source, region.begin.line, region.begin.column);
}

template <class Date>
ConfigNode::Date
DateText(const Date& date)
{
    std::ostringstream text;
    text << date;
    return {text.str()};
}

ConfigNode Convert(const toml::node& node, const Source& source);

ConfigNode::Table
ConvertTable(const toml::table& table, const Source& source)
{
    ConfigNode::Table entries;
    entries.reserve(table.size());
    for (const auto& [key, node] : table)
    {
        entries.push_back(
            {std::string(key.str()), PlaceOf(key.source(), source), Convert(node, source)});
    }
    // toml++ sorts by name; the order of the file has a meaning here (matrix axes).
    SortByPlace(entries);
    return entries;
}

// Depth is bounded by CheckTomlDepth().
ConfigNode
Convert(const toml::node& node, const Source& source)
{
    ConfigNode result{PlaceOf(node.source(), source), false};
    switch (node.type())
    {
    case toml::node_type::table:
        result.value = ConvertTable(*node.as_table(), source);
        break;
    case toml::node_type::array:
    {
        ConfigNode::List list;
        for (const toml::node& element : *node.as_array())
        {
            list.push_back(Convert(element, source));
        }
        result.value = std::move(list);
        break;
    }
    case toml::node_type::string:
        result.value = node.as_string()->get();
        break;
    case toml::node_type::integer:
        result.value = node.as_integer()->get();
        break;
    case toml::node_type::floating_point:
        result.value = node.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        result.value = node.as_boolean()->get();
        break;
    case toml::node_type::date:
        result.value = DateText(node.as_date()->get());
        break;
    case toml::node_type::time:
        result.value = DateText(node.as_time()->get());
        break;
    case toml::node_type::date_time:
        result.value = DateText(node.as_date_time()->get());
        break;
    case toml::node_type::none:
        break;
    }
    return result;
}

} // namespace

ConfigNode
ParseToml(std::string_view text, const std::string& name)
{
    CheckTomlDepth(text, name);
    try
    {
        const toml::table table = toml::parse(text, std::string_view(name));
        return Convert(table, std::make_shared<const std::string>(name));
    }
    catch (const toml::parse_error& error)
    {
        const auto& at = error.source().begin;
        throw ConfigError(name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                          ": not TOML 1.0: " + std::string(error.description()));
    }
}

TomlFile
ReadTomlFile(const std::filesystem::path& path)
{
    constexpr std::uintmax_t MOST_BYTES = std::uintmax_t{16} << 20;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
    {
        throw ConfigError(path.string() +
                          ": cannot be read: " + (error ? error.message() : "not a file"));
    }
    if (std::filesystem::file_size(path, error) > MOST_BYTES)
    {
        throw ConfigError(path.string() + ": has more than 16 MiB, too much for a TOML file");
    }
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream)
    {
        throw ConfigError(path.string() + ": cannot be read");
    }
    ConfigNode root = ParseToml(text, path.string());
    return {std::move(text), std::move(root)};
}

} // namespace bindstorm
