/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "comparison-json.h"

#include <nlohmann/json.hpp>

namespace bindstorm
{

namespace
{

using nlohmann::ordered_json;

ordered_json
ParametersObject(const RunParameters& parameters)
{
    auto object = ordered_json::object();
    for (const auto& [name, value] : parameters)
    {
        object[name] = value;
    }
    return object;
}

ordered_json
SideObject(const ComparedSide& side, const std::vector<const ComparedRun*>& unmatched)
{
    auto runs = ordered_json::array();
    for (const ComparedRun* run : unmatched)
    {
        runs.push_back({{"run", run->id},
                        {"experiment", run->experiment},
                        {"parameters", ParametersObject(run->parameters)}});
    }
    return {{"label", side.label},
            {"about", side.about},
            {"runs", side.runs.size()},
            {"unmatched", std::move(runs)}};
}

ordered_json
OrNothing(const std::optional<double>& number)
{
    return number ? ordered_json(*number) : ordered_json(nullptr);
}

ordered_json
MetricObject(const ComparedMetric& metric)
{
    const PairedDifference& found = metric.difference;
    const bool isAny = found.pairs > 0;
    return {{"metric", metric.name},
            {"pairs", found.pairs},
            {"left_out", found.leftOut},
            {"mean_a", isAny ? ordered_json(found.meanBefore) : ordered_json(nullptr)},
            {"mean_b", isAny ? ordered_json(found.meanAfter) : ordered_json(nullptr)},
            {"difference", isAny ? ordered_json(found.meanDifference) : ordered_json(nullptr)},
            {"half_width_95", OrNothing(found.halfWidth)},
            {"relative_change", OrNothing(found.relativeChange)},
            {"risen", found.risen},
            {"fallen", found.fallen},
            {"equal", found.equal}};
}

} // namespace

std::string
ComparisonJson(const ComparedSides& sides,
               const RunPairing& pairing,
               const std::vector<ComparisonSection>& sections)
{
    ordered_json object{{"what", sides.what},
                        {"a", SideObject(sides.before, pairing.unmatchedBefore)},
                        {"b", SideObject(sides.after, pairing.unmatchedAfter)},
                        {"paired_by", pairing.by},
                        {"pairs", pairing.pairs.size()},
                        {"combinations", CountCombinations(pairing)},
                        {"sections", ordered_json::array()}};
    for (const ComparisonSection& section : sections)
    {
        auto metrics = ordered_json::array();
        for (const ComparedMetric& metric : section.metrics)
        {
            metrics.push_back(MetricObject(metric));
        }
        object["sections"].push_back({{"where", ParametersObject(section.where)},
                                      {"pairs", section.pairs},
                                      {"identical", section.identical},
                                      {"metrics", std::move(metrics)}});
    }
    return object.dump();
}

} // namespace bindstorm
