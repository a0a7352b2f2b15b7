/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HELD_PORTS_H
#define BINDSTORM_HELD_PORTS_H

#include "nat-types.h"

#include <cstdint>
#include <deque>
#include <unordered_set>

namespace bindstorm
{

/**
 * @ingroup nat
 * External ports that became free and are not to be given again for a while: RFC 6888 REQ-8.
 */
class HeldPorts
{
  public:
    void
    Hold(uint8_t protocol, const NatEndpoint& external, NatTime until)
    {
        if (m_held.insert(KeyOf(protocol, external)).second)
        {
            m_queue.push_back({protocol, external, until});
        }
    }

    bool
    IsHeld(uint8_t protocol, const NatEndpoint& external) const
    {
        return !m_held.empty() && m_held.contains(KeyOf(protocol, external));
    }

    bool
    IsEmpty() const
    {
        return m_queue.empty();
    }

    /// @param released called with protocol and endpoint of each port whose time is over
    template <class Function>
    void
    Release(NatTime now, const Function& released)
    {
        while (!m_queue.empty() && m_queue.front().until <= now)
        {
            const Held held = m_queue.front();
            m_queue.pop_front();
            m_held.erase(KeyOf(held.protocol, held.external));
            released(held.protocol, held.external);
        }
    }

    /// @param function called with protocol and endpoint of each port that rests, in order
    template <class Function>
    void
    ForEach(const Function& function) const
    {
        for (const Held& held : m_queue)
        {
            function(held.protocol, held.external);
        }
    }

  private:
    struct Held
    {
        uint8_t protocol;
        NatEndpoint external;
        NatTime until;
    };

    static uint64_t
    KeyOf(uint8_t protocol, const NatEndpoint& external)
    {
        return uint64_t{external.address} << 24 | uint64_t{external.port} << 8 | protocol;
    }

    std::unordered_set<uint64_t> m_held;
    std::deque<Held> m_queue;
};

} // namespace bindstorm

#endif // BINDSTORM_HELD_PORTS_H
