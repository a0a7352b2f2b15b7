/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bench-table.h"
#include "paired-timer.h"
#include "storm-host.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <memory>
#include <string>
#include <vector>

// bench-ports: times the choice of a port and a whole bind() and close(), without ns-3.
// bench-ports --work CASE COUNT: does it COUNT times, for a tool that counts instructions.

namespace bindstorm
{

namespace
{

constexpr std::array OCCUPANCIES{0.0, 0.5, 0.9, 0.99, 0.999};
constexpr uint64_t TURN = 20'000;
constexpr int ROUNDS = 25;
volatile uint64_t g_sink = 0;

std::string
Percent(double share)
{
    return fmt::format("{:g} % busy", 100 * share);
}

void
OpenCloseTimes(StormHost& host, uint64_t count)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        sum += host.OpenClose();
    }
    g_sink = g_sink + sum;
}

/// @return greatest by least of the medians, so that one is within that factor of any other
double
Spread(const PairedTimer& timer, std::size_t first, std::size_t count)
{
    double least = timer.Median(first);
    double greatest = least;
    for (std::size_t i = first; i < first + count; ++i)
    {
        least = std::min(least, timer.Median(i));
        greatest = std::max(greatest, timer.Median(i));
    }
    return greatest / least;
}

void
TimeUniform(Gate& gate)
{
    std::vector<std::unique_ptr<StormHost>> hosts;
    PairedTimer timer;
    for (const uint32_t chains : {65536U, 128U})
    {
        for (const double occupancy : OCCUPANCIES)
        {
            hosts.push_back(std::make_unique<StormHost>("uniform", chains, occupancy));
            StormHost& host = *hosts.back();
            timer.Add(fmt::format("bind and close, {} chains, {}", chains, Percent(occupancy)),
                      TURN,
                      [&host]() { OpenCloseTimes(host, TURN); });
        }
    }
    for (std::size_t i = 0; i < OCCUPANCIES.size(); ++i)
    {
        StormHost& host = *hosts[i];
        timer.Add("choice alone, " + Percent(OCCUPANCIES[i]),
                  TURN,
                  [&host]() { g_sink = g_sink + host.Choose(TURN); });
    }
    timer.Run(ROUNDS);
    PrintTimes("uniform, ns", timer);
    constexpr std::size_t CASES = OCCUPANCIES.size();
    gate.AtMost("uniform, bind and close with 65536 chains: slowest to fastest occupancy",
                Spread(timer, 0, CASES),
                1.5);
    fmt::print("     the same with 128 chains: {:.2f}\n\n", Spread(timer, CASES, CASES));
}

void
TimeAllocators()
{
    for (const double occupancy : {0.0, 0.9, 0.99})
    {
        std::vector<std::unique_ptr<StormHost>> hosts;
        PairedTimer timer;
        for (const PortAllocatorInfo& info : GetPortAllocators())
        {
            if (info.name == "ns-3" && occupancy > 0)
            {
                continue; // the real one is timed by bench-host
            }
            hosts.push_back(std::make_unique<StormHost>(info.name, 0, occupancy));
            StormHost& host = *hosts.back();
            timer.Add(info.name, TURN / 20, [&host]() { OpenCloseTimes(host, TURN / 20); });
        }
        timer.Run(ROUNDS / 3);
        PrintTimes("bind and close in the table each was written for, " + Percent(occupancy) +
                       ", ns",
                   timer);
        fmt::print("\n");
    }
}

/// What instructions are counted of.
int
Work(const std::string& name, uint64_t count)
{
    const double occupancy = name.ends_with("-full") ? 0.999 : (name.ends_with("-busy") ? 0.9 : 0);
    if (name.starts_with("choice"))
    {
        StormHost host("uniform", 65536, occupancy);
        g_sink = g_sink + host.Choose(count);
        return 0;
    }
    for (const std::string allocator : {"uniform", "linux-2.6.29", "linux-2.6.28"})
    {
        if (name.starts_with(allocator))
        {
            StormHost host(allocator, allocator == "uniform" ? 65536 : 128, occupancy);
            OpenCloseTimes(host, count);
            return 0;
        }
    }
    fmt::print(stderr, "bench-ports: no such work: {}\n", name);
    return 2;
}

} // namespace

} // namespace bindstorm

int
main(int argc, char** argv)
{
    return bindstorm::RunBenchmark(argc,
                                   argv,
                                   bindstorm::Work,
                                   [](bindstorm::Gate& gate)
                                   {
                                       bindstorm::TimeUniform(gate);
                                       bindstorm::TimeAllocators();
                                   });
}
