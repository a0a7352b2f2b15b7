/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIMIT_SEARCH_H
#define BINDSTORM_LIMIT_SEARCH_H

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup workload
 * Looks for the greatest whole number that passes a trial, e.g. a rate without loss: doubling or
 * halving until one passes and one fails, then bisection. It ends also when all pass, or none.
 *
 * It takes for granted that whatever is above a number that fails would fail too.
 */
class LimitSearch
{
  public:
    struct Bounds
    {
        uint64_t lowest{1}; ///< at least 1
        uint64_t highest{UINT32_MAX};
        uint64_t first{1};    ///< tried first; within the bounds, else the nearer one is taken
        double resolution{0}; ///< the least that fails is at most that much above the result, as a
                              ///< share of the result; 0: it is the next whole number
    };

    explicit LimitSearch(const Bounds& bounds);

    /// @return whether there is nothing more to try
    bool
    IsDone() const
    {
        return m_isDone;
    }

    /// @return what is to be tried
    uint64_t
    Next() const
    {
        return m_next;
    }

    /// Next() was tried.
    void Tell(bool hasPassed);

    /// @return the greatest number that passed; 0: none did
    uint64_t
    Passed() const
    {
        return m_passed;
    }

    /// @return the least number that failed; 0: none did
    uint64_t
    Failed() const
    {
        return m_failed;
    }

  private:
    Bounds m_bounds;
    uint64_t m_next;
    uint64_t m_passed{0};
    uint64_t m_failed{0};
    bool m_isDone{false};
};

} // namespace bindstorm

#endif // BINDSTORM_LIMIT_SEARCH_H
