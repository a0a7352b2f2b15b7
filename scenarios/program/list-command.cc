/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"
#include "scenario-folder.h"

#include "model/base/nearest-name.h"
#include "model/base/random-engine.h"
#include "model/nat/nat-clock.h"
#include "model/nat/nat-housekeeping.h"
#include "model/nat/nat-index.h"
#include "model/nat/nat-port-choice.h"
#include "model/nat/nat-profile.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/port-allocator.h"
#include "model/workload/packet-workload.h"
#include "model/workload/workload.h"
#include "scenarios/engine/reader/cost-folder.h"
#include "scenarios/engine/scenario.h"

#include <fmt/core.h>
#include <memory>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

void
PrintLine(const std::string& name, const std::string& summary)
{
    fmt::print("  {:<28} {}\n", name, summary);
}

void
PrintParameters(const std::vector<ParameterInfo>& parameters)
{
    for (const ParameterInfo& parameter : parameters)
    {
        const std::string choices =
            parameter.choices.empty() ? "" : " (" + JoinNames(parameter.choices) + ")";
        fmt::print("  {:<28}   {}{}: {}\n", "", parameter.name, choices, parameter.help);
    }
}

/// @return the file that an allocator of a plug-in comes from, for the end of a line
template <class Info>
std::string
Origin(const Info& info)
{
    if constexpr (requires { info.plugin; })
    {
        if (!info.plugin.path.empty())
        {
            return " (from " + info.plugin.path + ")";
        }
    }
    return "";
}

template <class Infos>
void
PrintComponents(const char* heading, const Infos& infos)
{
    fmt::print("{}\n", heading);
    for (const auto& info : infos)
    {
        PrintLine(info.name, info.summary + Origin(info));
        PrintParameters(info.parameters);
    }
    fmt::print("\n");
}

template <class Infos>
void
PrintNames(const char* heading, const Infos& infos)
{
    fmt::print("{}\n", heading);
    for (const auto& info : infos)
    {
        PrintLine(info.name, info.summary);
    }
    fmt::print("\n");
}

void
PrintNat()
{
    PrintNames("NAT profiles", GetNatProfiles());
    PrintComponents("NAT indexes", GetNatIndexes());
    PrintComponents("NAT housekeeping", GetNatHousekeeping());
    PrintComponents("NAT clocks", GetNatClocks());
    PrintComponents("NAT port choices", GetNatPortChoices());
}

void
PrintScenarios()
{
    const auto folder = FindScenarioFolder();
    if (!folder)
    {
        fmt::print("Scenarios: none found beside the program; set BINDSTORM_SCENARIOS\n");
        return;
    }
    fmt::print("Scenarios in {}\n", folder->string());
    for (const auto& path : ListScenarios(*folder))
    {
        auto name = std::filesystem::relative(path, *folder);
        const Scenario scenario = ReadScenario(path, {});
        PrintLine(name.replace_extension().string(),
                  fmt::format("{} ({} runs)", scenario.title, scenario.runs.size()));
    }
    fmt::print("\nCost tables in {}\n", (*folder / "costs").string());
    for (const CostTableFile& table : ListCostTables(*folder / "costs"))
    {
        PrintLine(table.path.stem().string(), table.title);
    }
}

ExitCode
List(const std::string& what)
{
    const bool isAll = what.empty();
    if (isAll || what == "allocators")
    {
        PrintComponents("Allocators", GetPortAllocators());
    }
    if (isAll || what == "generators")
    {
        PrintComponents("Generators", GetRandomEngines());
    }
    if (isAll || what == "busy")
    {
        PrintComponents("Busy patterns", GetBusyPatterns());
    }
    if (isAll || what == "workloads")
    {
        PrintNames("Workloads", GetWorkloads());
        PrintNames("Workloads of NAT boxes", GetPacketWorkloads());
    }
    if (isAll || what == "nat")
    {
        PrintNat();
    }
    if (isAll || what == "scenarios" || what == "costs")
    {
        PrintScenarios();
    }
    return ExitCode::PASS;
}

} // namespace

void
AddListCommand(CLI::App& program, Action& action)
{
    CLI::App* command =
        program.add_subcommand("list", "What there is: allocators, generators, workloads, ...");
    const auto what = std::make_shared<std::string>();
    command
        ->add_option("what",
                     *what,
                     "allocators, generators, busy, workloads, nat, scenarios or costs")
        ->check(CLI::IsMember(
            {"allocators", "generators", "busy", "workloads", "nat", "scenarios", "costs"}));
    command->callback([what, &action]() { action = [what]() { return List(*what); }; });
}

} // namespace bindstorm
