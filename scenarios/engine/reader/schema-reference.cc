/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-reference.h"

#include "duration.h"
#include "number-text.h"
#include "scenarios/engine/verdict/markdown-table.h"
#include "schema-example.h"
#include "schema.h"
#include "setting-reader.h"

#include "model/base/random-engine.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-port-choice.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"

#include <cctype>
#include <span>
#include <string_view>

namespace bindstorm
{

namespace
{

constexpr std::string_view INTRODUCTION = R"md(# Scenario reference

Every key of a scenario file and of a cost table. Made by `bindstorm reference > scenarios/reference.md`
from the lists that the reader works by; a test compares the two. Do not edit this page.

A scenario is a TOML 1.0 file. Keys that are not listed here are refused, wherever they stand, and so
are values of another type or out of range, with file, line, column and key.

- Durations are text with a unit: ns, us, ms, s, min or h (ps too in cost tables). They are exact:
  `"1.001 s"` and `"1001 ms"` are the same, a part of a nanosecond is refused.
- Whole numbers are written with all their digits, `6_553_600`; `1e6` is refused.
- Ports are text: `"32768-61000"`, `"10250,30000-32767"`.
- Allocators, generators and busy patterns are text: a name, and parameters where they take some,
  `"name(key=value, key=value)"` or `"name(value)"` for the first one.
- `--set KEY=VALUE` replaces the value of a setting, or that of a matrix axis. Keys of settings are
  `seed`, `run`, `stop`, `measure.SETTING`, `HOST.SETTING` and `HOST.WORKLOAD.SETTING`, where HOST (or
  a NAT box) and WORKLOAD are the names given in the file; matrix axes have the same keys. A list, or for whole
  numbers `a..b` or `a..b step c`, makes an axis.

)md";

std::string
DescribeCostLimits(const KeyInfo& key)
{
    return "a duration from 0 ps to " +
           FormatPicoseconds(static_cast<uint64_t>(IntegerLimit(key.setting.high)));
}

std::string
DescribeType(const KeyInfo& key)
{
    switch (key.shape)
    {
    case KeyShape::SETTING:
        return DescribeAllowed(key.setting);
    case KeyShape::NAME:
        return "a name: at most 60 small letters, digits and `-`, a letter first";
    case KeyShape::COST:
        return DescribeCostLimits(key);
    case KeyShape::COSTS:
        return DescribeCostLimits(key) + ", or a list of tables `{ sockets, cost }`";
    case KeyShape::TABLE:
        return "a table";
    case KeyShape::TABLES:
        return "a list of tables";
    case KeyShape::AXES:
        return "a table or a list of tables";
    case KeyShape::SELECTION:
        return "a table of matrix axes and values";
    case KeyShape::INTERVAL:
        return "a list of two numbers, the lower one first";
    case KeyShape::COLUMNS:
        return "a list of metrics, or of tables `{ metric, heading }`";
    case KeyShape::NAMES:
        return "a list of matrix axes";
    }
    return {};
}

std::string
DescribeDefault(const KeyInfo& key)
{
    if (key.setting.defaultValue)
    {
        return MarkdownCode(WriteToml(key.setting, DefaultSetting(key.setting)));
    }
    return key.isOptional ? key.defaultText : "must be given";
}

/// Durations carry their unit with them.
std::string
DescribeUnit(const KeyInfo& key)
{
    const bool hasUnit =
        key.shape == KeyShape::COST || key.shape == KeyShape::COSTS ||
        (key.shape == KeyShape::SETTING && key.setting.type == SettingType::DURATION);
    return hasUnit ? "in the value" : key.setting.unit;
}

std::string
DescribeKeys(std::span<const KeyInfo> keys)
{
    MarkdownTable table({"Key", "Type", "Unit", "Default", "Meaning", "Example"});
    for (const KeyInfo& key : keys)
    {
        const std::string example = ExampleOf(key);
        table.AddRow({MarkdownCode(key.setting.name),
                      DescribeType(key),
                      DescribeUnit(key),
                      DescribeDefault(key),
                      key.setting.help,
                      example.empty() ? "" : MarkdownCode(key.setting.name + " = " + example)});
    }
    return table.ToString();
}

/// @return a header as a heading: "[[host]]" as code, else with a capital letter
std::string
Title(std::string header)
{
    if (header.starts_with('['))
    {
        const std::size_t end = header.rfind(']') + 1;
        return MarkdownCode(header.substr(0, end)) + header.substr(end);
    }
    header.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(header.front())));
    return header;
}

