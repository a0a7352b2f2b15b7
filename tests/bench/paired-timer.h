/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PAIRED_TIMER_H
#define BINDSTORM_PAIRED_TIMER_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace bindstorm
{

/**
 * Times things against each other in one run: rounds in which each contender has a turn, in an
 * order that is reversed every other round, so that a machine that slows down or is shared does so
 * to all of them.
 */
class PairedTimer
{
  public:
    struct Contender
    {
        std::string name;
        uint64_t operations; ///< that one turn performs
        std::function<void()> turn;
        std::vector<double> times{}; ///< by round, ns an operation
    };

    /// @return its index
    std::size_t
    Add(std::string name, uint64_t operations, std::function<void()> turn)
    {
        m_contenders.push_back({std::move(name), operations, std::move(turn)});
        return m_contenders.size() - 1;
    }

    void
    Run(int rounds)
    {
        for (Contender& contender : m_contenders)
        {
            contender.turn(); // caches, allocations, branch predictors
        }
        for (int round = 0; round < rounds; ++round)
        {
            for (std::size_t i = 0; i < m_contenders.size(); ++i)
            {
                Contender& contender =
                    m_contenders[round % 2 == 0 ? i : m_contenders.size() - 1 - i];
                const double begin = CpuTime();
                contender.turn();
                contender.times.push_back((CpuTime() - begin) /
                                          static_cast<double>(contender.operations));
            }
        }
    }

    /// @return median over the rounds, ns an operation
    double
    Median(std::size_t contender) const
    {
        return MedianOf(m_contenders[contender].times);
    }

    double
    Least(std::size_t contender) const
    {
        return *std::ranges::min_element(m_contenders[contender].times);
    }

    /// @return median over the rounds of what a function makes of one round's times
    double
    MedianOfRounds(
        const std::function<double(const std::function<double(std::size_t)>&)>& what) const
    {
        std::vector<double> values;
        for (std::size_t round = 0; round < m_contenders.front().times.size(); ++round)
        {
            values.push_back(
                what([&](std::size_t contender) { return m_contenders[contender].times[round]; }));
        }
        return MedianOf(std::move(values));
    }

    const std::vector<Contender>&
    Contenders() const
    {
        return m_contenders;
    }

  private:
    /// @return what this thread has used of a CPU, its system calls included, ns: the time of those
    /// who share the machine is not in it
    static double
    CpuTime()
    {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
    }

    static double
    MedianOf(std::vector<double> values)
    {
        std::ranges::sort(values);
        const std::size_t middle = values.size() / 2;
        return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    std::vector<Contender> m_contenders;
};

} // namespace bindstorm

#endif // BINDSTORM_PAIRED_TIMER_H
