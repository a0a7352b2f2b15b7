/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-json.h"

#include "number-text.h"
#include "schema.h"
#include "setting-reader.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-port-choice.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <span>

namespace bindstorm
{

namespace
{

using Json = nlohmann::ordered_json;

/// Names of a registry, each with or without parameters.
template <class Infos>
Json
ComponentJson(const Infos& all)
{
    std::string names;
    for (const auto& info : all)
    {
        names += names.empty() ? "" : "|";
        for (const char c : info.name)
        {
            names += c == '.' ? "\\." : std::string(1, c);
        }
    }
    return {{"type", "string"}, {"pattern", "^(" + names + ")( *\\(.*\\))?$"}};
}

Json
SettingJson(const SettingInfo& info)
{
    switch (info.type)
    {
    case SettingType::BOOLEAN:
        return {{"type", "boolean"}};
    case SettingType::INTEGER:
        return {{"type", "integer"},
                {"minimum", IntegerLimit(info.low)},
                {"maximum", IntegerLimit(info.high)}};
    case SettingType::NUMBER:
        return {{"type", "number"}, {"minimum", info.low}, {"maximum", info.high}};
    case SettingType::TEXT:
        return info.defaultValue ? Json{{"type", "string"}}
                                 : Json{{"type", "string"}, {"pattern", "\\S"}};
    case SettingType::CHOICE:
        return {{"enum", info.choices}};
    case SettingType::DURATION:
        return {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+)? *(ns|us|ms|s|min|h)$"}};
    case SettingType::RANGE:
        return {{"type", "string"}, {"pattern", "^ *[0-9]+ *- *[0-9]+ *$"}};
    case SettingType::PORTS:
        return {{"type", "string"}, {"pattern", "^[0-9, -]*$"}};
    case SettingType::ADDRESS:
        return {{"type", "string"}, {"pattern", "^[0-9a-fA-F:.]+$"}};
    case SettingType::ALLOCATOR:
        return ComponentJson(GetPortAllocators());
    case SettingType::GENERATOR:
        return ComponentJson(GetRandomEngines());
    case SettingType::BUSY:
        return ComponentJson(GetBusyPatterns());
    case SettingType::ADDRESSES:
        return {{"type", "string"}, {"pattern", "^[0-9., -]*$"}};
    case SettingType::ENDPOINT:
        return {{"type", "string"}, {"pattern", "^[0-9.]+:[0-9]+$"}};
    case SettingType::NAT_INDEX:
        return ComponentJson(GetNatIndexes());
    case SettingType::NAT_HOUSEKEEPING:
        return ComponentJson(GetNatHousekeeping());
    case SettingType::NAT_CLOCK:
        return ComponentJson(GetNatClocks());
    case SettingType::NAT_PORTS:
        return ComponentJson(GetNatPortChoices());
    }
    return {};
}

Json TableJson(const SchemaTable& table);

/// A key names a setting, or dotted keys make a table of tables.
Json
AxesJson(Json own)
{
    const Json axis{
        {"anyOf",
         {{{"type", "array"}, {"minItems", 1}, {"uniqueItems", true}},
          {{"type", "string"}, {"pattern", "^ *-?[0-9]+ *\\.\\. *-?[0-9]+( *step *[0-9]+)? *$"}},
          {{"type", "object"}}}}};
    own["additionalProperties"] = axis;
    return {{"anyOf", {own, {{"type", "array"}, {"minItems", 1}, {"items", own}}}}};
}

/// @return workloads of any kind, each with its own keys
template <class Infos, class Info>
Json
WorkloadsJson(const Infos& infos, const SchemaTable& (*schemaOf)(const Info&))
{
    Json kinds = Json::array();
    for (const Info& workload : infos)
    {
        Json table = TableJson(schemaOf(workload));
        table["properties"]["kind"] = {{"const", workload.name}};
        kinds.push_back(std::move(table));
    }
    return {{"type", "array"}, {"minItems", 1}, {"items", {{"oneOf", std::move(kinds)}}}};
}

Json
TablesJson(const std::string& name)
{
    return {{"type", "array"}, {"minItems", 1}, {"items", TableJson(GetSchemaTable(name))}};
}

Json
KeyJson(const SchemaTable& table, const KeyInfo& key)
{
    const std::string& name = key.setting.name;
    switch (key.shape)
    {
    case KeyShape::SETTING:
        return SettingJson(key.setting);
    case KeyShape::NAME:
        return {{"type", "string"}, {"pattern", "^[a-z][a-z0-9-]{0,59}$"}};
    case KeyShape::TABLE:
        return TableJson(GetSchemaTable(name));
    case KeyShape::TABLES:
        if (name == "workload")
        {
            return table.name == "nat"
                       ? WorkloadsJson(GetPacketWorkloads(), GetPacketWorkloadSchema)
                       : WorkloadsJson(GetWorkloads(), GetWorkloadSchema);
        }
        return TablesJson(table.name.empty() ? name : table.name + "." + name);
    case KeyShape::AXES:
        return AxesJson(TableJson(GetSchemaTable(name)));
    case KeyShape::SELECTION:
        return {{"type", "object"}};
    case KeyShape::INTERVAL:
        return {{"type", "array"},
                {"minItems", 2},
                {"maxItems", 2},
                {"items", {{"type", "number"}}}};
    case KeyShape::COLUMNS:
        return {
            {"type", "array"},
            {"minItems", 1},
            {"items",
             {{"anyOf", {Json{{"type", "string"}}, TableJson(GetSchemaTable("table.columns"))}}}}};
    case KeyShape::NAMES:
        return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case KeyShape::COST:
    case KeyShape::COSTS:
        break; // of cost tables alone
    }
    return {};
}

Json
TableJson(const SchemaTable& table)
{
    Json properties = Json::object();
    Json required = Json::array();
    for (const KeyInfo& key : table.keys)
    {
        Json property = KeyJson(table, key);
        property["description"] = key.setting.help;
        const auto& value = key.setting.defaultValue;
        if (value && key.setting.type == SettingType::DURATION)
        {
            property["default"] = FormatSetting(key.setting, *value);
        }
        else if (value)
        {
            std::visit([&](const auto& held) { property["default"] = held; }, *value);
        }
        properties[key.setting.name] = std::move(property);
        // What the matrix gives need not stand in its table, save for what other keys refer to.
        const bool mayVary = key.shape == KeyShape::SETTING &&
                             (table.name.starts_with("host") || table.name.starts_with("nat")) &&
                             key.setting.name != "kind";
        if (key.IsRequired() && !mayVary)
        {
            required.push_back(key.setting.name);
        }
    }
    Json json{{"type", "object"},
              {"description", table.help},
              {"properties", std::move(properties)},
              {"additionalProperties", false}};
    if (!required.empty())
    {
        json["required"] = std::move(required);
    }
    return json;
}

} // namespace

std::string
SchemaJson()
{
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "Bindstorm scenario"}};
    schema.update(TableJson(GetSchemaTable("")));
    schema["anyOf"] = {{{"required", {"host"}}}, {{"required", {"nat"}}}};
    return schema.dump(2) + "\n";
}

} // namespace bindstorm
