/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "command.h"

#include "analysis/laws/law-summary.h"
#include "analysis/laws/port-law.h"
#include "model/base/nearest-name.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/parse-port.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

struct LawOptions
{
    std::string allocator;
    std::string range{"32768-61000"};
    std::string reserved;
    std::string busy{"none"};
    uint32_t chains{0};
    uint64_t seed{1};
    uint64_t run{0};
    uint64_t samples{1'000'000};
    bool isJson{false};
    std::string csv;
};

/// Ports and ranges of ports, separated by blanks, commas or line ends; # begins a comment.
std::vector<uint16_t>
ReadBusyFile(const std::string& path, const PortRange& range)
{
    std::ifstream file(path);
    if (!file || std::filesystem::is_directory(path))
    {
        throw ConfigError(path + ": cannot be read");
    }
    PortSet ports;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number)
    {
        if (number == 1 && line.starts_with("\xEF\xBB\xBF"))
        {
            line.erase(0, 3); // a byte order mark
        }
        std::string list = line.substr(0, line.find('#'));
        for (char& character : list)
        {
            character =
                character == ' ' || character == '\t' || character == '\r' ? ',' : character;
        }
        std::size_t begin = 0;
        while (begin < list.size())
        {
            const std::size_t end = std::min(list.find(',', begin), list.size());
            const std::string part = list.substr(begin, end - begin);
            begin = end + 1;
            if (part.empty())
            {
                continue;
            }
            try
            {
                ports.Insert(PortSet::Parse(part));
            }
            catch (const ConfigError& error)
            {
                throw ConfigError(fmt::format("{}:{}: {}", path, number, error.what()));
            }
        }
    }
    if (!file.eof())
    {
        throw ConfigError(path + ": cannot be read to its end");
    }
    std::vector<uint16_t> inRange;
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        if (ports.Contains(static_cast<uint16_t>(port)))
        {
            inRange.push_back(static_cast<uint16_t>(port));
        }
    }
    if (inRange.empty() && ports.Size() > 0)
    {
        throw ConfigError(
            fmt::format("{}: none of its {} ports is in {}", path, ports.Size(), range.ToString()));
    }
    return inRange;
}

bool
IsPattern(const std::string& text)
{
    const std::string name = text.substr(0, text.find('('));
    return std::ranges::any_of(GetBusyPatterns(),
                               [&](const BusyPatternInfo& info) { return info.name == name; });
}

/// A pattern by name, or else a file. A random pattern is that of a host called "host".
std::vector<uint16_t>
BusyPorts(const LawOptions& options, const PortRange& range, const PortSet& reserved)
{
    if (!IsPattern(options.busy))
    {
        if (std::filesystem::exists(options.busy))
        {
            return ReadBusyFile(options.busy, range);
        }
        std::vector<std::string> names;
        for (const BusyPatternInfo& info : GetBusyPatterns())
        {
            names.push_back(info.name);
        }
        throw ConfigError(DescribeUnknownName("busy pattern", options.busy, names) +
                          "; nor is there a file of that name");
    }
    return MakeBusyPorts(ComponentSpec::Parse(options.busy),
                         range,
                         reserved,
                         options.seed,
                         options.run,
                         "host");
}

nlohmann::ordered_json
NumberOrNull(double value)
{
    return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

std::string
LawToJson(const PortLaw& law, const std::string& allocator)
{
    const LawSummary summary = SummarizeLaw(law);
    nlohmann::ordered_json object{{"allocator", allocator},
                                  {"kind", LAW_KIND_NAMES.at(static_cast<std::size_t>(law.kind))},
                                  {"method", law.method},
                                  {"range", law.range.ToString()},
                                  {"free", law.free.size()},
                                  {"samples", law.samples},
                                  {"failure", law.failure},
                                  {"max_to_min", NumberOrNull(summary.maxToMin)},
                                  {"greatest", NumberOrNull(summary.greatest)},
                                  {"greatest_at", summary.greatestAt},
                                  {"least", NumberOrNull(summary.least)},
                                  {"least_at", summary.leastAt},
                                  {"never_chosen", summary.neverChosen},
                                  {"entropy", NumberOrNull(summary.entropy)},
                                  {"min_entropy", NumberOrNull(summary.minEntropy)},
                                  {"possible", NumberOrNull(summary.possible)},
                                  {"total_variation", NumberOrNull(summary.totalVariation)}};
    auto& work = object["work"] = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < law.work.size(); ++i)
    {
        work[std::string(WorkCounters::NAMES.at(i))] = law.work.at(i);
    }
    auto& sixteenths = object["sixteenths"] = nlohmann::ordered_json::array();
    for (const double part : summary.sixteenths)
    {
        sixteenths.push_back(NumberOrNull(part));
    }
    return object.dump(2);
}