std::string
DescribeSchemaTables(std::span<const SchemaTable> tables)
{
    std::string text;
    for (const SchemaTable& table : tables)
    {
        text += "## " + Title(table.header) + "\n\n" + table.help + "\n\n" +
                DescribeKeys(table.keys) + "\n";
    }
    return text;
}

/// @return what each kind takes beside the keys that all have
template <class Infos>
std::string
DescribeKinds(const std::string& title, const Infos& infos, const std::string& owner)
{
    const std::string name = owner + ".workload";
    std::string text = "## " + title +
                       "\n\nWhat a workload of each kind takes beside the keys of `[[" + name +
                       "]]`.\n\n";
    for (const auto& workload : infos)
    {
        text += "### `kind = \"" + workload.name + "\"`\n\n" + workload.summary + "\n\n";
        const SchemaTable& table = *FindWorkloadKind(owner, workload.name).schema;
        const std::size_t common = GetSchemaTable(name).keys.size();
        text += DescribeKeys(std::span(table.keys).subspan(common)) + "\n";
    }
    return text;
}

std::string
DescribeParameters(std::span<const ParameterInfo> parameters)
{
    if (parameters.empty())
    {
        return "";
    }
    MarkdownTable table({"Parameter", "Values", "Default", "Meaning"});
    for (const ParameterInfo& parameter : parameters)
    {
        std::string choices;
        for (const std::string& choice : parameter.choices)
        {
            choices += (choices.empty() ? "" : ", ") + MarkdownCode(choice);
        }
        table.AddRow({MarkdownCode(parameter.name),
                      choices,
                      MarkdownCode(parameter.defaultValue),
                      parameter.help});
    }
    return table.ToString() + "\n";
}

std::string
DescribeAllocators()
{
    std::string text = "## Allocators\n\n";
    for (const PortAllocatorInfo& info : GetPortAllocators())
    {
        text += "### " + MarkdownCode(info.name) + "\n\n" + info.summary +
                "\n\nSource: " + info.source + ". Written for " +
                std::to_string(info.defaultChains) + " hash chains; " +
                (info.lockScope == LockScope::TABLE ? "one lock for the table, held for the choice"
                                                    : "one lock a chain or less") +
                ".\n\n" + DescribeParameters(info.parameters);
    }
    return text;
}

template <class Info>
std::string
DescribeRegistry(const std::string& title, std::span<const Info> all)
{
    std::string text = "## " + title + "\n\n";
    for (const Info& info : all)
    {
        text += "### " + MarkdownCode(info.name) + "\n\n" + info.summary + "\n\n" +
                DescribeParameters(info.parameters);
    }
    return text;
}

} // namespace

std::string
SchemaReference()
{
    std::string text(INTRODUCTION);
    text += DescribeSchemaTables(GetScenarioSchema());
    text += DescribeKinds("Workloads", GetWorkloads(), "host");
    text += DescribeKinds("Workloads of NAT boxes", GetPacketWorkloads(), "nat");
    text += DescribeAllocators();
    text += DescribeRegistry("Generators", GetRandomEngines());
    text += DescribeRegistry("Busy patterns", GetBusyPatterns());
    text += DescribeRegistry("NAT indexes", GetNatIndexes());
    text += DescribeRegistry("NAT housekeeping", GetNatHousekeeping());
    text += DescribeRegistry("NAT clocks", GetNatClocks());
    text += DescribeRegistry("NAT port choices", GetNatPortChoices());
    text += DescribeSchemaTables(GetCostSchema());
    text.pop_back(); // one empty line less: a file ends with one line end
    return text;
}

} // namespace bindstorm
