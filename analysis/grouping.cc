/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "grouping.h"

#include "model/base/component-spec.h"

#include <fmt/format.h>

namespace bindstorm
{

Grouping::Grouping(uint16_t low, uint16_t high)
    : m_low(low),
      m_size(uint32_t{high} - low + 1)
{
    if (high < low)
    {
        throw ConfigError(fmt::format("port range {}-{} ends before it begins", low, high));
    }
}

Grouping
Grouping::EqualBins(uint16_t low, uint16_t high, uint32_t bins)
{
    if (bins < 1 || bins > 4096)
    {
        throw ConfigError(fmt::format("{} bins of a port range: 1 to 4096 are possible", bins));
    }
    Grouping grouping(low, high);
    grouping.m_name = bins == 16 ? "sixteenths" : fmt::format("{} equal bins", bins);
    grouping.m_groups = bins;
    grouping.m_reciprocal = (uint64_t{1} << 48) / grouping.m_size + 1;
    return grouping;
}

Grouping
Grouping::Residues(uint16_t low, uint16_t high, uint32_t bits)
{
    if (bits < 1 || bits > 16)
    {
        throw ConfigError(fmt::format("residues of {} bits: 1 to 16 are possible", bits));
    }
    Grouping grouping(low, high);
    grouping.m_groups = uint32_t{1} << bits;
    grouping.m_mask = grouping.m_groups - 1;
    switch (bits)
    {
    case 1:
        grouping.m_name = "parity";
        break;
    case 7:
        grouping.m_name = "chain (mod 128)";
        break;
    case 8:
        grouping.m_name = "low byte";
        break;
    default:
        grouping.m_name = fmt::format("residue mod {}", grouping.m_groups);
    }
    return grouping;
}

std::vector<Grouping>
Grouping::Standard(uint16_t low, uint16_t high)
{
    std::vector<Grouping> groupings{Residues(low, high, 1), EqualBins(low, high, 16)};
    for (const uint32_t bits : {2U, 3U, 4U, 7U, 8U})
    {
        groupings.push_back(Residues(low, high, bits));
    }
    return groupings;
}

const std::string&
Grouping::GetName() const
{
    return m_name;
}

uint32_t
Grouping::CountGroups() const
{
    return m_groups;
}

template <class Sum, class Value>
std::vector<Value>
Grouping::SumIn(std::span<const Value> values) const
{
    if (values.size() != m_size)
    {
        throw ConfigError(fmt::format("{} values for a range of {} ports", values.size(), m_size));
    }
    std::vector<Sum> sums(m_groups);
    for (uint32_t i = 0; i < m_size; ++i)
    {
        sums[GroupOf(static_cast<uint16_t>(m_low + i))] += static_cast<Sum>(values[i]);
    }
    std::vector<Value> result;
    result.reserve(sums.size());
    for (const Sum& sum : sums)
    {
        result.push_back(static_cast<Value>(sum));
    }
    return result;
}

std::vector<uint64_t>
Grouping::Sum(std::span<const uint64_t> values) const
{
    return SumIn<uint64_t>(values);
}

std::vector<double>
Grouping::Sum(std::span<const double> values) const
{
    return SumIn<long double>(values);
}

} // namespace bindstorm
