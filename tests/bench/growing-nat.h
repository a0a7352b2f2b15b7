/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_GROWING_NAT_H
#define BINDSTORM_GROWING_NAT_H

#include "packet-contender.h"

#include <array>
#include <chrono>
#include <memory>
#include <vector>

namespace bindstorm
{

/// A table that grows flow by flow and shrinks again, each packet timed alone.
class GrowingNat
{
  public:
    explicit GrowingNat(const NatConfig& config)
        : m_engine(CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "nat", "ports"})),
          m_table(config, *m_engine, m_time)
    {
    }

    /// @return ns of each packet that makes a flow
    std::vector<uint32_t>
    Grow(uint64_t flows)
    {
        std::vector<uint32_t> times;
        times.reserve(flows);
        for (uint64_t i = 0; i < flows; ++i)
        {
            const NatFlow flow = FlowNumber(i);
            WritePacket(m_packet, flow.internal, flow.remote);
            times.push_back(Time([this] { m_table.TranslateOutbound(m_packet); }));
        }
        return times;
    }

    /// @param later all flows are over then
    /// @return ns of each packet until the table is empty
    std::vector<uint32_t>
    Shrink(NatTime later)
    {
        m_time.Set(later);
        std::vector<uint32_t> times;
        while (m_table.Size() > 0)
        {
            WritePacket(m_packet, {198U << 24, 53}, {203U << 24 | 113U << 8 | 1, 1});
            times.push_back(Time([this] { m_table.TranslateInbound(m_packet); }));
        }
        return times;
    }

  private:
    template <class Function>
    static uint32_t
    Time(const Function& function)
    {
        const auto begin = std::chrono::steady_clock::now();
        function();
        const std::chrono::nanoseconds elapsed = std::chrono::steady_clock::now() - begin;
        return static_cast<uint32_t>(elapsed.count());
    }

    SimulatedNatTime m_time;
    std::unique_ptr<RandomEngine> m_engine;
    NatTable m_table;
    std::array<std::byte, 64> m_bytes{};
    std::span<std::byte> m_packet{m_bytes};
};

} // namespace bindstorm

#endif // BINDSTORM_GROWING_NAT_H
