/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "scenarios/engine/comparison/comparison-json.h"
#include "scenarios/engine/comparison/comparison-text.h"

#include <fmt/core.h>
#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

struct CompareOptions
{
    std::string before;
    std::string after;
    std::string store;
    std::vector<std::string> metrics;
    bool isMarkdown{false};
    bool isJson{false};
};

ComparedSides
SelectSides(const CompareOptions& options)
{
    if (options.store.empty())
    {
        return SelectStores(options.before, options.after);
    }
    const auto [path, experiment] = SplitStoreName(options.store);
    return SelectInStore(ResultStore::OpenForReading(path),
                         experiment,
                         options.before,
                         options.after);
}

ExitCode
Compare(const CompareOptions& options)
{
    const ComparedSides sides = SelectSides(options);
    const RunPairing pairing = PairRuns(sides);
    const std::vector<ComparisonSection> sections = CompareMetrics(pairing, options.metrics);
    if (options.isJson)
    {
        fmt::print("{}\n", ComparisonJson(sides, pairing, sections));
        return ExitCode::PASS;
    }
    fmt::print("{}",
               FormatComparison(sides,
                                pairing,
                                sections,
                                options.isMarkdown ? TextFormat::MARKDOWN : TextFormat::PLAIN));
    return ExitCode::PASS;
}

} // namespace

void
AddCompareCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "compare",
        "Two builds, experiments or allocators side by side, with paired differences");
    const auto options = std::make_shared<CompareOptions>();
    command
        ->add_option("before",
                     options->before,
                     "STORE or STORE#EXPERIMENT; with --in an experiment, a build, or a value of a "
                     "parameter such as an allocator")
        ->required();
    command->add_option("after", options->after, "The same, to compare with it")->required();
    command->add_option("--in",
                        options->store,
                        "STORE or STORE#EXPERIMENT in which both are looked for");
    command
        ->add_option("--metric",
                     options->metrics,
                     "A line of the tables, by its name or the last parts of it; may be repeated. "
                     "Without, the usual ones")
        ->allow_extra_args(false);
    command->add_flag("--markdown", options->isMarkdown, "As Markdown");
    command->add_flag("--json", options->isJson, "As one JSON object")->excludes("--markdown");
    command->callback([options, &action]() { action = [options]() { return Compare(*options); }; });
}

} // namespace bindstorm
