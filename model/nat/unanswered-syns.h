/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNANSWERED_SYNS_H
#define BINDSTORM_UNANSWERED_SYNS_H

#include "nat-types.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Inbound SYNs that nothing was there for, kept a while: a SYN from inside may cross them
 * (simultaneous open, RFC 5382 REQ-4). The oldest make room when there are too many.
 */
class UnansweredSyns
{
    struct Waiting
    {
        NatArrival arrival;
        NatTime due;
    };

  public:
    static constexpr std::size_t MOST = 1024;

    void
    Add(const NatArrival& arrival, NatTime due)
    {
        if (std::ranges::find(m_waiting, arrival, &Waiting::arrival) != m_waiting.end())
        {
            // Sent again: the first one is what will be answered.
            return;
        }
        if (m_waiting.size() == MOST)
        {
            m_waiting.pop_front();
        }
        m_waiting.push_back({arrival, due});
    }

    /// A session between these endpoints was made from inside: its SYN is forgotten.
    void
    Cross(const NatArrival& arrival)
    {
        std::erase_if(m_waiting,
                      [&](const Waiting& waiting) { return waiting.arrival == arrival; });
    }

    bool
    IsEmpty() const
    {
        return m_waiting.empty();
    }

    /// @return those whose time is over, the oldest first; they are forgotten
    std::vector<NatArrival>
    TakeDue(NatTime now)
    {
        std::vector<NatArrival> due;
        while (!m_waiting.empty() && m_waiting.front().due <= now)
        {
            due.push_back(m_waiting.front().arrival);
            m_waiting.pop_front();
        }
        return due;
    }

  private:
    std::deque<Waiting> m_waiting;
};

} // namespace bindstorm

#endif // BINDSTORM_UNANSWERED_SYNS_H
