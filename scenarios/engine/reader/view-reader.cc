/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "view-reader.h"

#include "setting-reader.h"

#include <string>
#include <utility>

namespace bindstorm
{

namespace
{

ResultView::Column
ReadColumn(const ConfigNode& node, const std::string& key)
{
    const SchemaTable& schema = GetSchemaTable("table.columns");
    if (node.AsTable() == nullptr)
    {
        const SettingInfo& metric = schema.Find("metric")->setting;
        const std::string name = std::get<std::string>(ReadSetting(node, metric, key));
        return {name, name};
    }
    const Settings settings = TableReader(node, schema, key + ".").ReadSettings();
    const std::string& metric = settings.GetText("metric");
    return {metric, HasSetting(settings, "heading") ? settings.GetText("heading") : metric};
}

std::vector<ResultView::Column>
ReadColumns(const ConfigNode& node, const std::string& key)
{
    const ConfigNode::List* list = node.AsList();
    if (list == nullptr || list->empty())
    {
        Refuse(node.place,
               key,
               R"(must be a list of metrics or of { metric = "...", heading = "..." }, is )" +
                   (list == nullptr ? node.Describe() : "an empty list"));
    }
    std::vector<ResultView::Column> columns;
    for (const ConfigNode& element : *list)
    {
        columns.push_back(
            ReadColumn(element, key + "[" + std::to_string(columns.size() + 1) + "]"));
    }
    return columns;
}

} // namespace

std::vector<ResultView>
ReadViews(const TableReader& top, const SelectionReader& axes)
{
    std::vector<ResultView> views;
    for (const ConfigNode& node : top.FindTables("table"))
    {
        const std::string prefix = "table[" + std::to_string(views.size() + 1) + "].";
        const TableReader reader(node, GetSchemaTable("table"), prefix);
        const Settings settings = reader.ReadSettings();
        ResultView view;
        view.title = settings.GetText("title");
        view.note = settings.GetText("note");
        view.columns = ReadColumns(*reader.Find("columns"), reader.FullKey("columns"));
        if (const ConfigNode* where = reader.Find("where"))
        {
            view.where = axes.Read(*where, reader.FullKey("where"));
        }
        if (const ConfigNode* group = reader.Find("group"))
        {
            view.group = axes.ReadNames(*group, reader.FullKey("group"));
        }
        views.push_back(std::move(view));
    }
    return views;
}

} // namespace bindstorm
