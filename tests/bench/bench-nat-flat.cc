/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bench-table.h"
#include "packet-contender.h"

#include <fmt/core.h>
#include <memory>
#include <vector>

// bench-nat-flat: the index `flat` beside the historic ones, whole packets, tables of many sizes.
// bench-nat-flat --work INDEX COUNT: so many packets through a table of 20,000 flows.

namespace bindstorm
{

namespace
{

constexpr int ROUNDS = 15;

NatConfig
ConfigWith(const std::string& index)
{
    NatConfig config = LibaliasConfig();
    config.external = {203U << 24 | 113U << 8 | 1};
    config.unsolicited = NatUnsolicited::DENY;
    config.index = ComponentSpec::Parse(index);
    config.housekeeping = ComponentSpec("timer-wheel");
    config.clock = ComponentSpec::Parse("every-n(n=64)");
    config.timers.udp = std::chrono::hours{24 * 365};
    config.timers.udpUnreplied = std::chrono::seconds{1};
    return config;
}

using PacketTimes = std::array<std::vector<double>, PACKET_TASKS>;

double
MedianOf(std::vector<double> times)
{
    std::ranges::nth_element(times, times.begin() + static_cast<long>(times.size() / 2));
    return times[times.size() / 2];
}

struct Row
{
    std::string name;
    std::array<double, PACKET_TASKS> medians;
    double bytes;
};

/// Chunk by chunk, each table in turn, so that what disturbs one disturbs all.
std::vector<Row>
RunRows(const std::vector<std::string>& indexes,
        std::size_t flows,
        PacketContender::FlowOfNumber flow)
{
    std::vector<std::unique_ptr<PacketContender>> contenders;
    for (const std::string& index : indexes)
    {
        contenders.push_back(
            std::make_unique<PacketContender>(index, ConfigWith(index), flows, flow));
    }
    const int chunks = std::max(4, static_cast<int>(std::min<std::size_t>(flows, 50'000) / 2500));
    std::vector<PacketTimes> times(contenders.size());
    for (int round = 0; round < ROUNDS; ++round)
    {
        for (std::size_t task = 0; task < PACKET_TASKS; ++task)
        {
            for (std::size_t i = 0; i < contenders.size(); ++i)
            {
                double sum = 0;
                for (int chunk = 0; chunk < chunks; ++chunk)
                {
                    sum += contenders[i]->Time(static_cast<PacketTask>(task));
                }
                times[i][task].push_back(sum / chunks);
            }
        }
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < contenders.size(); ++i)
    {
        Row row{.name = contenders[i]->Name(),
                .medians = {},
                .bytes = static_cast<double>(contenders[i]->Table().Bytes()) /
                         static_cast<double>(contenders[i]->Table().Size())};
        for (std::size_t task = 0; task < PACKET_TASKS; ++task)
        {
            row.medians[task] = MedianOf(times[i][task]);
        }
        rows.push_back(row);
    }
    return rows;
}

void
PrintRows(const std::string& title, const std::vector<Row>& rows)
{
    fmt::print("{}\n  {:<26}", title, "");
    for (const char* name : PACKET_TASK_NAMES)
    {
        fmt::print(" {:>9}", name);
    }
    fmt::print(" {:>9}\n", "bytes");
    for (const Row& row : rows)
    {
        fmt::print("  {:<26}", row.name);
        for (const double median : row.medians)
        {
            fmt::print(" {:>9.1f}", median);
        }
        fmt::print(" {:>9.1f}\n", row.bytes);
    }
    fmt::print("\n");
}

void
TimePackets(Gate& gate)
{
    (void)gate;
    const char* only = std::getenv("FLOWS");
    for (const std::size_t flows : {2'000UL, 20'000UL, 200'000UL, 2'000'000UL})
    {
        if (only != nullptr && std::stoul(only) != flows)
            continue;
        std::vector<std::string> indexes{"mixed-chains(65537)",
                                         "split-splay",
                                         "flat",
                                         "flat(hash=siphash-1-3)"};
        if (flows < 200'000)
        {
            indexes.insert(indexes.begin(), "mixed-chains");
        }
        PrintRows(fmt::format("{} flows, ns a packet", flows), RunRows(indexes, flows, FlowNumber));
    }
}

int
Work(const std::string& name, uint64_t count)
{
    const std::size_t comma = name.find('/');
    const auto task = static_cast<PacketTask>(std::stoi(name.substr(0, comma)));
    const std::string index = name.substr(comma + 1);
    PacketContender contender(index, ConfigWith(index), 2'000, FlowNumber);
    for (uint64_t packets = 0; packets < count; packets += PacketContender::CHUNK)
    {
        contender.Time(task);
    }
    return 0;
}

} // namespace

} // namespace bindstorm

int
main(int argc, char** argv)
{
    return bindstorm::RunBenchmark(argc, argv, bindstorm::Work, bindstorm::TimePackets);
}
