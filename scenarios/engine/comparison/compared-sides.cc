/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "compared-sides.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"
#include "scenarios/engine/record/find-experiment.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

namespace bindstorm
{

namespace
{

ComparedSide
MakeSide(const std::string& label, std::vector<ComparedRun> runs)
{
    std::string about = DescribeRuns(runs);
    return {label, std::move(about), std::move(runs)};
}

ComparedSide
SideOfStore(const std::string& text)
{
    const auto [path, experiment] = SplitStoreName(text);
    const ResultStore store = ResultStore::OpenForReading(path);
    return MakeSide(text,
                    LoadRuns(store,
                             experiment.empty() ? NewestOfEachName(store)
                                                : std::vector{FindExperiment(store, experiment)}));
}

/// @return the experiment of that name or number, or nothing
std::optional<StoredExperiment>
TryExperiment(const ResultStore& store, const std::string& wanted)
{
    for (const StoredExperiment& experiment : store.ListExperiments())
    {
        if (experiment.name == wanted || std::to_string(experiment.id) == wanted)
        {
            return FindExperiment(store, wanted);
        }
    }
    return std::nullopt;
}

bool
IsBuild(const BuildInfo& build, const std::string& wanted)
{
    constexpr std::size_t SHORTEST = 4;
    const auto plus = wanted.find('+');
    const std::string commit = wanted.substr(0, plus);
    return commit.size() >= SHORTEST && build.commit.starts_with(commit) &&
           (plus == std::string::npos ||
            (!build.changes.empty() && build.changes.starts_with(wanted.substr(plus + 1))));
}

/**
 * @return identity of the build that is meant; a clean one before those with changes
 * @throws ConfigError when several could be meant
 */
std::optional<std::string>
FindBuild(const std::vector<ComparedRun>& runs, const std::string& wanted)
{
    std::map<std::string, BuildInfo> found;
    std::optional<std::string> clean;
    for (const ComparedRun& run : runs)
    {
        if (IsBuild(run.build, wanted))
        {
            found.emplace(run.build.Identity(), run.build);
        }
    }
    std::vector<std::string> names;
    std::size_t cleanOnes = 0;
    for (const auto& [identity, build] : found)
    {
        names.push_back(build.ShortIdentity());
        if (build.changes.empty())
        {
            clean = identity;
            ++cleanOnes;
        }
    }
    if (found.size() > 1 && cleanOnes != 1)
    {
        throw ConfigError("'" + wanted + "' may be the build " + JoinNames(names));
    }
    return found.empty() ? std::nullopt : clean ? clean : std::optional(found.begin()->first);
}

/// A value of a parameter, written with or without its name.
struct WantedValue
{
    std::string parameter; ///< empty: any
    std::string value;
};

WantedValue
ParseWanted(const std::string& text, const std::set<std::string>& parameters)
{
    const auto equals = text.find('=');
    if (equals != std::string::npos && parameters.contains(text.substr(0, equals)))
    {
        return {text.substr(0, equals), text.substr(equals + 1)};
    }
    return {"", text};
}

const std::string*
ValueOf(const ComparedRun& run, const std::string& parameter)
{
    const auto found =
        std::ranges::find(run.parameters, parameter, &RunParameters::value_type::first);
    return found == run.parameters.end() ? nullptr : &found->second;
}

using ValuesByParameter = std::map<std::string, std::set<std::string>>;

ValuesByParameter
CollectValues(const std::vector<ComparedRun>& runs)
{
    ValuesByParameter values;
    for (const ComparedRun& run : runs)
    {
        for (const auto& [name, value] : run.parameters)
        {
            values[name].insert(value);
        }
    }
    return values;
}

/// @return the parameters that have both values
std::vector<std::string>
FindParameters(const ValuesByParameter& values, const std::array<WantedValue, 2>& wanted)
{
    std::vector<std::string> found;
    for (const auto& [name, known] : values)
    {
        const auto fits = [&parameter = name, &all = known](const WantedValue& side) {
            return (side.parameter.empty() || side.parameter == parameter) &&
                   all.contains(side.value);
        };
        if (std::ranges::all_of(wanted, fits))
        {
            found.push_back(name);
        }
    }
    return found;
}

[[noreturn]] void
RefuseWords(const ResultStore& store,
            bool isOneExperiment,
            const std::string& before,
            const std::string& after,
            const ValuesByParameter& values,
            bool hasRuns)
{
    if (!hasRuns)
    {
        throw ConfigError(store.GetPath().string() + ": there is no finished run to compare");
    }
    std::vector<std::string> known;
    for (const auto& [name, all] : values)
    {
        if (all.size() > 1)
        {
            known.push_back(fmt::format("{} ({})", name, fmt::join(all, ", ")));
        }
    }
    throw ConfigError(fmt::format(
        "{}: '{}' and '{}' are not {}two builds or two values of one parameter; what varies: {}",
        store.GetPath().string(),
        before,
        after,
        isOneExperiment ? "" : "two experiments, ",
        known.empty() ? "nothing" : fmt::format("{}", fmt::join(known, "; "))));
}

void
RefuseSame(bool isSame, const char* what, const std::string& before, const std::string& after)
{
    if (isSame)
    {
        throw ConfigError(
            fmt::format("'{}' and '{}' are one and the same {}", before, after, what));
    }
}

ComparedSides
SelectValues(const ResultStore& store,
             bool isOneExperiment,
             const std::vector<ComparedRun>& runs,
             const std::string& before,
             const std::string& after)
{
    const ValuesByParameter values = CollectValues(runs);
    std::set<std::string> names;
    for (const auto& [name, known] : values)
    {
        names.insert(name);
    }
    const std::array<WantedValue, 2> wanted{ParseWanted(before, names), ParseWanted(after, names)};
    const std::vector<std::string> found = FindParameters(values, wanted);
    if (found.empty() || before == after)
    {
        RefuseWords(store, isOneExperiment, before, after, values, !runs.empty());
    }
    if (found.size() > 1)
    {
        throw ConfigError(fmt::format("'{}' and '{}' are values of {}: write one of them as {}={}",
                                      before,
                                      after,
                                      JoinNames(found),
                                      found.front(),
                                      before));
    }
    std::array<std::vector<ComparedRun>, 2> sides;
    for (const ComparedRun& run : runs)
    {
        const std::string* value = ValueOf(run, found.front());
        for (std::size_t side = 0; side < sides.size(); ++side)
        {
            if (value != nullptr && *value == wanted[side].value)
            {
                sides[side].push_back(run);
            }
        }
    }
    return {"two values of " + found.front(),
            MakeSide(wanted[0].value, std::move(sides[0])),
            MakeSide(wanted[1].value, std::move(sides[1])),
            found.front()};
}

} // namespace

std::pair<std::string, std::string>
SplitStoreName(const std::string& text)
{
    std::error_code ignored; // what cannot be looked at is opened later, which says why
    const auto hash = text.rfind('#');
    if (hash == std::string::npos || std::filesystem::exists(text, ignored))
    {
        return {text, ""};
    }
    return {text.substr(0, hash), text.substr(hash + 1)};
}

ComparedSides
SelectStores(const std::string& before, const std::string& after)
{
    ComparedSides sides{"two stores", SideOfStore(before), SideOfStore(after), std::nullopt};
    std::error_code ignored; // both were opened just now
    const auto [path, experiment] = SplitStoreName(before);
    const auto [otherPath, other] = SplitStoreName(after);
    if (experiment == other && std::filesystem::equivalent(path, otherPath, ignored))
    {
        throw ConfigError("'" + before + "' and '" + after + "' are one and the same");
    }
    return sides;
}

ComparedSides
SelectInStore(const ResultStore& store,
              const std::string& experiment,
              const std::string& before,
              const std::string& after)
{
    const bool isOne = !experiment.empty();
    if (!isOne)
    {
        const auto a = TryExperiment(store, before);
        const auto b = TryExperiment(store, after);
        if (a && b)
        {
            RefuseSame(a->id == b->id, "experiment", before, after);
            return {"two experiments",
                    MakeSide(before, LoadRuns(store, {*a})),
                    MakeSide(after, LoadRuns(store, {*b})),
                    std::nullopt};
        }
    }
    std::vector<StoredExperiment> experiments = store.ListExperiments();
    std::vector<StoredExperiment> newest = NewestOfEachName(store);
    if (isOne)
    {
        newest = {FindExperiment(store, experiment)};
        std::erase_if(experiments,
                      [&](const auto& other) { return other.name != newest.front().name; });
    }
    const std::vector<ComparedRun> all = LoadRuns(store, experiments);
    const auto a = FindBuild(all, before);
    const auto b = FindBuild(all, after);
    if (a && b)
    {
        RefuseSame(*a == *b, "build", before, after);
        const auto runsOf = [&all](const std::string& identity)
        {
            std::vector<ComparedRun> runs = all;
            std::erase_if(runs, [&](const auto& run) { return run.build.Identity() != identity; });
            return runs;
        };
        return {"two builds", MakeSide(before, runsOf(*a)), MakeSide(after, runsOf(*b)), {}};
    }
    return SelectValues(store, isOne, LoadRuns(store, newest), before, after);
}

} // namespace bindstorm
