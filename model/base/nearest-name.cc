/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nearest-name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bindstorm
{

namespace
{

/// Levenshtein distance, one row at a time: O(|a| |b|) time, O(|b|) memory.
std::size_t
EditDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
    {
        row[j] = j;
    }
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::optional<std::string>
NearestName(std::string_view wanted, std::span<const std::string> known)
{
    std::optional<std::string> nearest;
    std::size_t limit = wanted.size() / 2;
    for (const std::string& name : known)
    {
        const std::size_t distance = EditDistance(wanted, name);
        if (distance < limit || (distance == limit && !nearest))
        {
            nearest = name;
            limit = distance;
        }
    }
    return nearest;
}

std::string
DescribeUnknownName(std::string_view what,
                    std::string_view wanted,
                    std::span<const std::string> known)
{
    std::string text = "unknown ";
    text.append(what).append(" '").append(wanted).append("'");
    if (const auto nearest = NearestName(wanted, known))
    {
        text.append(", did you mean '").append(*nearest).append("'?");
    }
    else
    {
        text.append(";");
    }
    return text.append(" known: ").append(known.empty() ? "none" : JoinNames(known));
}

std::string
JoinNames(std::span<const std::string> names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        if (i > 0)
        {
            text += i + 1 == names.size() ? " or " : ", ";
        }
        text += names[i];
    }
    return text;
}

} // namespace bindstorm
