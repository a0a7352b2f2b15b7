/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "schema-tables.h"

#include "model/base/work-counters.h"

namespace bindstorm
{

namespace
{

/// Any double that is not infinite.
constexpr double ANY = 1e300;

KeyInfo
Number(const std::string& name, const std::string& help, const std::string& example)
{
    return {.setting = {.name = name,
                        .type = SettingType::NUMBER,
                        .defaultValue = {},
                        .low = -ANY,
                        .high = ANY,
                        .help = help},
            .example = example};
}

KeyInfo
Shaped(KeyInfo key, KeyShape shape)
{
    key.shape = shape;
    return key;
}

KeyInfo
Optional(KeyInfo key, const std::string& defaultText)
{
    key.isOptional = true;
    key.defaultText = defaultText;
    return key;
}

KeyInfo
Where(const std::string& help)
{
    return Optional(Shaped(TextKey("where", help, R"({ "server.allocator" = "uniform" })"),
                           KeyShape::SELECTION),
                    "all runs");
}

SchemaTable
DescribeExpect()
{
    return {
        "expect",
        "[[expect]]",
        "A condition on a metric with its reason: at least one of at_least, at_most, equals and "
        "within.",
        {
            TextKey("metric", "The metric compared", "\"server.ports.p_value\""),
            Where("The runs compared: matrix axis = value, \"part\" = name of a block"),
            {.setting = {.name = "aggregate",
                         .type = SettingType::CHOICE,
                         .defaultValue = "each",
                         .choices = {"each", "mean", "min", "max", "sum", "count"},
                         .help = "How the values of the runs become the number compared; each: "
                                 "every run by itself, count: number of runs with the metric"},
             .example = "\"mean\""},
            Optional(Shaped(TextKey("ratio_to",
                                    "Divides each value by that of the run that differs in these "
                                    "axes only",
                                    R"({ "server.allocator" = "linux-2.6.28" })"),
                            KeyShape::SELECTION),
                     "the value itself"),
            Optional(Number("at_least", "Least number that passes", "0.001"), "no limit"),
            Optional(Number("at_most", "Greatest number that passes", "0.05"), "no limit"),
            Optional(Number("equals", "The only number that passes", "61743"), "no limit"),
            Optional(
                Shaped(TextKey("within", "Least and greatest number that pass", "[1.40, 1.44]"),
                       KeyShape::INTERVAL),
                "no limit"),
            TextKey("reason",
                    "Why this must hold: a law, a count, a published figure",
                    "\"the bitmap visits each chain once\""),
        },
    };
}

SchemaTable
DescribePublished()
{
    const std::vector<std::string> counters(WorkCounters::NAMES.begin(), WorkCounters::NAMES.end());
    return {
        "published",
        "[[published]]",
        "A figure that others published, with its source. It is printed beside ours and decides "
        "nothing.",
        {
            TextKey("label", "Name of the figure; unique", "\"bind at full range, 2.6.28\""),
            TextKey("metric", "Our metric of the same meaning", "\"server.bind.mean_ns\""),
            Where("The runs of the same meaning"),
            Optional(Shaped(TextKey("ratio_to",
                                    "Our figure is the ratio of the metric to that of the runs "
                                    "that differ in these axes only",
                                    R"({ "server.allocator" = "linux-2.6.28" })"),
                            KeyShape::SELECTION),
                     "the metric itself"),
            Number("value", "The figure", "250"),
            TextKey("unit", "Its unit", "\"ms\""),
            TextKey("source", "Who published it, where and when", "\"netdev, 12 January 2009\""),
            {.setting = {.name = "fit",
                         .type = SettingType::CHOICE,
                         .defaultValue = {},
                         .choices = counters,
                         .help = "The cost of this counter is fitted so that counter times cost "
                                 "gives the figure"},
             .isOptional = true,
             .defaultText = "nothing is fitted",
             .example = "\"node_visits\""},
            Optional(TextKey("predict_from",
                             "Label of a figure with fit: the metric is predicted from the cost "
                             "fitted there",
                             "\"bind at full range, 2.6.28\""),
                     "nothing is predicted"),
        },
    };
}

SchemaTable
DescribeTable()
{
    return {
        "table",
        "[[table]]",
        "A table printed when the experiment ends: a line a run, or a line a group of runs.",
        {
            TextKey("title", "One line above the table", "\"What one bind costs\""),
            {.setting = {.name = "note",
                         .type = SettingType::TEXT,
                         .defaultValue = "",
                         .help = "One sentence that says what one sees"},
             .example = "\"The bitmap's cost does not depend on occupancy.\""},
            Where("The runs shown"),
            Shaped(TextKey("columns",
                           "Metrics shown, each with a heading where its name is too long",
                           R"(["server.bind.count", { metric = "server.bind.mean_ns", )"
                           R"(heading = "ns" }])"),
                   KeyShape::COLUMNS),
            Optional(Shaped(TextKey("group",
                                    "Matrix axes kept as columns; runs that agree in them share a "
                                    "line",
                                    R"(["server.allocator"])"),
                            KeyShape::NAMES),
                     "all axes, a line a run"),
        },
    };
}

SchemaTable
DescribeColumn()
{
    return {
        "table.columns",
        "columns of [[table]]",
        "One column of a table.",
        {
            TextKey("metric", "The metric shown", "\"server.bind.mean_ns\""),
            Optional(TextKey("heading", "Heading of the column", "\"ns\""), "the metric"),
        },
    };
}

} // namespace

std::vector<SchemaTable>
DescribeCheckTables()
{
    return {DescribeExpect(), DescribePublished(), DescribeTable(), DescribeColumn()};
}

} // namespace bindstorm
