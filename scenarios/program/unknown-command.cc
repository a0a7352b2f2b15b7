/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "unknown-command.h"

#include "model/base/nearest-name.h"

#include <vector>

namespace bindstorm
{

std::optional<std::string>
DescribeUnknownCommand(const CLI::App& program)
{
    const std::vector<std::string> words = program.remaining();
    // After an unknown option one cannot tell its value from a command.
    if (!program.get_subcommands().empty() || words.empty() || words.front().starts_with("-"))
    {
        return std::nullopt;
    }
    std::vector<std::string> known;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    {
        known.push_back(command->get_name());
    }
    return DescribeUnknownName("command", words.front(), known);
}

} // namespace bindstorm
