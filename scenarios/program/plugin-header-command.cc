/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "plugins/embedded-text.h"

#include <fmt/core.h>

namespace bindstorm
{

void
AddPluginHeaderCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "plugin-header",
        "The C header that a shared object for --plugin is built with; > bindstorm-plugin.h");
    command->callback(
        [&action]()
        {
            action = []()
            {
                fmt::print("{}", PLUGIN_HEADER);
                return ExitCode::PASS;
            };
        });
}

} // namespace bindstorm
