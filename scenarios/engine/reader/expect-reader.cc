/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "expect-reader.h"

#include "number-text.h"
#include "setting-reader.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace bindstorm
{

namespace
{

/// In the order of Expectation::Aggregate.
constexpr std::array<std::string_view, 6> AGGREGATES{"each", "mean", "min", "max", "sum", "count"};

/// @return the two numbers of a list, the lower one first
std::pair<double, double>
ReadInterval(const ConfigNode& node, const std::string& key)
{
    const ConfigNode::List* list = node.AsList();
    if (list == nullptr || list->size() != 2)
    {
        Refuse(
            node.place,
            key,
            "must be a list of two numbers, [1.40, 1.44], is " +
                (list == nullptr ? node.Describe() : "a list of " + std::to_string(list->size())));
    }
    const SettingInfo& number = GetSchemaTable("expect").Find("at_least")->setting;
    const double low = std::get<double>(ReadSetting(list->front(), number, key));
    const double high = std::get<double>(ReadSetting(list->back(), number, key));
    if (low > high)
    {
        Refuse(node.place,
               key,
               "must have the lower number first: [" + NumberText(high) + ", " + NumberText(low) +
                   "]");
    }
    return {low, high};
}

void
ReadBounds(const ConfigNode& node, const TableReader& reader, Expectation& expectation)
{
    const Settings settings = reader.ReadSettings();
    const bool hasLeast = HasSetting(settings, "at_least");
    const bool hasMost = HasSetting(settings, "at_most");
    const bool hasEquals = HasSetting(settings, "equals");
    const ConfigNode* within = reader.Find("within");
    const int forms =
        (hasLeast || hasMost ? 1 : 0) + (hasEquals ? 1 : 0) + (within != nullptr ? 1 : 0);
    if (forms != 1)
    {
        Refuse(
            node.place,
            reader.FullKey("at_least"),
            std::string(forms == 0 ? "a condition is missing" : "conditions exclude each other") +
                ": give at_least or at_most or both, or else equals, or else within");
    }
    if (hasLeast)
    {
        expectation.atLeast = settings.GetNumber("at_least");
    }
    if (hasMost)
    {
        expectation.atMost = settings.GetNumber("at_most");
    }
    if (hasEquals)
    {
        expectation.atLeast = settings.GetNumber("equals");
        expectation.atMost = expectation.atLeast;
    }
    if (within != nullptr)
    {
        std::tie(expectation.atLeast, expectation.atMost) =
            ReadInterval(*within, reader.FullKey("within"));
    }
    if (expectation.atLeast > expectation.atMost)
    {
        Refuse(reader.PlaceOf("at_most"),
               reader.FullKey("at_most"),
               "must not be less than at_least, " + NumberText(expectation.atLeast) + ", is " +
                   NumberText(expectation.atMost));
    }
}

} // namespace

std::vector<Expectation>
ReadExpectations(const TableReader& top, const SelectionReader& axes)
{
    std::vector<Expectation> expectations;
    for (const ConfigNode& node : top.FindTables("expect"))
    {
        const std::string prefix = "expect[" + std::to_string(expectations.size() + 1) + "].";
        const TableReader reader(node, GetSchemaTable("expect"), prefix);
        const Settings settings = reader.ReadSettings();
        Expectation expectation;
        expectation.metric = settings.GetText("metric");
        expectation.reason = settings.GetText("reason");
        expectation.line = node.place.Line();
        expectation.aggregate = static_cast<Expectation::Aggregate>(
            std::ranges::find(AGGREGATES, settings.GetText("aggregate")) - AGGREGATES.begin());
        if (const ConfigNode* where = reader.Find("where"))
        {
            expectation.where = axes.Read(*where, reader.FullKey("where"));
        }
        if (const ConfigNode* ratioTo = reader.Find("ratio_to"))
        {
            expectation.ratioTo = axes.Read(*ratioTo, reader.FullKey("ratio_to"));
            if (expectation.ratioTo->empty())
            {
                Refuse(ratioTo->place,
                       reader.FullKey("ratio_to"),
                       "is empty: every value would be divided by itself");
            }
        }
        ReadBounds(node, reader, expectation);
        expectations.push_back(std::move(expectation));
    }
    return expectations;
}

} // namespace bindstorm
