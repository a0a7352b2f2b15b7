/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bench-table.h"
#include "growing-nat.h"
#include "packet-contender.h"

#include <algorithm>
#include <cstdio>
#include <fmt/core.h>
#include <memory>
#include <vector>

// bench-nat-flat: the index `flat` beside the historic ones, whole packets, tables of many sizes.
// bench-nat-flat --work TASK/INDEX COUNT: so many packets of one kind ("hit-out", "miss", ...)
// through a table of 2,000 flows, for a tool that counts instructions.

namespace bindstorm
{

namespace
{

constexpr int ROUNDS = 15;
constexpr const char* FEW_BUCKETS = "mixed-chains";
constexpr const char* MANY_BUCKETS = "mixed-chains(buckets=65537)";
constexpr const char* TREES = "split-splay";
constexpr const char* FLAT = "flat";
constexpr const char* SIPHASH = "flat(hash=siphash-1-3)";

/// All have the same timers, clock and port choice: what differs is the index.
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

struct Row
{
    std::string name;
    std::array<std::vector<double>, PACKET_TASKS> times{}; ///< ns a packet, by round
    double bytes{0};                                       ///< of memory, a flow

    const std::vector<double>&
    operator[](PacketTask task) const
    {
        return times[static_cast<std::size_t>(task)];
    }
};

using Rows = std::vector<Row>;

double
MedianOf(std::vector<double> times)
{
    std::ranges::nth_element(times, times.begin() + static_cast<long>(times.size() / 2));
    return times[times.size() / 2];
}

/// @return median of the ratios of each round, in which both were timed shortly after each other
double
RatioOf(const std::vector<double>& one, const std::vector<double>& other)
{
    std::vector<double> ratios;
    for (std::size_t round = 0; round < one.size(); ++round)
    {
        ratios.push_back(one[round] / other[round]);
    }
    return MedianOf(ratios);
}

/// One turn of one table: as many packets as warm its caches, then as many that are timed.
double
TimeTurn(PacketContender& contender, PacketTask task, std::size_t chunks)
{
    // New flows would not stay, so there is nothing to warm.
    for (std::size_t chunk = 0; chunk < chunks / 2 && task != PacketTask::NEW; ++chunk)
    {
        contender.Time(task);
    }
    double sum = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk)
    {
        sum += contender.Time(task);
    }
    return sum / static_cast<double>(chunks);
}

/// Task by task, each table in turn, so that what disturbs one disturbs all.
Rows
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
    const std::size_t chunks = std::clamp<std::size_t>(flows / 250, 8, 80);
    Rows rows(contenders.size());
    for (int round = 0; round < ROUNDS; ++round)
    {
        for (std::size_t task = 0; task < PACKET_TASKS; ++task)
        {
            for (std::size_t turn = 0; turn < contenders.size(); ++turn)
            {
                const std::size_t i = round % 2 == 0 ? turn : contenders.size() - 1 - turn;
                rows[i].times[task].push_back(
                    TimeTurn(*contenders[i], static_cast<PacketTask>(task), chunks));
            }
        }
    }
    for (std::size_t i = 0; i < contenders.size(); ++i)
    {
        NatTable& table = contenders[i]->Table();
        rows[i].name = contenders[i]->Name();
        rows[i].bytes = static_cast<double>(table.Bytes()) / static_cast<double>(table.Size());
    }
    return rows;
}

void
PrintRows(const std::string& title, const Rows& rows)
{
    fmt::print("{}\n  {:<28}", title, "");
    for (const char* name : PACKET_TASK_NAMES)
    {
        fmt::print(" {:>9}", name);
    }
    fmt::print(" {:>9}\n", "bytes");
    for (const Row& row : rows)
    {
        fmt::print("  {:<28}", row.name);
        for (const std::vector<double>& times : row.times)
        {
            fmt::print(" {:>9.1f}", MedianOf(times));
        }
        fmt::print(" {:>9.1f}\n", row.bytes);
    }
    fmt::print("\n");
    std::fflush(stdout);
}

const Row&
RowOf(const Rows& rows, const std::string& name)
{
    return *std::ranges::find(rows, name, &Row::name);
}

/// What the time of `flat` may be of that of another index.
struct Limit
{
    PacketTask task;
    double most;
};

void
Judge(Gate& gate,
      std::size_t flows,
      const Rows& rows,
      const char* other,
      const std::vector<Limit>& limits)
{
    for (const Limit& limit : limits)
    {
        gate.AtMost(fmt::format("{} flows, {}, flat / {}",
                                flows,
                                PACKET_TASK_NAMES[static_cast<std::size_t>(limit.task)],
                                other),
                    RatioOf(RowOf(rows, FLAT)[limit.task], RowOf(rows, other)[limit.task]),
                    limit.most);
    }
}

/**
 * The limits are those of the first table that was measured, with room for a noisy machine. What
 * all indexes have in common (parsing, both checksums, timers, counters: about 26 ns) is in each
 * figure, so that at 20,000 flows 65,537 chains of a third of a link each cannot be beaten by much.
 */
