/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_REQUEST_FLOWS_H
#define BINDSTORM_REQUEST_FLOWS_H

#include "model/nat/nat-types.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// What a flow of request-response does; in results the names of its packets.
enum RequestPhase : uint8_t
{
    OPEN,
    REQUEST,
    RESPONSE,
    CLOSE
};

/**
 * @ingroup workload
 * One flow of request-response.
 */
struct RequestFlow
{
    uint32_t host{0};
    NatFlow tuple{};
    NatEndpoint external{};
    uint32_t requests{0}; ///< to come
    RequestPhase phase{OPEN};
    uint8_t step{0}; ///< packets of earlier steps mean nothing any more
    uint8_t attempts{1};
    bool isOpen{false};
    bool isLast{false};  ///< nothing is to come after the packet on its way
    uint32_t pending{0}; ///< packets and wake-ups that will still name its slot
    std::chrono::nanoseconds begun{0};
    std::chrono::nanoseconds deadline{0};
};

/**
 * @ingroup workload
 * The flows that are open, or of which packets or wake-ups are still about. Their slots are used
 * again. A tag names a slot, the step of its flow and two bits of the caller's.
 */
class RequestFlows
{
  public:
    static constexpr std::size_t MOST = std::size_t{1} << 22;

    static uint32_t
    SlotOf(uint32_t tag)
    {
        return tag >> 10;
    }

    static uint8_t
    StepOf(uint32_t tag)
    {
        return static_cast<uint8_t>(tag >> 2);
    }

    uint32_t
    TagOf(uint32_t slot, uint32_t kind) const
    {
        return slot << 10 | uint32_t{m_flows[slot].step} << 2 | kind;
    }

    RequestFlow&
    operator[](uint32_t slot)
    {
        return m_flows[slot];
    }

    /// @return a slot that nothing names; references to flows end
    uint32_t
    Take()
    {
        if (m_idle.empty())
        {
            if (m_flows.size() == MOST)
            {
                throw std::runtime_error("request-response: more than 2^22 flows at once");
            }
            m_flows.emplace_back();
            return static_cast<uint32_t>(m_flows.size() - 1);
        }
        const uint32_t slot = m_idle.back();
        m_idle.pop_back();
        return slot;
    }

    /// Something more names the slot.
    void
    Hold(uint32_t slot)
    {
        ++m_flows[slot].pending;
    }

    /// Something that named the slot is over.
    void
    Release(uint32_t slot)
    {
        if (--m_flows[slot].pending == 0 && !m_flows[slot].isOpen)
        {
            m_idle.push_back(slot);
        }
    }

    /// @return flows with an exchange that has neither succeeded nor failed
    uint64_t
    CountAsking() const
    {
        return static_cast<uint64_t>(std::ranges::count_if(
            m_flows,
            [](const RequestFlow& flow) { return flow.isOpen && flow.phase != CLOSE; }));
    }

  private:
    std::vector<RequestFlow> m_flows; ///< by slot
    std::vector<uint32_t> m_idle;
};

} // namespace bindstorm

#endif // BINDSTORM_REQUEST_FLOWS_H
