/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"
#include "plugin-option.h"
#include "scenario-folder.h"
#include "unknown-command.h"

#include "model/base/component-spec.h"
#include "results/build-info.h"
#include "results/store-error.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <iostream>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <stdexcept>

namespace
{

using bindstorm::ExitCode;

/// Turns what a command throws into a sentence and an exit status.
ExitCode
Perform(const bindstorm::Action& action)
{
    try
    {
        const ExitCode code = action();
        if (std::fflush(stdout) != 0)
        {
            throw std::runtime_error("standard output cannot be written");
        }
        return code;
    }
    catch (const bindstorm::ConfigError& error)
    {
        spdlog::error("{}", error.what());
        return ExitCode::BAD_INPUT;
    }
    catch (const std::exception& error)
    {
        spdlog::error("{}", error.what());
        return ExitCode::COULD_NOT_RUN;
    }
}

} // namespace

int
main(int argc, char** argv)
{
    // Results go to standard output, everything else to standard error.
    spdlog::set_default_logger(spdlog::stderr_color_mt("bindstorm"));
    spdlog::set_pattern("%n: %^%l%$: %v");

    CLI::App program{
        "Ephemeral ports, NAT bindings and identifier-to-locator mappings, in an event "
        "loop that runs the real modules"};
    program.require_subcommand(1);
    const bindstorm::BuildInfo& build = bindstorm::GetBuildInfo();
    program.set_version_flag("--version",
                             fmt::format("bindstorm {} ({}{}, {}, {})",
                                         build.version,
                                         build.commit.substr(0, 12),
                                         build.isDirty ? ", with uncommitted changes" : "",
                                         build.compiler,
                                         build.buildType));
    if (const auto folder = bindstorm::FindScenarioFolder())
    {
        // Scenarios of one's own find the shipped cost tables, too.
        setenv("BINDSTORM_SCENARIOS", folder->c_str(), 0);
    }
    const auto loadPlugins = bindstorm::AddPluginOption(program);
    bindstorm::Action action;
    bindstorm::AddRunCommand(program, action);
    bindstorm::AddListCommand(program, action);
    bindstorm::AddDescribeCommand(program, action);
    bindstorm::AddShowCommand(program, action);
    bindstorm::AddReportCommand(program, action);
    bindstorm::AddVerifyCommand(program, action);
    bindstorm::AddReproduceCommand(program, action);
    bindstorm::AddCompareCommand(program, action);
    bindstorm::AddCalibrateCommand(program, action);
    bindstorm::AddReferenceCommand(program, action);
    bindstorm::AddLawCommand(program, action);
    bindstorm::AddPluginHeaderCommand(program, action);
    try
    {
        program.parse(argc, argv);
    }
    catch (const CLI::ParseError& error)
    {
        if (const auto sentence = bindstorm::DescribeUnknownCommand(program);
            sentence && error.get_exit_code() != 0)
        {
            spdlog::error("{}", *sentence);
            return static_cast<int>(ExitCode::BAD_INPUT);
        }
        // CLI11 prints help and version, which are no errors, and says what is wrong otherwise.
        const int status = program.exit(error, std::cout, std::cerr);
        return status == 0 ? 0 : static_cast<int>(ExitCode::BAD_INPUT);
    }
    return static_cast<int>(Perform(
        [&]()
        {
            loadPlugins();
            return action();
        }));
}
