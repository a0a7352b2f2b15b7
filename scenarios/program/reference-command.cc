/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "scenarios/engine/reader/schema-json.h"
#include "scenarios/engine/reader/schema-reference.h"

#include <fmt/core.h>
#include <memory>

namespace bindstorm
{

void
AddReferenceCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "reference",
        "Every key of a scenario file with type, unit, default, as Markdown");
    const auto isJson = std::make_shared<bool>(false);
    command->add_flag("--json-schema", *isJson, "A JSON Schema for editors instead");
    command->callback(
        [isJson, &action]()
        {
            action = [isJson]()
            {
                fmt::print("{}", *isJson ? SchemaJson() : SchemaReference());
                return ExitCode::PASS;
            };
        });
}

} // namespace bindstorm
