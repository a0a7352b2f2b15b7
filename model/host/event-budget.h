/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EVENT_BUDGET_H
#define BINDSTORM_EVENT_BUDGET_H

#include "ns3/event-impl.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <chrono>
#include <cstdint>
#include <utility>

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
        if (MayHappen(delay.GetTimeStep()))
        {
            ns3::Simulator::Schedule(delay, std::forward<Arguments>(arguments)...);
        }
    }

    /**
     * The same for an event that its owner has made and uses again, and which nobody cancels: at
     * half the cost, since ns-3 neither makes one nor gives back what it could be cancelled by.
     */
    void
    Schedule(std::chrono::nanoseconds delay, ns3::EventImpl& event)
    {
        if (MayHappen(delay.count()))
        {
            event.Ref(); // ns-3 gives it back when it has happened
            m_simulator->ScheduleWithContext(ns3::Simulator::NO_CONTEXT,
                                             ns3::TimeStep(static_cast<uint64_t>(delay.count())),
                                             &event);
        }
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
    /// @return false when the run is stopped instead
    bool
    MayHappen(int64_t delay)
    {
        ++m_scheduled;
        // As many short delays as there can be events reach less than LAST beyond the last instant
        // that was looked at, which the clock can hold.
        if (delay > SHORT)
        {
            m_isTooLate = m_isTooLate || delay > LAST - ns3::Simulator::Now().GetTimeStep();
        }
        if (m_scheduled > LIMIT || m_isTooLate)
        {
            ns3::Simulator::Stop();
            return false;
        }
        return true;
    }

    /// A little below 2^32: ns-3 schedules some events of its own.
    static constexpr uint64_t LIMIT = 0xFFFF'0000;
    /// Latest instant, ns: twice that and the longest pause still fit 64 bits.
    static constexpr int64_t LAST = 4'000'000'000'000'000'000;
    /// Delays up to this, ns, are not looked at one by one.
    static constexpr int64_t SHORT = 900'000'000;
    static_assert(static_cast<int64_t>(LIMIT) * SHORT < LAST);

    ns3::Ptr<ns3::SimulatorImpl> m_simulator{ns3::Simulator::GetImplementation()};
    uint64_t m_scheduled{0};
    bool m_isTooLate{false};
};

} // namespace bindstorm

#endif // BINDSTORM_EVENT_BUDGET_H