void
WriteLawCsv(const PortLaw& law, const std::string& path)
{
    const auto [lower, upper] = LawIntervals(law, 0.99);
    std::vector<char> isFree(65536);
    for (const uint16_t port : law.free)
    {
        isFree[port] = 1;
    }
    std::ofstream file(path);
    const bool isEstimate = law.kind == LawKind::ESTIMATE;
    file << "port,free,probability" << (isEstimate ? ",lower_99,upper_99" : "") << "\n";
    for (uint32_t port = law.range.Low(); port <= law.range.High(); ++port)
    {
        file << fmt::format("{},{:d},{:.17g}", port, isFree[port], law.probability[port]);
        file << (isEstimate ? fmt::format(",{:.17g},{:.17g}", lower[port], upper[port]) : "");
        file << "\n";
    }
    file.close();
    if (!file)
    {
        throw std::runtime_error(path + ": cannot be written");
    }
}

ExitCode
ShowLaw(const LawOptions& options)
{
    const ComponentSpec allocator = ResolvePortAllocator(ComponentSpec::Parse(options.allocator));
    const PortAllocatorInfo& info = FindPortAllocator(allocator.GetName());
    const PortRange range = PortRange::Parse(options.range);
    const PortSet reserved = PortSet::Parse(options.reserved);
    SocketTable table({.range = range,
                       .reserved = reserved,
                       .chains = options.chains == 0 ? info.defaultChains : options.chains});
    WorkCounters aside;
    for (const uint16_t port : BusyPorts(options, range, reserved))
    {
        table.BindTo(PortRequest{}, port, aside);
    }
    const PortLaw law = ComputePortLaw(
        {.allocator = allocator, .table = table, .samples = options.samples, .seed = options.seed});
    const std::string name = allocator.ToString();
    if (!options.csv.empty())
    {
        WriteLawCsv(law, options.csv);
    }
    fmt::print("{}", options.isJson ? LawToJson(law, name) + "\n" : FormatLaw(law, name));
    return ExitCode::PASS;
}

} // namespace

void
AddLawCommand(CLI::App& program, Action& action)
{
    CLI::App* command = program.add_subcommand(
        "law",
        "The probability of every port, by going through the raw draws of an allocator");
    const auto options = std::make_shared<LawOptions>();
    command->add_option("allocator", options->allocator, "As in a scenario: linux-2.6.29")
        ->required();
    command->add_option("--range", options->range, "Ports of automatic choice, LOW-HIGH")
        ->capture_default_str();
    command->add_option("--reserved",
                        options->reserved,
                        "Ports never chosen, as 33000,40000-40999");
    command
        ->add_option("--busy",
                     options->busy,
                     "Ports in use: a pattern, as random(0.9), or a file of ports")
        ->capture_default_str();
    command
        ->add_option("--chains",
                     options->chains,
                     "Hash chains of the socket table; default: the allocator's")
        ->check(CLI::Range(1U, 65536U));
    command->add_option("--seed", options->seed, "Seed of a random pattern and of an estimate")
        ->check(CLI::Range(uint64_t{1}, uint64_t{std::numeric_limits<int64_t>::max()}))
        ->capture_default_str();
    command->add_option("--run", options->run, "Run of a random pattern")->capture_default_str();
    command->add_option("--samples", options->samples, "Choices of an estimate")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
        ->capture_default_str();
    command->add_flag("--json", options->isJson, "One JSON object");
    command->add_option("--csv", options->csv, "Writes the probability of every port to a file")
        ->check([](const std::string& path)
                { return path.empty() ? "names no file" : std::string(); });
    command->callback([options, &action]() { action = [options]() { return ShowLaw(*options); }; });
}

} // namespace bindstorm
