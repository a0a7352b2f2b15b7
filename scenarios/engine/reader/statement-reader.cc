/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "statement-reader.h"

#include "expect-reader.h"
#include "matrix.h"
#include "published-reader.h"
#include "scenario-keys.h"
#include "selection-reader.h"
#include "table-reader.h"
#include "toml-file.h"
#include "view-reader.h"

#include "model/base/component-spec.h"

#include <memory>

namespace bindstorm
{

ScenarioStatements
ReadStatements(const std::string& text,
               const std::string& name,
               const std::vector<std::vector<std::pair<std::string, std::string>>>& runs)
{
    const ConfigNode root = ParseToml(text, name);
    const ScenarioKeys keys(root);
    SelectionReader axes;
    try
    {
        axes.Add(ReadMatrix(root, keys));
    }
    catch (const ConfigError&)
    {
        // It may name allocators of plug-ins, which need not be here: the runs tell what they had.
    }
    const Place place(std::make_shared<const std::string>(name + ": parameters of a stored run"));
    for (const auto& run : runs)
    {
        for (const auto& [key, value] : run)
        {
            axes.Add(key, value, keys, place);
        }
    }
    const TableReader top(root, GetSchemaTable(""), "");
    const Settings settings = top.ReadSettings();
    return {.title = settings.GetText("title"),
            .question = settings.GetText("question"),
            .expectations = ReadExpectations(top, axes),
            .published = ReadPublished(top, axes),
            .views = ReadViews(top, axes)};
}

} // namespace bindstorm
