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
 * number twice; the run is stopped before that.
 */
class EventBudget
{
  public:
    /// Schedules as ns3::Simulator::Schedule does.
    template <typename... Arguments>
    void
    Schedule(const ns3::Time& delay, Arguments&&... arguments)
    {
        if (++m_scheduled > LIMIT)
        {
            m_isExceeded = true;
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

    bool
    IsExceeded() const
    {
        return m_isExceeded;
    }

  private:
    /// A little below 2^32: ns-3 schedules some events of its own.
    static constexpr uint64_t LIMIT = 0xFFFF'0000;

    uint64_t m_scheduled{0};
    bool m_isExceeded{false};
};

} // namespace bindstorm

#endif // BINDSTORM_EVENT_BUDGET_H
