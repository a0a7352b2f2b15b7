/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARED_SIDES_H
#define BINDSTORM_COMPARED_SIDES_H

#include "compared-run.h"

#include <optional>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * Both sides of a comparison.
 */
struct ComparedSides
{
    std::string what; ///< "two stores", "two builds", "two values of server.allocator"
    ComparedSide before;
    ComparedSide after;
    /// The parameter in which the sides differ, when they are two of its values.
    std::optional<std::string> parameter;
};

/**
 * @ingroup engine
 * @param text "STORE" or "STORE#EXPERIMENT"; a file of that whole name comes first
 * @return path and experiment, which is empty where none is named
 */
std::pair<std::string, std::string> SplitStoreName(const std::string& text);

/**
 * @ingroup engine
 * @param before,after "STORE" (of each experiment's name the newest one) or "STORE#EXPERIMENT"
 * @throws StoreError for what is no store, ConfigError for an unknown experiment
 */
ComparedSides SelectStores(const std::string& before, const std::string& after);

/**
 * @ingroup engine
 * Finds out what two words mean in one store, in this order: two experiments (name or number), two
 * builds (the beginning of a commit, four characters at least, "+" and the beginning of the hash of
 * changes where there are any), two values of one parameter ("uniform", or "host.allocator=uniform"
 * where several parameters have that value).
 * @param experiment when not empty, only this one is looked at for values, only those of this name
 *        for builds, and the words are not experiments
 * @throws ConfigError when they mean nothing in common, with what was looked for
 */
ComparedSides SelectInStore(const ResultStore& store,
                            const std::string& experiment,
                            const std::string& before,
                            const std::string& after);

} // namespace bindstorm

#endif // BINDSTORM_COMPARED_SIDES_H
