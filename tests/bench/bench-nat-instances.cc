/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "bench-table.h"
#include "threaded-nat.h"

#include "model/base/spin-lock.h"

#include <fmt/core.h>
#include <mutex>

// bench-nat-instances: threads that share one NAT of one or many tables, in real time.
// bench-nat-instances --work INSTANCES COUNT: so many packets of one thread.

namespace bindstorm
{

namespace
{

constexpr uint64_t PACKETS = 10'000; // of each thread in a turn
constexpr int ROUNDS = 24;
constexpr std::size_t MOST_THREADS = 8;
constexpr uint32_t MANY = 64;
constexpr const char* TREES = "split-splay";
constexpr const char* CHAINS = "mixed-chains(buckets=65537)";
constexpr const char* CHAINS_OF_MANY = "mixed-chains(buckets=1021)"; // as many in all

/// One thing that is timed.
struct Racer
{
    std::string lock;
    ThreadedVariant variant;
    std::size_t single; ///< which one has one table, all else equal
    std::function<ThreadedTurn()> turn;
    std::vector<ThreadedTurn> turns{};
};

/// Rounds in which each has a turn, in an order that is reversed every other round.
class Race
{
  public:
    /// @param single index of the racer to compare with; none: this one
    /// @return its index
    template <class Lock>
    std::size_t
    Add(const std::string& lock,
        const ThreadedVariant& variant,
        std::optional<std::size_t> single = std::nullopt)
    {
        const auto nat = std::make_shared<ThreadedNat<Lock>>(variant);
        const std::size_t index = m_racers.size();
        m_racers.push_back(
            {lock, variant, single.value_or(index), [nat]() { return nat->Turn(PACKETS); }});
        return index;
    }

    void
    Run()
    {
        for (Racer& racer : m_racers)
        {
            racer.turn(); // caches, branch predictors
        }
        for (int round = 0; round < ROUNDS; ++round)
        {
            for (std::size_t i = 0; i < m_racers.size(); ++i)
            {
                Racer& racer = m_racers[round % 2 == 0 ? i : m_racers.size() - 1 - i];
                racer.turns.push_back(racer.turn());
            }
        }
    }

    const std::vector<Racer>&
    Racers() const
    {
        return m_racers;
    }

    double
    Median(std::size_t index) const
    {
        std::vector<double> times;
        for (const ThreadedTurn& turn : m_racers[index].turns)
        {
            times.push_back(turn.time);
        }
        std::ranges::nth_element(times, times.begin() + static_cast<long>(times.size() / 2));
        return times[times.size() / 2];
    }

    /// Others on the machine make a turn longer, never shorter.
    double
    Least(std::size_t index) const
    {
        return std::ranges::min(m_racers[index].turns, {}, &ThreadedTurn::time).time;
    }

    /// @return turns in which its threads ran side by side, hardly disturbed
    std::size_t
    CountUndisturbed(std::size_t index) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_racers[index].turns,
                                                              [](const ThreadedTurn& turn)
                                                              { return turn.share >= 0.9; }));
    }

  private:
    std::vector<Racer> m_racers;
};

/// Indexes of what is judged: many tables with a lock each, against one table.
struct Judged
{
    std::size_t one;
    std::size_t many;
};

/// Each number of tables with a lock each, and many tables with one lock for all.
template <class Lock>
Judged
AddVariants(Race& race, const std::string& lock, uint32_t threads)
{
    Judged judged{};
    judged.one = race.Add<Lock>(lock, {TREES, 1, 1, threads});
    for (const uint32_t instances : {2U, 8U, MANY, 128U})
    {
        const std::size_t index =
            race.Add<Lock>(lock, {TREES, instances, instances, threads}, judged.one);
        judged.many = instances == MANY ? index : judged.many;
    }
    race.Add<Lock>(lock, {TREES, MANY, 1, threads}, judged.one);
    const std::size_t chains = race.Add<Lock>(lock, {CHAINS, 1, 1, threads});
    race.Add<Lock>(lock, {CHAINS_OF_MANY, MANY, MANY, threads}, chains);
    if (threads > 1)
    {
        race.Add<Lock>(lock, {TREES, MANY, MANY, threads, true}, judged.one);
        race.Add<Lock>(lock, {CHAINS_OF_MANY, MANY, MANY, threads, true}, chains);
    }
    return judged;
}

