/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"
#include "override-option.h"
#include "scenario-folder.h"

#include "scenarios/engine/scenario.h"
#include "scenarios/engine/verdict/quantity-text.h"

#include <fmt/core.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

struct DescribeOptions
{
    std::string scenario;
    std::vector<std::string> sets;
    bool isJson{false};
};

void
PrintJson(const Scenario& scenario)
{
    for (const RunSpec& run : scenario.runs)
    {
        nlohmann::ordered_json line;
        for (const auto& [key, value] : run.parameters)
        {
            line["parameters"][key] = value;
        }
        line["spec"] = nlohmann::ordered_json::parse(run.canonical);
        fmt::print("{}\n", line.dump());
    }
}

ExitCode
DescribeScenario(const DescribeOptions& options)
{
    const Scenario scenario =
        ReadScenario(FindScenario(options.scenario), ParseOverrides(options.sets));
    if (options.isJson)
    {
        PrintJson(scenario);
        return ExitCode::PASS;
    }
    fmt::print("{}\n{}\n\n", scenario.title, scenario.question);
    fmt::print("{}, {}, {}\n",
               FormatCount(scenario.runs.size(), "run"),
               FormatCount(scenario.expectations.size(), "expectation"),
               FormatCount(scenario.published.size(), "published figure"));
    for (std::size_t i = 0; i < scenario.runs.size(); ++i)
    {
        fmt::print("\nrun {}\n", i + 1);
        for (const auto& [key, value] : scenario.runs[i].parameters)
        {
            fmt::print("  {} = {}\n", key, value);
        }
        fmt::print("  resolved: {}\n", scenario.runs[i].canonical);
    }
    return ExitCode::PASS;
}

} // namespace

void
AddDescribeCommand(CLI::App& program, Action& action)
{
    CLI::App* command =
        program.add_subcommand("describe", "The resolved runs of a scenario; nothing is executed");
    const auto options = std::make_shared<DescribeOptions>();
    command->add_option("scenario", options->scenario, "Scenario file, or name of a shipped one")
        ->required();
    command->add_option("--set", options->sets, "key=value, as in the file; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--json", options->isJson, "One JSON object a line and run");
    command->callback([options, &action]()
                      { action = [options]() { return DescribeScenario(*options); }; });
}

} // namespace bindstorm
