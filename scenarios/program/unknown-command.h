/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNKNOWN_COMMAND_H
#define BINDSTORM_UNKNOWN_COMMAND_H

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace bindstorm
{

/**
 * @ingroup program
 * CLI11 says of a command that it does not know that one is required.
 * @param program after its parse() has thrown
 * @return a sentence with the nearest command; nothing when no word stands where a command does
 */
std::optional<std::string> DescribeUnknownCommand(const CLI::App& program);

} // namespace bindstorm

#endif // BINDSTORM_UNKNOWN_COMMAND_H