void
PrintRace(const Race& race)
{
    fmt::print(
        "Packets of {} flows that are there, {} of each thread in a turn, {} turns each;\n"
        "wall time, median and least, and how many times the packets of one table; own: each "
        "thread has tables of its own\n",
        ThreadedNat<std::mutex>::FLOWS,
        PACKETS,
        ROUNDS);
    fmt::print("  {:<31} {:<10} {:>7} {:>9} {:>5} {:>9} {:>9} {:>9} {:>7}\n",
               "index",
               "lock",
               "threads",
               "instances",
               "locks",
               "median ns",
               "least ns",
               "million/s",
               "times");
    for (std::size_t i = 0; i < race.Racers().size(); ++i)
    {
        const Racer& racer = race.Racers()[i];
        fmt::print("  {:<31} {:<10} {:>7} {:>9} {:>5} {:>9.1f} {:>9.1f} {:>9.2f} {:>7.2f}\n",
                   racer.variant.index + (racer.variant.isSteered ? ", own" : ""),
                   racer.lock,
                   racer.variant.threads,
                   racer.variant.instances,
                   racer.variant.locks,
                   race.Median(i),
                   race.Least(i),
                   1000 / race.Least(i),
                   race.Least(racer.single) / race.Least(i));
    }
    fmt::print("\n");
}

/// What threads carry, in packets of one thread.
void
PrintScaling(const Race& race, const Judged& alone, const Judged& together)
{
    const Racer& racer = race.Racers()[together.one];
    fmt::print("  {} threads carry {:.2f} times what one does with one instance, {:.2f} times with "
               "{}, {}\n",
               racer.variant.threads,
               race.Least(alone.one) / race.Least(together.one),
               race.Least(alone.many) / race.Least(together.many),
               MANY,
               racer.lock);
}

void
JudgeRace(Gate& gate, const Race& race, const Judged& judged)
{
    const Racer& many = race.Racers()[judged.many];
    const std::string what = fmt::format("time of a packet, {} instances / one, {} threads, {}",
                                         MANY,
                                         many.variant.threads,
                                         many.lock);
    const std::size_t undisturbed = race.CountUndisturbed(judged.many);
    if (undisturbed < ROUNDS / 8)
    {
        fmt::print("not judged: {}: others had the CPUs, {} of {} turns were undisturbed\n",
                   what,
                   undisturbed,
                   ROUNDS);
        return;
    }
    gate.AtMost(what, race.Least(judged.many) / race.Least(judged.one), 1 / 1.2);
}

void
TimeInstances(Gate& gate)
{
    const uint32_t threads = static_cast<uint32_t>(std::min(UsableCpus().size(), MOST_THREADS));
    Race race;
    const std::vector<Judged> alone{AddVariants<std::mutex>(race, "std::mutex", 1),
                                    AddVariants<SpinLock>(race, "SpinLock", 1)};
    std::vector<Judged> judged;
    if (threads > 1)
    {
        judged.push_back(AddVariants<std::mutex>(race, "std::mutex", threads));
        judged.push_back(AddVariants<SpinLock>(race, "SpinLock", threads));
    }
    race.Run();
    PrintRace(race);
    for (std::size_t i = 0; i < judged.size(); ++i)
    {
        PrintScaling(race, alone[i], judged[i]);
    }
    for (const Judged& pair : judged)
    {
        JudgeRace(gate, race, pair);
    }
    if (judged.empty())
    {
        fmt::print("There is one CPU here: threads would take turns, and nothing is judged.\n");
    }
}

/// What instructions are counted of.
int
SendWork(const std::string& instances, uint64_t count)
{
    const auto tables = static_cast<uint32_t>(std::stoul(instances));
    ThreadedNat<std::mutex>({TREES, tables, tables, 1}).Turn(count);
    return 0;
}

} // namespace

} // namespace bindstorm

int
main(int argc, char** argv)
{
    return bindstorm::RunBenchmark(argc, argv, bindstorm::SendWork, bindstorm::TimeInstances);
}
