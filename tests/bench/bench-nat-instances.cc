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

constexpr uint64_t PACKETS = 50'000; // of each thread in a turn
constexpr int ROUNDS = 15;
constexpr uint32_t MOST_THREADS = 8;
constexpr uint32_t INSTANCES[] = {1, 2, 8, 64, 128};
constexpr const char* CHAINS = "mixed-chains(buckets=65537)";

/// One thing that is timed: a turn gives wall time.
struct Racer
{
    std::string lock;
    ThreadedVariant variant;
    std::function<double()> turn;
    std::vector<double> times{}; ///< by round, ns a packet of all threads together
};

double
Middle(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// Rounds in which each has a turn, in an order that is reversed every other round.
class Race
{
  public:
    template <class Lock>
    void
    Add(const std::string& lock, const ThreadedVariant& variant)
    {
        const auto nat = std::make_shared<ThreadedNat<Lock>>(variant);
        const double packets = static_cast<double>(PACKETS) * variant.threads;
        m_racers.push_back(
            {lock, variant, [nat, packets]() { return nat->Turn(PACKETS) / packets; }});
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
                racer.times.push_back(racer.turn());
            }
        }
    }

    const std::vector<Racer>&
    Racers() const
    {
        return m_racers;
    }

    const Racer&
    Find(const std::string& lock, const ThreadedVariant& variant) const
    {
        return *std::ranges::find_if(m_racers,
                                     [&](const Racer& racer)
                                     {
                                         const ThreadedVariant& one = racer.variant;
                                         return racer.lock == lock && one.index == variant.index &&
                                                one.instances == variant.instances &&
                                                one.locks == variant.locks &&
                                                one.threads == variant.threads;
                                     });
    }

    /// @return median over the rounds of one's time divided by that of another one
    static double
    Ratio(const Racer& one, const Racer& other)
    {
        std::vector<double> ratios;
        for (std::size_t round = 0; round < one.times.size(); ++round)
        {
            ratios.push_back(one.times[round] / other.times[round]);
        }
        return Middle(std::move(ratios));
    }

  private:
    std::vector<Racer> m_racers;
};

/// Each number of tables with a lock each, and many tables with one lock for all.
template <class Lock>
void
AddVariants(Race& race, const std::string& lock, const std::vector<uint32_t>& threads)
{
    for (const uint32_t count : threads)
    {
        for (const uint32_t instances : INSTANCES)
        {
            race.Add<Lock>(lock, {.instances = instances, .locks = instances, .threads = count});
        }
        race.Add<Lock>(lock, {.instances = 64, .locks = 1, .threads = count});
    }
}

void
PrintRace(const Race& race)
{
    fmt::print("Packets of {} flows that are there, {} of each thread in a turn, {} turns each\n",
               ThreadedNat<std::mutex>::FLOWS,
               PACKETS,
               ROUNDS);
    fmt::print("  {:<28} {:<11} {:>7} {:>9} {:>6} {:>11} {:>10} {:>8}\n",
               "index",
               "lock",
               "threads",
               "instances",
               "locks",
               "ns a packet",
               "million/s",
               "times 1");
    for (const Racer& racer : race.Racers())
    {
        const ThreadedVariant& variant = racer.variant;
        ThreadedVariant single = variant;
        single.instances = single.locks = 1;
        const double time = Middle(racer.times);
        fmt::print("  {:<28} {:<11} {:>7} {:>9} {:>6} {:>11.1f} {:>10.2f} {:>8.2f}\n",
                   variant.index,
                   racer.lock,
                   variant.threads,
                   variant.instances,
                   variant.locks,
                   time,
                   1000 / time,
                   Race::Ratio(race.Find(racer.lock, single), racer));
    }
}

void
JudgeRace(Gate& gate, const Race& race, uint32_t threads)
{
    for (const std::string lock : {"std::mutex", "SpinLock"})
    {
        const Racer& one = race.Find(lock, {.threads = threads});
        const Racer& many = race.Find(lock, {.instances = 64, .locks = 64, .threads = threads});
        gate.AtMost(
            fmt::format("time of a packet, 64 instances / one, {} threads, {}", threads, lock),
            Race::Ratio(many, one),
            1 / 1.2);
    }
}

void
TimeInstances(Gate& gate)
{
    const uint32_t threads = std::min(std::thread::hardware_concurrency(), MOST_THREADS);
    const std::vector<uint32_t> counts =
        threads > 1 ? std::vector<uint32_t>{1, threads} : std::vector<uint32_t>{1};
    Race race;
    AddVariants<std::mutex>(race, "std::mutex", counts);
    AddVariants<SpinLock>(race, "SpinLock", counts);
    for (const uint32_t count : counts)
    {
        for (const uint32_t instances : {1U, 64U})
        {
            race.Add<std::mutex>(
                "std::mutex",
                {.index = CHAINS, .instances = instances, .locks = instances, .threads = count});
        }
    }
    race.Run();
    PrintRace(race);
    fmt::print("\n");
    if (threads > 1)
    {
        JudgeRace(gate, race, threads);
    }
    else
    {
        fmt::print("There is one CPU here: threads take turns, and nothing is judged.\n");
    }
}

/// What instructions are counted of.
int
SendWork(const std::string& instances, uint64_t count)
{
    const auto tables = static_cast<uint32_t>(std::stoul(instances));
    ThreadedNat<std::mutex>({.instances = tables, .locks = tables}).Turn(count);
    return 0;
}

} // namespace

} // namespace bindstorm

int
main(int argc, char** argv)
{
    return bindstorm::RunBenchmark(argc, argv, bindstorm::SendWork, bindstorm::TimeInstances);
}
