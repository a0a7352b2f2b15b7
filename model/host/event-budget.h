/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EVENT_BUDGET_H
#define BINDSTORM_EVENT_BUDGET_H

#include "ns3/simulator.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup host
 * Counts the events of one simulation. ns-3 numbers them with 32 bits and would silently give a
 * number twice, and its clock would silently wrap; the run is stopped before either.
 */
class EventBudget
{
  public:
    /// Schedules as ns3::Simulator::Schedule does.
    template <typename... Arguments>
    void
    Schedule(const ns3::Time& delay, Arguments&&... arguments)
    {
        ++m_scheduled;
        // As many short delays as there can be events reach less than LAST beyond the last instant
        // that was looked at, which the clock can hold.
        if (delay.GetTimeStep() > SHORT)
        {
            m_isTooLate = m_isTooLate || delay > ns3::NanoSeconds(LAST) - ns3::Simulator::Now();
        }
        if (m_scheduled > LIMIT || m_isTooLate)
        {
            ns3::Simulator::Stop();
            return;
        }
        ns3::Simulator::Schedule(delay, std::forward<Arguments>(arguments)...);
    }

    uint64_t
    Scheduled() const
    {
        return m_scheduled;
    }

    /// @return why the run was stopped, or nothing
    const char*
    WhyStopped() const
    {
        if (m_isTooLate)
        {
            return "the run would last more than 126 years of simulated time, which its clock "
                   "cannot "
                   "hold: give it a stop, or shorter pauses";
        }
        return m_scheduled > LIMIT
                   ? "the run needs more than 2^32 events, which ns-3 cannot number: "
                     "split it by seeds"
                   : nullptr;
    }

  private:
    /// A little below 2^32: ns-3 schedules some events of its own.
    static constexpr uint64_t LIMIT = 0xFFFF'0000;
    /// Latest instant, ns: twice that and the longest pause still fit 64 bits.
    static constexpr int64_t LAST = 4'000'000'000'000'000'000;
    /// Delays up to this, ns, are not looked at one by one.
    static constexpr int64_t SHORT = 900'000'000;
    static_assert(static_cast<int64_t>(LIMIT) * SHORT < LAST);

    uint64_t m_scheduled{0};
    bool m_isTooLate{false};
};

} // namespace bindstorm

#endif // BINDSTORM_EVENT_BUDGET_H
