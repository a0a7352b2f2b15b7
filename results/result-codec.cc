/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "result-codec.h"

#include "column-codec.h"
#include "store-error.h"

#include <nlohmann/json.hpp>

namespace bindstorm
{

namespace
{

using nlohmann::json;

/// Tags of RFC 8746, section 2.1: signed 64-bit and IEEE 754 binary64, both little-endian.
constexpr uint8_t INTEGERS_TAG = 79;
constexpr uint8_t REALS_TAG = 86;

json
EncodeColumn(const ResultTable::Column& column)
{
    const std::string bytes = ToBytes(column);
    const bool isInteger = TypeOf(column) == ColumnType::INTEGERS;
    return {{"name", column.name},
            {"values",
             json::binary(std::vector<uint8_t>(bytes.begin(), bytes.end()),
                          isInteger ? INTEGERS_TAG : REALS_TAG)}};
}

ResultTable::Column
DecodeColumn(const json& object)
{
    ResultTable::Column column{object.at("name").get<std::string>(), {}, {}};
    const json::binary_t& values = object.at("values").get_binary();
    if (!values.has_subtype() ||
        (values.subtype() != INTEGERS_TAG && values.subtype() != REALS_TAG))
    {
        throw DamagedData("column '" + column.name + "' has no known type");
    }
    FromBytes({reinterpret_cast<const char*>(values.data()), values.size()},
              values.subtype() == INTEGERS_TAG ? ColumnType::INTEGERS : ColumnType::REALS,
              column);
    return column;
}

} // namespace

std::string
EncodeResult(const RunResult& result)
{
    json metrics = json::array();
    for (const Metric& metric : result.metrics)
    {
        metrics.push_back(json::array({metric.name, metric.value}));
    }
    json tables = json::array();
    for (const ResultTable& table : result.tables)
    {
        json columns = json::array();
        for (const ResultTable::Column& column : table.columns)
        {
            columns.push_back(EncodeColumn(column));
        }
        tables.push_back({{"name", table.name}, {"columns", std::move(columns)}});
    }
    const json all{{"digest", result.digest},
                   {"metrics", std::move(metrics)},
                   {"tables", std::move(tables)},
                   {"wall_seconds", result.wallSeconds}};
    std::string bytes;
    json::to_cbor(all, bytes);
    return bytes;
}

RunResult
DecodeResult(std::string_view bytes)
{
    try
    {
        const json all = json::from_cbor(bytes, true, true, json::cbor_tag_handler_t::store);
        RunResult result;
        result.digest = all.at("digest").get<std::string>();
        result.wallSeconds = all.at("wall_seconds").get<double>();
        for (const json& metric : all.at("metrics"))
        {
            result.metrics.push_back({metric.at(0).get<std::string>(), metric.at(1).get<double>()});
        }
        for (const json& object : all.at("tables"))
        {
            ResultTable& table = result.tables.emplace_back();
            table.name = object.at("name").get<std::string>();
            for (const json& column : object.at("columns"))
            {
                table.columns.push_back(DecodeColumn(column));
            }
        }
        return result;
    }
    catch (const json::exception& error)
    {
        throw DamagedData(std::string("not a whole result: ") + error.what());
    }
}

} // namespace bindstorm
