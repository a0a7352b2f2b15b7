/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMMAND_H
#define BINDSTORM_COMMAND_H

#include "exit-code.h"

#include <CLI/CLI.hpp>
#include <functional>

namespace bindstorm
{

/**
 * @ingroup program
 * What main() does after the command line was parsed: the chosen command puts its work here.
 */
using Action = std::function<ExitCode()>;

/// Each adds one command to the program. The command's work throws ConfigError or StoreError.
void AddRunCommand(CLI::App& program, Action& action);
void AddListCommand(CLI::App& program, Action& action);
void AddDescribeCommand(CLI::App& program, Action& action);
void AddReportCommand(CLI::App& program, Action& action);
void AddShowCommand(CLI::App& program, Action& action);
void AddVerifyCommand(CLI::App& program, Action& action);
void AddReproduceCommand(CLI::App& program, Action& action);
void AddCompareCommand(CLI::App& program, Action& action);
void AddCalibrateCommand(CLI::App& program, Action& action);
void AddReferenceCommand(CLI::App& program, Action& action);
void AddLawCommand(CLI::App& program, Action& action);
void AddPluginHeaderCommand(CLI::App& program, Action& action);

} // namespace bindstorm

#endif // BINDSTORM_COMMAND_H
