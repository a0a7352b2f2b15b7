/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "find-experiment.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"

#include <set>
#include <vector>

namespace bindstorm
{

StoredExperiment
FindExperiment(const ResultStore& store, const std::string& wanted)
{
    const auto all = store.ListExperiments();
    for (auto i = all.rbegin(); i != all.rend(); ++i)
    {
        if (i->name == wanted || std::to_string(i->id) == wanted)
        {
            return *i;
        }
    }
    std::set<std::string> unique;
    for (const StoredExperiment& experiment : all)
    {
        unique.insert(experiment.name);
    }
    const std::vector<std::string> names(unique.begin(), unique.end());
    throw ConfigError(store.GetPath().string() + ": " +
                      DescribeUnknownName("experiment", wanted, names));
}

} // namespace bindstorm
