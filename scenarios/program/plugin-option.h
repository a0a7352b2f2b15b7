/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PLUGIN_OPTION_H
#define BINDSTORM_PLUGIN_OPTION_H

#include <CLI/CLI.hpp>
#include <functional>

namespace bindstorm
{

/**
 * @ingroup program
 * Adds --plugin, which may stand before or after a command.
 * @param program must outlive what is returned
 * @return loads the files of BINDSTORM_PLUGINS and those that were given, where the command that
 * was parsed has a use for them; throws ConfigError
 */
std::function<void()> AddPluginOption(CLI::App& program);

} // namespace bindstorm

#endif // BINDSTORM_PLUGIN_OPTION_H
