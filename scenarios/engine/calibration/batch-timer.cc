/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "batch-timer.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr std::size_t FEWEST_BATCHES = 5;
/// Long against a look at the clock, short against a time slice of the system.
constexpr double BATCH_NANOSECONDS = 500'000;

} // namespace

BatchTimes
SummarizeBatches(std::vector<double> picoseconds)
{
    std::ranges::sort(picoseconds);
    return {picoseconds.front(),
            picoseconds[picoseconds.size() / 2],
            picoseconds[picoseconds.size() * 3 / 4],
            picoseconds.size()};
}

BatchTimer::BatchTimer(std::chrono::nanoseconds budget)
    : m_budget(budget)
{
    m_clock = Measure(
        [](uint64_t rounds)
        {
            for (uint64_t i = 0; i < rounds; ++i)
            {
                KeepResult(Clock::now().time_since_epoch().count());
            }
            return rounds;
        });
}

double
BatchTimer::Between(Clock::time_point begin, Clock::time_point end) const
{
    const std::chrono::duration<double, std::nano> passed = end - begin;
    return std::max(passed.count() - m_clock.least / 1000, 0.0);
}

BatchTimes
BatchTimer::Measure(const std::function<uint64_t(uint64_t)>& batch) const
{
    uint64_t rounds = 1;
    std::vector<double> picoseconds;
    const auto first = Clock::now();
    while (picoseconds.size() < FEWEST_BATCHES || Clock::now() - first < m_budget)
    {
        const auto begin = Clock::now();
        const uint64_t units = batch(rounds);
        const double passed = Between(begin, Clock::now());
        if (passed < BATCH_NANOSECONDS && picoseconds.empty())
        {
            rounds *= 2; // still finding out how many rounds fill a batch
            continue;
        }
        picoseconds.push_back(passed * 1000 / static_cast<double>(units));
    }
    return SummarizeBatches(std::move(picoseconds));
}

} // namespace bindstorm
