/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SCENARIO_H
#define BINDSTORM_SCENARIO_H

#include "model/host/simulation.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// Runs are chosen by what they were run with: parameter name to value as text.
using Selection = std::map<std::string, std::string>;

/**
 * @ingroup engine
 * What a run measures.
 */
struct MeasureSpec
{
    bool ports{true};                   ///< port counts with exposure, for every host
    std::chrono::nanoseconds warmUp{0}; ///< operations submitted before are not measured
};

/**
 * @ingroup engine
 * One run, fully resolved.
 */
struct RunSpec
{
    /// Everything that decides the result, as JSON with sorted keys and no spaces: equal texts give
    /// equal digests. Contains the content of cost tables, not their names alone.
    std::string canonical;
    /// What distinguishes this run in its experiment, in the order of the file: matrix axes by name
    /// (a named matrix block adds "part"). Values in canonical form.
    std::vector<std::pair<std::string, std::string>> parameters;
    SimulationSpec simulation;
    MeasureSpec measure;
    /// Index of each simulated host's description, for results that merge replicas.
    std::vector<uint32_t> descriptionOfHost;
    std::vector<std::string> descriptions;    ///< names of the [[host]] tables
    std::vector<uint32_t> descriptionOfBox;   ///< the same for boxes
    std::vector<std::string> boxDescriptions; ///< names of the [[nat]] tables

    /// @return the value of a parameter, or nothing
    std::optional<std::string> Parameter(const std::string& name) const;
    /// @return whether every selected parameter has the selected value
    bool Matches(const Selection& selection) const;
};

/**
 * @ingroup engine
 * A condition on results that makes the scenario a regression test.
 */
struct Expectation
{
    /// How the values of the selected runs become the number that is compared.
    enum class Aggregate : uint8_t
    {
        EACH, ///< every run by itself
        MEAN,
        MIN,
        MAX,
        SUM,
        COUNT ///< number of runs selected that have the metric
    };

    std::string metric;
    Selection where;
    Aggregate aggregate{Aggregate::EACH};
    /// When set: each value is divided by that of the run that differs in these parameters only.
    std::optional<Selection> ratioTo;
    double atLeast{-std::numeric_limits<double>::infinity()};
    double atMost{std::numeric_limits<double>::infinity()};
    std::string reason;
    uint32_t line{0}; ///< in the scenario file
};

/**
 * @ingroup engine
 * A figure that others published: data with its source, printed beside ours and never mixed in.
 */
struct PublishedFigure
{
    std::string label;
    std::string metric; ///< our metric of the same meaning
    Selection where;
    /// When set: the figure is the ratio of the metric to that of the runs that differ in these.
    std::optional<Selection> ratioTo;
    double value{0};
    std::string unit;
    std::string source;
    /// When set: the cost of this counter is fitted so that counter * cost gives the figure.
    std::optional<std::string> fit;
    /// When set: the metric is predicted from the cost that the figure with that label fitted.
    std::optional<std::string> predictFrom;
    uint32_t line{0};
};

/**
 * @ingroup engine
 * A table that is printed when the experiment ends: a line a run, the parameters that vary and the
 * metrics named here.
 */
struct ResultView
{
    struct Column
    {
        std::string metric;
        std::string heading;
    };

    std::string title;
    std::string note; ///< one sentence that says what one sees
    Selection where;
    std::vector<Column> columns;
    std::vector<std::string> group; ///< parameters kept as columns; empty: all that vary
};

/**
 * @ingroup engine
 * A scenario file, read, checked and expanded.
 */
struct Scenario
{
    std::filesystem::path path;
    std::string text; ///< the file as it is
    std::string title;
    std::string question;
    std::vector<RunSpec> runs;
    std::vector<Expectation> expectations;
    std::vector<PublishedFigure> published;
    std::vector<ResultView> views;
};

/// A setting given on the command line: "server.allocator" = "uniform".
struct Override
{
    std::string key;
    std::string value;
};

/**
 * @ingroup engine
 * Reads a scenario, checks every key and value, expands the matrix.
 * @param path the TOML file
 * @param overrides applied after the file's own values; one that names a matrix axis replaces it
 * @throws ConfigError "file:line:column: ..." for anything that is not as the format says: unknown
 *         key (with the nearest known one), wrong type, value out of range (with the range),
 *         duplicate, forbidden seed
 */
Scenario ReadScenario(const std::filesystem::path& path, const std::vector<Override>& overrides);

} // namespace bindstorm

#endif // BINDSTORM_SCENARIO_H
