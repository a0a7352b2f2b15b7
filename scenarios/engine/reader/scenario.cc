/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "scenarios/engine/scenario.h"

#include "expect-reader.h"
#include "matrix.h"
#include "override.h"
#include "published-reader.h"
#include "run-builder.h"
#include "scenario-keys.h"
#include "selection-reader.h"
#include "table-reader.h"
#include "toml-file.h"
#include "view-reader.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace bindstorm
{

namespace
{

/// Two runs that are the same mean that an axis makes no difference, which its author did not know.
void
CheckDistinct(const MatrixBlock& block, const std::vector<RunSpec>& runs, std::size_t first)
{
    std::vector<std::size_t> order(runs.size() - first);
    std::iota(order.begin(), order.end(), first);
    const auto canonical = [&](std::size_t index) -> const std::string&
    { return runs[index].canonical; };
    std::ranges::stable_sort(order, {}, canonical);
    const auto same = std::ranges::adjacent_find(order, {}, canonical);
    if (same == order.end())
    {
        return;
    }
    const auto& a = runs[*same].parameters;
    const auto& b = runs[*(same + 1)].parameters;
    const auto differing = std::ranges::find_if(a,
                                                [&](const auto& parameter)
                                                { return !std::ranges::count(b, parameter); });
    const std::string key = differing == a.end() ? "matrix" : differing->first;
    Refuse(block.place,
           key,
           "the values \"" + runs[*same].Parameter(key).value_or("") + "\" and \"" +
               runs[*(same + 1)].Parameter(key).value_or("") + "\" give the same run twice");
}

/// Appends the runs of one block, the first axis varying slowest.
void
ExpandBlock(const MatrixBlock& block,
            ConfigNode root,
            RunBuilder& builder,
            std::vector<RunSpec>& runs)
{
    const std::size_t first = runs.size();
    std::vector<std::size_t> digits(block.axes.size(), 0);
    for (bool more = true; more;)
    {
        std::vector<std::pair<std::string, std::string>> parameters;
        if (block.part)
        {
            parameters.emplace_back("part", *block.part);
        }
        for (std::size_t i = 0; i < digits.size(); ++i)
        {
            const MatrixAxis& axis = block.axes[i];
            ScenarioKeys::Set(root, axis.target, axis.values[digits[i]]);
            parameters.emplace_back(axis.key, axis.texts[digits[i]]);
        }
        runs.push_back(builder.Build(root));
        runs.back().parameters = std::move(parameters);

        more = false;
        for (std::size_t i = digits.size(); i-- > 0 && !more;)
        {
            more = ++digits[i] < block.axes[i].values.size();
            digits[i] = more ? digits[i] : 0;
        }
    }
    CheckDistinct(block, runs, first);
}

} // namespace

Scenario
ReadScenario(const std::filesystem::path& path, const std::vector<Override>& overrides)
{
    TomlFile file = ReadTomlFile(path);
    const ScenarioKeys keys(file.root);
    RunBuilder builder(path, keys);
    builder.CheckGiven(file.root);
    std::vector<MatrixBlock> blocks = ReadMatrix(file.root, keys);
    SelectionReader axes;
    axes.Add(blocks);
    ApplyOverrides(path.string(), overrides, keys, file.root, blocks);
    axes.Add(blocks);

    const TableReader top(file.root, GetSchemaTable(""), "");
    const Settings settings = top.ReadSettings();
    Scenario scenario;
    scenario.path = path;
    scenario.title = settings.GetText("title");
    scenario.question = settings.GetText("question");
    scenario.expectations = ReadExpectations(top, axes);
    scenario.published = ReadPublished(top, axes);
    scenario.views = ReadViews(top, axes);
    scenario.runs.reserve(CountRuns(blocks));
    for (const MatrixBlock& block : blocks)
    {
        ExpandBlock(block, file.root, builder, scenario.runs);
    }
    scenario.text = std::move(file.text);
    return scenario;
}

} // namespace bindstorm
