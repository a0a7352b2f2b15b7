/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "run-pairing.h"

#include "model/base/component-spec.h"

#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

namespace bindstorm
{

namespace
{

using KeyOf = std::function<std::string(const ComparedRun&)>;

/// @return names and values, the one parameter left out, so that equal texts mean equal parameters
std::string
ParametersKey(const RunParameters& parameters, const std::optional<std::string>& without)
{
    std::set<std::string> parts;
    for (const auto& [name, value] : parameters)
    {
        if (name != without)
        {
            parts.insert(name + "\n" + value + "\n");
        }
    }
    return fmt::format("{}", fmt::join(parts, "\n"));
}

std::map<std::string, const ComparedRun*>
IndexRuns(const std::vector<ComparedRun>& runs, const KeyOf& keyOf)
{
    std::map<std::string, const ComparedRun*> index;
    for (const ComparedRun& run : runs)
    {
        const ComparedRun*& place = index[keyOf(run)];
        place = place == nullptr || place->id < run.id ? &run : place;
    }
    return index;
}

RunPairing
PairBy(const std::string& what, const ComparedSides& sides, const KeyOf& keyOf)
{
    RunPairing pairing{what, {}, {}, {}};
    const auto before = IndexRuns(sides.before.runs, keyOf);
    const auto after = IndexRuns(sides.after.runs, keyOf);
    // In the order of the experiment, not of the keys.
    for (const ComparedRun& run : sides.before.runs)
    {
        const std::string key = keyOf(run);
        if (before.at(key) != &run)
        {
            continue;
        }
        const auto partner = after.find(key);
        if (partner == after.end())
        {
            pairing.unmatchedBefore.push_back(&run);
            continue;
        }
        RunParameters parameters = run.parameters;
        std::erase_if(parameters,
                      [&](const auto& parameter) { return parameter.first == sides.parameter; });
        pairing.pairs.push_back({&run, partner->second, std::move(parameters)});
    }
    for (const ComparedRun& run : sides.after.runs)
    {
        const std::string key = keyOf(run);
        if (after.at(key) == &run && !before.contains(key))
        {
            pairing.unmatchedAfter.push_back(&run);
        }
    }
    return pairing;
}

bool
HasOneExperiment(const ComparedSide& side)
{
    std::set<std::string> names;
    for (const ComparedRun& run : side.runs)
    {
        names.insert(run.experiment);
    }
    return names.size() == 1;
}

} // namespace

RunPairing
PairRuns(const ComparedSides& sides)
{
    const auto byParameters = [&](const ComparedRun& run)
    { return run.experiment + "\n" + ParametersKey(run.parameters, sides.parameter); };
    RunPairing pairing;
    std::string tried;
    if (sides.parameter)
    {
        tried = "runs of one experiment that are equal in all but " + *sides.parameter;
        pairing = PairBy("all else equal", sides, byParameters);
    }
    else
    {
        tried = "runs of equal specification, and runs of equal parameters";
        pairing =
            PairBy("equal specifications", sides, [](const auto& run) { return run.specHash; });
        if (pairing.pairs.empty() && HasOneExperiment(sides.before) &&
            HasOneExperiment(sides.after))
        {
            pairing =
                PairBy("equal parameters",
                       sides,
                       [](const auto& run) { return ParametersKey(run.parameters, std::nullopt); });
        }
        else if (pairing.pairs.empty())
        {
            tried += " in experiments of equal name";
            pairing = PairBy("equal parameters", sides, byParameters);
        }
    }
    if (pairing.pairs.empty())
    {
        throw ConfigError(fmt::format("nothing to compare: looked for {}; A is {} ({}), B is {} "
                                      "({})",
                                      tried,
                                      sides.before.label,
                                      sides.before.about,
                                      sides.after.label,
                                      sides.after.about));
    }
    return pairing;
}

} // namespace bindstorm
