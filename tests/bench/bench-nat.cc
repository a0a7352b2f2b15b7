/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bench-table.h"
#include "perf-contender.h"

#include "model/workload/libalias-perf-text.h"

#include <fmt/core.h>
#include <memory>
#include <vector>

// bench-nat: the performance test of the libalias reviews in real time, tables side by side.
// bench-nat --work INDEX COUNT: so many rounds on one index, for a tool that counts instructions.

namespace bindstorm
{

namespace
{

constexpr uint32_t ROUNDS = 12;
constexpr uint32_t FAIR_ROUNDS = 120;
/// Never over: rounds are counted here.
constexpr LibaliasPerfSettings REVIEW{.duration = std::chrono::hours{24}};
constexpr LibaliasPerfSettings FAIR{.isFair = true, .rounds = FAIR_ROUNDS};

constexpr const char* OLD_CLOCK = "each-packet";
constexpr const char* NEW_CLOCK = "every-n(adapt=libalias)";
constexpr const char* NEW_HOUSEKEEPING = "incremental(check=use)";

enum Variant : std::size_t
{
    OLD,
    MORE_BUCKETS,
    SPLIT,
    LOST,
    NEW,
    NEW_EACH_PACKET,
    NEW_SYSTEM_CALL,
    NEW_COARSE,
    NEW_TICKER,
    NEW_SWEEP,
    NEW_TIMER_WHEEL
};

/// In the order of Variant.
std::vector<PerfVariant>
Variants()
{
    return {
        {"old: mixed-chains 4001, sweep", "mixed-chains", "sweep", OLD_CLOCK},
        {"mixed-chains 65537, sweep", "mixed-chains(buckets=65537)", "sweep", OLD_CLOCK},
        {"split-chains 4001, sweep", "split-chains", "sweep", OLD_CLOCK},
        {"the same, outbound lost", "split-chains(outbound=lost)", "sweep", OLD_CLOCK},
        {"new: split-splay, incremental, every-n", "split-splay", NEW_HOUSEKEEPING, NEW_CLOCK},
        {"new, each-packet", "split-splay", NEW_HOUSEKEEPING, OLD_CLOCK},
        {"new, each-packet by a system call", "split-splay", NEW_HOUSEKEEPING, OLD_CLOCK, true},
        {"new, coarse", "split-splay", NEW_HOUSEKEEPING, "coarse"},
        {"new, ticker", "split-splay", NEW_HOUSEKEEPING, "ticker"},
        {"new, sweep", "split-splay", "sweep", NEW_CLOCK},
        {"new, timer-wheel", "split-splay", "timer-wheel", NEW_CLOCK},
    };
}

using Contenders = std::vector<std::unique_ptr<PerfContender>>;

/// Round by round, each in turn, in an order that is reversed every other round.
Contenders
RunSideBySide(const LibaliasPerfSettings& settings, uint32_t rounds)
{
    Contenders contenders;
    for (const PerfVariant& variant : Variants())
    {
        contenders.push_back(std::make_unique<PerfContender>(variant, settings));
    }
    for (uint32_t round = 1; round <= rounds; ++round)
    {
        for (std::size_t i = 0; i < contenders.size(); ++i)
        {
            contenders[round % 2 == 1 ? i : contenders.size() - 1 - i]->RunUntil(round);
        }
    }
    return contenders;
}

void
PrintMedians(const char* title, const Contenders& contenders)
{
    fmt::print("{}\n{:<42}", title, "");
    for (const char* column : {"newNAT", "RANDOM", "ATTACK", "useNAT", "mean", "visits"})
    {
        fmt::print(" {:>8}", column);
    }
    fmt::print("\n");
    for (const auto& contender : contenders)
    {
        fmt::print("  {:<40}", contender->Name());
        for (std::size_t phase = 0; phase < PERF_PHASES; ++phase)
        {
            fmt::print(" {:>8.1f}", contender->Median(static_cast<PerfPhase>(phase)));
        }
        fmt::print(" {:>8.1f} {:>8.1f}\n",
                   contender->MeanOfAll(),
                   contender->VisitsEach(PerfPhase::RANDOM));
    }
}

double
Ratio(const Contenders& contenders, Variant one, Variant other, PerfPhase phase)
{
    return contenders[one]->Median(phase) / contenders[other]->Median(phase);
}

double
TotalRatio(const Contenders& contenders, Variant one, Variant other)
{
    return contenders[one]->MeanOfAll() / contenders[other]->MeanOfAll();
}

void
PrintRatio(const char* what, double ours, const char* published)
{
    fmt::print("  {:<62} {:>7.2f}   {}\n", what, ours, published);
}

void
PrintRatios(const Contenders& review, const Contenders& fair)
{
    fmt::print("{:<64} {:>7}   {}\n", "Ratios", "here", "published (D30283)");
    PrintRatio("a miss, old / new (RANDOM)", Ratio(review, OLD, NEW, PerfPhase::RANDOM), "9 to 11");
    PrintRatio("the same miss again, old / new (ATTACK)",
               Ratio(review, OLD, NEW, PerfPhase::ATTACK),
               "9 to 11");
    PrintRatio("a miss, old / new, fair: 240,000 links",
               Ratio(fair, OLD, NEW, PerfPhase::RANDOM),
               "9 to 11");
    PrintRatio("the same miss again, fair", Ratio(fair, OLD, NEW, PerfPhase::ATTACK), "9 to 11");
    PrintRatio("a hit, new / old (useNAT)",
               Ratio(review, NEW, OLD, PerfPhase::USE_NAT),
               "1.7 to 1.9 (0.10-0.11 to 0.17-0.19 us)");
    PrintRatio("a hit, new / old, fair: flows of the whole table",
               Ratio(fair, NEW, OLD, PerfPhase::USE_NAT),
               "-");
    PrintRatio("a hit, outbound lost / old (useNAT)",
               Ratio(review, LOST, OLD, PerfPhase::USE_NAT),
               "35 to 39 (3.9 us)");
    PrintRatio("packets a second, 65537 / 4001 buckets",
               TotalRatio(review, OLD, MORE_BUCKETS),
               "1.5");
    PrintRatio("the same, fair", TotalRatio(fair, OLD, MORE_BUCKETS), "1.5");
    PrintRatio("each-packet / every-n, clock read in the process",
               TotalRatio(review, NEW_EACH_PACKET, NEW),
               "20 said, 13 by the totals");
    PrintRatio("each-packet / every-n, clock read by a system call",
               TotalRatio(review, NEW_SYSTEM_CALL, NEW),
               "20 said, 13 by the totals");
    PrintRatio("sweep / incremental (all packets)",
               TotalRatio(review, NEW_SWEEP, NEW),
               "about 1.01");
}

void
JudgeRatios(Gate& gate, const Contenders& review, const Contenders& fair)
{
    const auto visits = [&](Variant variant)
    { return fair[variant]->VisitsEach(PerfPhase::RANDOM); };
    gate.AtMost("links read for a miss, new / old, fair", visits(NEW) / visits(OLD), 0.7);
    gate.AtMost("links read for a miss, 65537 / 4001 buckets, fair",
                visits(MORE_BUCKETS) / visits(OLD),
                0.2);
    gate.AtMost("time of a miss, new / old, fair", Ratio(fair, NEW, OLD, PerfPhase::RANDOM), 1.0);
    gate.AtMost("time of a packet, every-n / each-packet by a system call",
                TotalRatio(review, NEW, NEW_SYSTEM_CALL),
                1.0);
}

void
TimeTables(Gate& gate)
{
    const Contenders review = RunSideBySide(REVIEW, ROUNDS);
    for (const Variant variant : {OLD, MORE_BUCKETS, NEW})
    {
        const auto& contender = review[variant];
        fmt::print("{}\n{}\n\n",
                   contender->Name(),
                   FormatLibaliasPerf(contender->Result(), contender->CleanUp()));
    }
    const Contenders fair = RunSideBySide(FAIR, FAIR_ROUNDS);
    PrintMedians("As in the reviews: ns a packet, median of the last third of the rounds; links "
                 "read for a miss",
                 review);
    PrintMedians("\nFair: equal phases, flows of the whole table, draws not timed", fair);
    fmt::print("\n");
    PrintRatios(review, fair);
    fmt::print("\n");
    JudgeRatios(gate, review, fair);
}

/// What instructions are counted of.
int
Work(const std::string& name, uint64_t count)
{
    PerfContender contender({name, name, NEW_HOUSEKEEPING, NEW_CLOCK},
                            {.isFair = true, .rounds = static_cast<uint32_t>(count)});
    contender.RunUntil(static_cast<uint32_t>(count));
    return 0;
}

} // namespace

} // namespace bindstorm

int
main(int argc, char** argv)
{
    return bindstorm::RunBenchmark(argc, argv, bindstorm::Work, bindstorm::TimeTables);
}
