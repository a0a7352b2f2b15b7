/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "published-reader.h"

#include "model/base/nearest-name.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace bindstorm
{

namespace
{

std::optional<std::string>
FindText(const Settings& settings, const std::string& name)
{
    return HasSetting(settings, name) ? std::optional(settings.GetText(name)) : std::nullopt;
}

std::string
Prefix(std::size_t index)
{
    return "published[" + std::to_string(index + 1) + "].";
}

/// A prediction may stand before the figure it comes from, so this needs all of them.
void
CheckPredictions(const ConfigNode::List& nodes, const std::vector<PublishedFigure>& figures)
{
    std::vector<std::string> fitted;
    for (const PublishedFigure& figure : figures)
    {
        if (figure.fit)
        {
            fitted.push_back(figure.label);
        }
    }
    for (std::size_t i = 0; i < figures.size(); ++i)
    {
        const auto& from = figures[i].predictFrom;
        if (from && std::ranges::find(fitted, *from) == fitted.end())
        {
            Refuse(nodes[i].Find("predict_from")->place,
                   Prefix(i) + "predict_from",
                   DescribeUnknownName("label of a figure with fit", *from, fitted));
        }
    }
}

} // namespace

std::vector<PublishedFigure>
ReadPublished(const TableReader& top, const SelectionReader& axes)
{
    const ConfigNode::List& nodes = top.FindTables("published");
    std::vector<PublishedFigure> figures;
    for (const ConfigNode& node : nodes)
    {
        const TableReader reader(node, GetSchemaTable("published"), Prefix(figures.size()));
        const Settings settings = reader.ReadSettings();
        PublishedFigure figure;
        figure.label = settings.GetText("label");
        figure.metric = settings.GetText("metric");
        figure.value = settings.GetNumber("value");
        figure.unit = settings.GetText("unit");
        figure.source = settings.GetText("source");
        figure.fit = FindText(settings, "fit");
        figure.predictFrom = FindText(settings, "predict_from");
        figure.line = node.place.Line();
        if (const ConfigNode* where = reader.Find("where"))
        {
            figure.where = axes.Read(*where, reader.FullKey("where"));
        }
        if (const ConfigNode* ratioTo = reader.Find("ratio_to"))
        {
            figure.ratioTo = axes.Read(*ratioTo, reader.FullKey("ratio_to"));
            if (figure.ratioTo->empty() || figure.fit || figure.predictFrom)
            {
                Refuse(
                    ratioTo->place,
                    reader.FullKey("ratio_to"),
                    figure.ratioTo->empty()
                        ? "is empty: the metric would be divided by itself"
                        : "goes with a figure without fit and predict_from, which concern times");
            }
        }
        if (figure.fit && figure.predictFrom)
        {
            Refuse(reader.PlaceOf("predict_from"),
                   reader.FullKey("predict_from"),
                   "goes with a figure without fit: a cost cannot be fitted to what it predicts");
        }
        if (std::ranges::find(figures, figure.label, &PublishedFigure::label) != figures.end())
        {
            Refuse(reader.PlaceOf("label"),
                   reader.FullKey("label"),
                   "\"" + figure.label + "\" is the label of another figure");
        }
        figures.push_back(std::move(figure));
    }
    CheckPredictions(nodes, figures);
    return figures;
}

} // namespace bindstorm
