/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PLUGIN_FILES_H
#define BINDSTORM_PLUGIN_FILES_H

#include "scenarios/engine/scenario.h"

#include <map>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * Loads plug-ins and adds their allocators to the registry; to be called before a scenario is read.
 * A file whose name ends in .py is a Python file, any other a shared object.
 * @param paths in this order
 * @throws ConfigError with the file and the reason
 */
void LoadPlugins(const std::vector<std::string>& paths);

/// @ingroup engine
/// @return the files that BINDSTORM_PLUGINS names, separated by colons
std::vector<std::string> PluginsOfEnvironment();

/**
 * @ingroup engine
 * @return the plug-ins that a run uses, SHA-256 of the content to path. One that was loaded and
 *         whose allocator no host has is not among them.
 */
std::map<std::string, std::string> PluginsOf(const RunSpec& run);

/// @ingroup engine
/// @return the hashes of these, ascending, with a blank between: part of a run's identity
std::string PluginHash(const RunSpec& run);

} // namespace bindstorm

#endif // BINDSTORM_PLUGIN_FILES_H