void
TimeSizes(Gate& gate)
{
    for (const std::size_t flows : {2'000UL, 20'000UL, 200'000UL, 2'000'000UL})
    {
        std::vector<std::string> indexes{MANY_BUCKETS, TREES, FLAT, SIPHASH};
        if (flows < 2'000'000)
        {
            indexes.insert(indexes.begin(), FEW_BUCKETS);
        }
        const Rows rows = RunRows(indexes, flows, FlowNumber);
        PrintRows(fmt::format("{} flows, ns a packet, median of {} turns", flows, ROUNDS), rows);
        using enum PacketTask;
        if (flows == 20'000)
        {
            Judge(gate,
                  flows,
                  rows,
                  TREES,
                  {{HIT_OUT, 0.4}, {HIT_IN, 0.4}, {MISS, 0.25}, {NEW, 0.5}});
            Judge(gate,
                  flows,
                  rows,
                  MANY_BUCKETS,
                  {{HIT_OUT, 1.5}, {HIT_IN, 1.5}, {MISS, 1.1}, {NEW, 1.6}});
        }
        if (flows == 2'000'000)
        {
            Judge(gate,
                  flows,
                  rows,
                  TREES,
                  {{HIT_OUT, 0.25}, {HIT_IN, 0.25}, {MISS, 0.06}, {NEW, 0.3}});
            Judge(gate,
                  flows,
                  rows,
                  MANY_BUCKETS,
                  {{HIT_OUT, 0.4}, {HIT_IN, 0.3}, {MISS, 0.06}, {NEW, 0.25}});
            const Row& flat = RowOf(rows, FLAT);
            gate.AtMost("2000000 flows, batch out / hit out",
                        RatioOf(flat[BATCH_OUT], flat[HIT_OUT]),
                        0.6);
            gate.AtMost("2000000 flows, batch in / hit in",
                        RatioOf(flat[BATCH_IN], flat[HIT_IN]),
                        0.6);
        }
    }
    fmt::print("mixed-chains with 4001 chains is left out at 2,000,000 flows, of which 500 share a "
               "chain: filling it takes minutes.\n\n");
}

/// One internal port with 50,000 remotes beside 50,000 ports.
void
TimeOnePort(Gate& gate)
{
    constexpr std::size_t FLOWS = 50'000;
    const Rows one = RunRows({FLAT}, FLOWS, OnePortFlow);
    const Rows many = RunRows({FLAT}, FLOWS, FlowNumber);
    PrintRows("50000 flows of one internal port, ns a packet", one);
    PrintRows("50000 flows of as many endpoints, ns a packet", many);
    using enum PacketTask;
    for (const PacketTask task : {NEW, HIT_OUT, HIT_IN, MISS})
    {
        gate.AtMost(
            fmt::format("one port / many, {}", PACKET_TASK_NAMES[static_cast<std::size_t>(task)]),
            RatioOf(one.front()[task], many.front()[task]),
            1.6);
    }
    fmt::print("\n");
}

void
PrintPercentiles(const char* what, std::vector<uint32_t>& times)
{
    std::ranges::sort(times);
    const auto at = [&](double share)
    { return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))]; };
    fmt::print("  {:<28} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
               what,
               times.size(),
               at(0.5),
               at(0.99),
               at(0.999),
               at(0.99999),
               times.back());
}

/// Each packet alone, on the clock of this machine, whoever else it serves meanwhile: for
/// information. What the table moves is bounded by tests/model/nat/flat-table-test.cc.
void
TimeGrowth()
{
    constexpr uint64_t FLOWS = 2'000'000;
    NatConfig config = ConfigWith(FLAT);
    config.housekeeping = ComponentSpec::Parse("timer-wheel(batch=4)");
    config.timers.udpUnreplied = std::chrono::hours{1};
    GrowingNat nat(config);
    fmt::print("ns a packet while flat grows to {} flows and back, the clock's 20 included\n"
               "  {:<28} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
               FLOWS,
               "",
               "packets",
               "p50",
               "p99",
               "p99.9",
               "p99.999",
               "most");
    std::vector<uint32_t> grow = nat.Grow(FLOWS);
    PrintPercentiles("new flows", grow);
    std::vector<uint32_t> shrink = nat.Shrink(std::chrono::hours{2});
    PrintPercentiles("packets that end 4 each", shrink);
    fmt::print("\n");
}

void
TimePackets(Gate& gate)
{
    TimeSizes(gate);
    TimeOnePort(gate);
    TimeGrowth();
}

/// What instructions are counted of.
int
Work(const std::string& name, uint64_t count)
{
    const std::size_t slash = name.find('/');
    std::string task = name.substr(0, slash);
    std::ranges::replace(task, '-', ' ');
    const auto found = std::ranges::find(PACKET_TASK_NAMES, task);
    if (slash == std::string::npos || found == PACKET_TASK_NAMES.end())
    {
        fmt::print(stderr, "bench-nat-flat: '{}' is not TASK/INDEX, as in hit-out/flat\n", name);
        return 2;
    }
    const std::string index = name.substr(slash + 1);
    PacketContender contender(index, ConfigWith(index), 2'000, FlowNumber);
    for (uint64_t packets = 0; packets < count; packets += PacketContender::CHUNK)
    {
        contender.Time(static_cast<PacketTask>(found - PACKET_TASK_NAMES.begin()));
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
