/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"
#include "progress-bar.h"
#include "scenario-folder.h"

#include "model/base/component-spec.h"
#include "model/base/nearest-name.h"
#include "results/build-info.h"
#include "scenarios/engine/record/verification.h"
#include "scenarios/engine/runner/run-recorder.h"

#include <algorithm>
#include <fmt/core.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace bindstorm
{

namespace
{

struct VerifyOptions
{
    std::vector<std::string> scenarios;
    unsigned jobs{std::max(1U, std::thread::hardware_concurrency())};
    std::string results;
    std::string reference;
    bool isWriting{false};
};

/// @return whether a scenario of the reference is meant, by its whole name or its last part
bool
IsNamed(const ReferenceScenario& scenario, const std::string& name)
{
    return scenario.name == name || scenario.name.ends_with("/" + name);
}

/// @return the chosen scenarios; all of them where none is named
std::vector<ReferenceScenario*>
ChooseScenarios(std::vector<ReferenceScenario>& all, const VerifyOptions& options)
{
    std::vector<ReferenceScenario*> chosen;
    std::vector<std::string> known;
    for (ReferenceScenario& scenario : all)
    {
        known.push_back(scenario.name);
        const auto isThis = [&](const std::string& name) { return IsNamed(scenario, name); };
        if (options.scenarios.empty() || std::ranges::any_of(options.scenarios, isThis))
        {
            chosen.push_back(&scenario);
        }
    }
    for (const std::string& name : options.scenarios)
    {
        const auto isThis = [&](const ReferenceScenario& s) { return IsNamed(s, name); };
        if (std::ranges::none_of(all, isThis))
        {
            throw ConfigError(DescribeUnknownName("reference scenario", name, known));
        }
    }
    if (chosen.empty())
    {
        throw ConfigError("the reference has no scenarios: nothing was verified");
    }
    return chosen;
}

void
PrintDifference(const DigestDifference& difference)
{
    const std::string parameters =
        difference.parameters.empty() ? "" : " (" + difference.parameters + ")";
    if (!difference.ordinal)
    {
        fmt::print("  the scenario has no run{} of the reference\n", parameters);
        return;
    }
    fmt::print("  run {}{}", *difference.ordinal + 1, parameters);
    if (!difference.error.empty())
    {
        fmt::print(" failed: {}\n", difference.error);
    }
    else if (difference.expected.empty())
    {
        fmt::print(" is not in the reference\n");
    }
    else
    {
        fmt::print("\n    expected {}\n    found    {}\n", difference.expected, difference.found);
    }
}

/// What all scenarios together came to.
struct Totals
{
    std::size_t runs{0};
    std::size_t equal{0};
    bool hasFailed{false};
};

void
VerifyOne(ReferenceScenario& reference,
          const VerifyOptions& options,
          ResultStore* store,
          Totals& totals)
{
    const Scenario scenario = ReadScenario(FindScenario(reference.name), reference.overrides);
    for (const RunSpec& run : scenario.runs)
    {
        CheckRunMemory(run);
    }
    ProgressBar bar;
    const Verification found = VerifyScenario(
        scenario,
        reference,
        {.jobs = options.jobs,
         .store = store,
         .onProgress = [&](std::size_t done, std::size_t all) { bar.Update(done, all); }});
    bar.Clear();
    const std::size_t different = found.differences.size();
    fmt::print("{:<40}{:>4} runs, {:>3} equal{}\n",
               reference.name,
               found.runs.size(),
               found.equal,
               different == 0 ? "" : fmt::format(", {} different", different));
    for (const DigestDifference& difference : found.differences)
    {
        PrintDifference(difference);
    }
    std::fflush(stdout);
    totals.runs += found.equal + different;
    totals.equal += found.equal;
    totals.hasFailed = totals.hasFailed || found.HasFailed();
    reference.runs = found.runs;
}

ExitCode
Verify(const VerifyOptions& options)
{
    const std::filesystem::path path = options.reference.empty()
                                           ? FindReferenceDigests()
                                           : std::filesystem::path(options.reference);
    std::vector<ReferenceScenario> all = ReadReferenceDigests(path);
    const std::vector<ReferenceScenario*> chosen = ChooseScenarios(all, options);
    std::optional<ResultStore> store;
    if (!options.results.empty())
    {
        store = ResultStore::OpenForWriting(options.results);
    }
    Totals totals;
    for (ReferenceScenario* reference : chosen)
    {
        VerifyOne(*reference, options, store ? &*store : nullptr, totals);
    }
    fmt::print("{} of {} runs have the digests of {}; this is build {}\n",
               totals.equal,
               totals.runs,
               path.string(),
               GetBuildInfo().ShortIdentity());
    if (totals.hasFailed)
    {
        return ExitCode::COULD_NOT_RUN;
    }
    if (options.isWriting)
    {
        WriteReferenceDigests(path, all);
        fmt::print("the digests of this build were written there\n");
        return ExitCode::PASS;
    }
    return totals.equal == totals.runs ? ExitCode::PASS : ExitCode::EXPECTATION_FAILED;
}

} // namespace

void
AddVerifyCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "verify",
        "Runs the reference scenarios, shortened, and compares digests with the committed ones");
    const auto options = std::make_shared<VerifyOptions>();
    command->add_option("scenario",
                        options->scenarios,
                        "Scenarios of the reference; without, all of them");
    command->add_option("--jobs", options->jobs, "Processes at a time")
        ->check(CLI::Range(1U, 1024U))
        ->capture_default_str();
    command->add_option("--results",
                        options->results,
                        "Store that keeps the runs, and gives those it has; default: none is kept");
    command->add_option("--reference",
                        options->reference,
                        "File of digests; default: results/reference/digests.json as shipped");
    command->add_flag("--write",
                      options->isWriting,
                      "Puts the digests of this build into the file, after a change that is meant "
                      "to alter them");
    command->callback([options, &action]() { action = [options]() { return Verify(*options); }; });
}

} // namespace bindstorm
