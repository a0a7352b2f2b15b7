/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BATCH_TIMER_H
#define BINDSTORM_BATCH_TIMER_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace bindstorm
{

// This folder reads real clocks. Nothing that a simulation is made of may include it.

/**
 * @ingroup engine
 * What one unit of work took in many batches, in picoseconds.
 */
struct BatchTimes
{
    double least{0};
    double median{0};
    double upperQuartile{0};
    std::size_t batches{0};
};

/// @ingroup engine
/// Makes the compiler believe that a value is used and all memory may have changed.
template <class Value>
void
KeepResult(const Value& value)
{
    asm volatile("" : : "r"(value) : "memory");
}

/**
 * @ingroup engine
 * Measures the time of small things by doing many of them between two looks at a clock. What the
 * looks themselves cost is subtracted.
 */
class BatchTimer
{
  public:
    /// @param budget time that one measurement may take, about
    explicit BatchTimer(std::chrono::nanoseconds budget);

    /**
     * @param batch does so many rounds and returns how many units of work that was, at least one
     * @return times of one unit; at least five batches, whatever the budget
     */
    BatchTimes Measure(const std::function<uint64_t(uint64_t rounds)>& batch) const;

    /// @return what a look at the clock costs
    const BatchTimes&
    ClockCost() const
    {
        return m_clock;
    }

    /// @return time that one measurement may take
    std::chrono::nanoseconds
    Budget() const
    {
        return m_budget;
    }

    /// @return nanoseconds from one look to another, less the cost of one
    double Between(std::chrono::steady_clock::time_point begin,
                   std::chrono::steady_clock::time_point end) const;

  private:
    std::chrono::nanoseconds m_budget;
    BatchTimes m_clock;
};

/// @ingroup engine
/// @param picoseconds of one unit, a number for each batch; at least one
BatchTimes SummarizeBatches(std::vector<double> picoseconds);

} // namespace bindstorm

#endif // BINDSTORM_BATCH_TIMER_H
