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

#include <map>
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
        if (!m_numbers.emplace(arrival, m_next).second)
        {
            // Sent again: the first one is what will be answered.
            return;
        }
        m_waiting.emplace(m_next++, Waiting{arrival, due});
        if (m_waiting.size() > MOST)
        {
            ForgetFirst();
        }
    }

    /// A session between these endpoints was made from inside: its SYN is forgotten.
    void
    Cross(const NatArrival& arrival)
    {
        if (const auto found = m_numbers.find(arrival); found != m_numbers.end())
        {
            m_waiting.erase(found->second);
            m_numbers.erase(found);
        }
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
        while (!m_waiting.empty() && m_waiting.begin()->second.due <= now)
        {
            due.push_back(m_waiting.begin()->second.arrival);
            ForgetFirst();
        }
        return due;
    }

  private:
    void
    ForgetFirst()
    {
        m_numbers.erase(m_waiting.begin()->second.arrival);
        m_waiting.erase(m_waiting.begin());
    }

    // A flood of SYNs must not be a flood of walks: both are trees.
    std::map<NatArrival, uint64_t> m_numbers;
    std::map<uint64_t, Waiting> m_waiting; ///< in the order of arrival
    uint64_t m_next{0};
};

} // namespace bindstorm

#endif // BINDSTORM_UNANSWERED_SYNS_H
