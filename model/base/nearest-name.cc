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
#include <limits>
#include <utility>
#include <vector>

namespace bindstorm
{

namespace
{

enum class Extent
{
    WHOLE, ///< of b
    PART   ///< that part of b which is nearest to a
};

/// Levenshtein distance in which two swapped neighbours are one edit, as typing has it ("rnu"), one
/// row at a time: O(|a| |b|) time, O(|b|) memory.
std::size_t
EditDistance(std::string_view a, std::string_view b, Extent extent = Extent::WHOLE)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
    {
        row[j] = extent == Extent::WHOLE ? j : 0;
    }
    std::vector<std::size_t> above;
    std::vector<std::size_t> twoAbove;
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        twoAbove = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                row[j] = std::min(row[j], twoAbove[j - 2] + 1);
            }
        }
    }
    return extent == Extent::WHOLE ? row.back() : *std::min_element(row.begin(), row.end());
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

std::optional<std::string>
NearestNameByPart(std::string_view wanted, std::span<const std::string> known)
{
    if (wanted.empty())
    {
        return std::nullopt; // which is a part of every name
    }
    std::optional<std::string> nearest;
    std::pair<std::size_t, std::size_t> least{wanted.size() / 2,
                                              std::numeric_limits<std::size_t>::max()};
    for (const std::string& name : known)
    {
        // Of several that have such a part the one with the least beside it.
        const std::pair distance{EditDistance(wanted, name, Extent::PART),
                                 EditDistance(wanted, name)};
        if (distance < least)
        {
            nearest = name;
            least = distance;
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
