/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BENCH_TABLE_H
#define BINDSTORM_BENCH_TABLE_H

#include "paired-timer.h"

#include <cstdint>
#include <fmt/core.h>
#include <functional>
#include <string>
#include <vector>

namespace bindstorm
{

/// Prints one line a contender.
inline void
PrintTimes(const std::string& title, const PairedTimer& timer)
{
    fmt::print("{}\n{:<58} {:>9} {:>9}\n", title, "", "median", "least");
    for (std::size_t i = 0; i < timer.Contenders().size(); ++i)
    {
        fmt::print("  {:<56} {:>9.1f} {:>9.1f}\n",
                   timer.Contenders()[i].name,
                   timer.Median(i),
                   timer.Least(i));
    }
}

/**
 * What is promised as a ratio of things that were timed in one run.
 */
class Gate
{
  public:
    /// @return whether the ratio keeps the limit; prints both
    bool
    AtMost(const std::string& what, double ratio, double limit)
    {
        const bool isKept = ratio <= limit;
        m_isKept = m_isKept && isKept;
        fmt::print("{} {}: {:.2f}, at most {:.2f}\n", isKept ? "pass" : "FAIL", what, ratio, limit);
        return isKept;
    }

    /// @return exit status
    int
    Status() const
    {
        return m_isKept ? 0 : 1;
    }

  private:
    bool m_isKept{true};
};

/**
 * The main program of a benchmark.
 * @param work what `--work CASE COUNT` does, for a tool that counts instructions
 * @param time what is done without arguments
 * @return exit status
 */
inline int
RunBenchmark(int argc,
             char** argv,
             const std::function<int(const std::string& name, uint64_t count)>& work,
             const std::function<void(Gate& gate)>& time)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 3 && arguments[0] == "--work")
    {
        return work(arguments[1], std::stoull(arguments[2]));
    }
    if (!arguments.empty())
    {
        fmt::print(stderr, "usage: {} [--work CASE COUNT]\n", argv[0]);
        return 2;
    }
    Gate gate;
    time(gate);
    return gate.Status();
}

} // namespace bindstorm

#endif // BINDSTORM_BENCH_TABLE_H
