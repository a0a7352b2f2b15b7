/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "content-hash.h"

#include "column-codec.h"
#include "sha256.h"

#include <array>
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdio>

namespace bindstorm
{

RunResult
Normalized(RunResult result)
{
    std::erase_if(result.metrics, [](const Metric& metric) { return std::isnan(metric.value); });
    for (Metric& metric : result.metrics)
    {
        metric.value = metric.value == 0.0 ? 0.0 : metric.value;
    }
    return result;
}

std::string
ContentHash(const RunResult& result)
{
    std::string text = "digest " + result.digest + "\n";
    for (const Metric& metric : result.metrics)
    {
        std::array<char, 17> bits{};
        std::snprintf(bits.data(),
                      bits.size(),
                      "%016" PRIx64,
                      std::bit_cast<uint64_t>(metric.value));
        text += "metric " + metric.name + " " + bits.data() + "\n";
    }
    for (const ResultTable& table : result.tables)
    {
        text += "table " + table.name + "\n";
        for (const ResultTable::Column& column : table.columns)
        {
            text += "column " + column.name + " ";
            text += NameOf(TypeOf(column));
            text += " " + Sha256(ToBytes(column)) + "\n";
        }
    }
    return Sha256(text);
}

} // namespace bindstorm
