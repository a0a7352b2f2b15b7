/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "plugin-option.h"

#include "scenarios/engine/plugin/plugin-files.h"

#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

std::function<void()>
AddPluginOption(CLI::App& program)
{
    const auto paths = std::make_shared<std::vector<std::string>>();
    // Inherited by the commands, which pass on what they do not know.
    program.fallthrough();
    program
        .add_option("--plugin",
                    *paths,
                    "Shared object or Python file with an allocator of your own; may be repeated, "
                    "before or after the command. Also BINDSTORM_PLUGINS=FILE:FILE")
        ->allow_extra_args(false);
    return [paths, &program]()
    {
        // These use none, and one of them helps when a plug-in of the environment is out of date.
        if (program.got_subcommand("plugin-header") || program.got_subcommand("show"))
        {
            return;
        }
        LoadPlugins(PluginsOfEnvironment());
        LoadPlugins(*paths);
    };
}

} // namespace bindstorm
