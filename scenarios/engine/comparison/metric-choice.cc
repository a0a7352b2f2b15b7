/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "metric-choice.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace bindstorm
{

namespace
{

/// What one wants to know of most changes, in this order.
constexpr std::array<std::string_view, 22> USUAL_ENDINGS{".p_value",
                                                         ".rejected",
                                                         ".bind.steps_per_op",
                                                         ".bind.chain_scans_per_op",
                                                         ".bind.node_visits_per_op",
                                                         ".bind.mean_ns",
                                                         ".bind.p50_ns",
                                                         ".bind.p99_ns",
                                                         ".bind.max_ns",
                                                         ".frame.p99_ns",
                                                         ".frame.late",
                                                         ".no_drop_pps",
                                                         ".establishment_pps",
                                                         ".throughput_pps",
                                                         ".tear_down_per_second",
                                                         ".capacity",
                                                         ".node_visits_per_packet",
                                                         ".mean_ns",
                                                         ".p99_ns",
                                                         ".success",
                                                         ".offered_load",
                                                         ".end.links"};

/// Failures are shown where there are any.
constexpr std::array<std::string_view, 3> FAILURE_PARTS{".errors.",
                                                        ".set_up_failures",
                                                        ".queue_full"};

/// By name: whether any run of a pair has it other than 0.
using MetricNames = std::map<std::string, bool>;

MetricNames
CommonMetrics(const RunPairing& pairing)
{
    MetricNames names;
    for (const RunPairing::Pair& pair : pairing.pairs)
    {
        for (const auto& [name, value] : pair.before->metrics)
        {
            const auto other = pair.after->metrics.find(name);
            if (other != pair.after->metrics.end())
            {
                names[name] = names[name] || value != 0 || other->second != 0;
            }
        }
    }
    return names;
}

/// @return every way to write a metric: its name, and what follows each '.' in it
std::vector<std::string>
NamesAndTails(const MetricNames& known)
{
    std::vector<std::string> names;
    for (const auto& [name, isSeen] : known)
    {
        names.push_back(name);
        for (auto dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
        {
            names.push_back(name.substr(dot + 1));
        }
    }
    return names;
}

/// @return the metric that may be meant, with as few parts of its name as were written
std::optional<std::string>
NearestMetric(const std::string& wanted, const MetricNames& known)
{
    const std::vector<std::string> written = NamesAndTails(known);
    const auto nearest = NearestName(wanted, written);
    return nearest ? nearest : NearestNameByPart(wanted, written);
}

std::vector<std::string>
UsualMetrics(const MetricNames& known)
{
    std::vector<std::string> chosen;
    for (const std::string_view ending : USUAL_ENDINGS)
    {
        for (const auto& [name, isSeen] : known)
        {
            if (name.ends_with(ending) && std::ranges::find(chosen, name) == chosen.end())
            {
                chosen.push_back(name);
            }
        }
    }
    for (const auto& [name, isSeen] : known)
    {
        const auto isIn = [&text = name](std::string_view part)
        { return text.find(part) != text.npos; };
        if (isSeen && std::ranges::any_of(FAILURE_PARTS, isIn))
        {
            chosen.push_back(name);
        }
    }
    return chosen;
}

} // namespace

std::vector<std::string>
ChooseMetrics(const RunPairing& pairing, const std::vector<std::string>& wanted)
{
    const MetricNames known = CommonMetrics(pairing);
    if (wanted.empty())
    {
        return UsualMetrics(known);
    }
    std::vector<std::string> chosen;
    for (const std::string& name : wanted)
    {
        const std::size_t before = chosen.size();
        for (const auto& [full, isSeen] : known)
        {
            if (full == name || full.ends_with("." + name))
            {
                chosen.push_back(full);
            }
        }
        if (chosen.size() == before)
        {
            const std::optional<std::string> nearest = NearestMetric(name, known);
            throw ConfigError("no pair of runs has a metric '" + name + "' on both sides" +
                              (nearest ? ", did you mean '" + *nearest + "'?"
                                       : std::string("; show STORE EXPERIMENT lists them")));
        }
    }
    return chosen;
}

} // namespace bindstorm
