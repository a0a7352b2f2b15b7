/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NEAREST_NAME_H
#define BINDSTORM_NEAREST_NAME_H

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * @param wanted what was written
 * @param known what exists
 * @return the known name with the smallest edit distance (Levenshtein's, and two swapped neighbours
 * are one edit; the first of several), if that is at most half the length of what was written
 */
std::optional<std::string> NearestName(std::string_view wanted, std::span<const std::string> known);

/**
 * @ingroup base
 * For long names made of parts, of which someone wrote a few: "p.chain" is meant to be
 * "server.p.bind.chain_scans_per_op".
 * @param wanted what was written
 * @param known what exists
 * @return the known name with a part of the smallest edit distance, if that is at most half the
 * length of what was written; of several the one that is nearest as a whole, or the first
 */
std::optional<std::string> NearestNameByPart(std::string_view wanted,
                                             std::span<const std::string> known);

/**
 * @ingroup base
 * @param what what a name stands for, e.g. "generator"
 * @param wanted what was written
 * @param known what exists
 * @return the sentence "unknown generator 'tauss88', did you mean 'taus88'? known: ..."
 */
std::string DescribeUnknownName(std::string_view what,
                                std::string_view wanted,
                                std::span<const std::string> known);

/// @return the names as "a, b or c"
std::string JoinNames(std::span<const std::string> names);

} // namespace bindstorm

#endif // BINDSTORM_NEAREST_NAME_H
