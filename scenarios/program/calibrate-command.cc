/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "model/base/component-spec.h"
#include "results/build-info.h"
#include "results/machine-info.h"
#include "results/utc-time.h"
#include "scenarios/engine/calibration/cost-table-text.h"
#include "scenarios/engine/reader/cost-table-reader.h"
#include "scenarios/engine/reader/toml-file.h"
#include "scenarios/engine/record/whole-file.h"

#include <filesystem>
#include <fmt/core.h>
#include <memory>
#include <spdlog/spdlog.h>
#include <stdexcept>
#include <string>

namespace bindstorm
{

namespace
{

struct CalibrateOptions
{
    std::string output;
    double seconds{6};
};

ExitCode
RunCalibration(const CalibrateOptions& options)
{
    const bool isToFile = !options.output.empty();
    if (isToFile && std::filesystem::path(options.output).extension() != ".toml")
    {
        throw ConfigError(
            "-o " + options.output +
            ": the name of a cost table must end with .toml, or no scenario finds it");
    }
    const std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder))
    {
        throw std::runtime_error("-o " + options.output + ": there is no folder " +
                                 folder.string());
    }
    const BuildInfo& build = GetBuildInfo();
    if (build.buildType != "Release")
    {
        spdlog::warn("this is a {} build: costs of a Release build are lower", build.buildType);
    }
    const std::chrono::duration<double> seconds(options.seconds);
    const Calibration calibration =
        Calibrate(std::chrono::duration_cast<std::chrono::nanoseconds>(seconds));
    const std::string text = CostTableText(calibration,
                                           DescribeMachine(),
                                           fmt::format("bindstorm {} {}, {}, {}",
                                                       build.version,
                                                       build.ShortIdentity(),
                                                       build.compiler,
                                                       build.buildType),
                                           UtcNow());
    // What is written must be readable: a machine may describe itself in unforeseen ways.
    const std::string name = isToFile ? options.output : "calibrated.toml";
    const CostTableFile table = ReadCostTable(ParseToml(text, name), name);
    if (!isToFile)
    {
        fmt::print("{}", text);
        return ExitCode::PASS;
    }
    WriteWholeFile(options.output, text);
    fmt::print("{}: {}\n", options.output, table.title);
    for (const std::string& note : calibration.notes)
    {
        fmt::print("note: {}\n", note);
    }
    fmt::print("use it with costs = \"{}\" from a folder \"costs\" beside the scenario or its "
               "folder, or by its path\n",
               table.table.name);
    return ExitCode::PASS;
}

} // namespace

void
AddCalibrateCommand(CLI::App& program, Action& action)
{
    CLI::App* command =
        program.add_subcommand("calibrate",
                               "Measures what work costs on this machine and writes a cost table");
    const auto options = std::make_shared<CalibrateOptions>();
    command->add_option("-o,--output",
                        options->output,
                        "File to write, NAME.toml; without, standard output");
    command->add_option("--seconds", options->seconds, "Time to take, about")
        ->check(CLI::Range(0.001, 3600.0))
        ->capture_default_str();
    command->callback([options, &action]()
                      { action = [options]() { return RunCalibration(*options); }; });
}

} // namespace bindstorm
