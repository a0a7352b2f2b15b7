/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_STORM_HOST_H
#define BINDSTORM_STORM_HOST_H

#include "model/base/random-engine.h"
#include "model/ports/busy-pattern.h"
#include "model/ports/host-sockets.h"

#include <cstdint>
#include <memory>
#include <string>

namespace bindstorm
{

/**
 * The sockets of one host with some ports of the range of 2009 busy at random.
 */
class StormHost
{
  public:
    /**
     * @param allocator with parameters
     * @param chains 0: as the allocator was written for
     * @param occupancy share of busy ports
     */
    StormHost(const std::string& allocator, uint32_t chains, double occupancy)
        : m_engine(CreateRandomEngine(ComponentSpec("taus88"), {1, 0, "host", "allocator"})),
          m_sockets({.range = PortRange(32768, 61000),
                     .chains = chains,
                     .allocator = ComponentSpec::Parse(allocator)},
                    *m_engine)
    {
        const ComponentSpec busy("random", {{"", std::to_string(occupancy)}});
        for (const uint16_t port :
             MakeBusyPorts(busy, PortRange(32768, 61000), PortSet(), 1, 0, "host"))
        {
            // Both tables, as a simulated host has them: they share the caches.
            m_sockets.Bind(Protocol::UDP, PortRequest{}, port);
            m_sockets.Bind(Protocol::TCP, PortRequest{}, port);
        }
    }

    /// bind(0) and close.
    uint16_t
    OpenClose()
    {
        const BindResult result = m_sockets.Bind(Protocol::UDP, m_request);
        m_sockets.Close(Protocol::UDP, result.socket);
        return result.port;
    }

    /// The choice alone, that many times. @return sum of the ports, so that it is not left out
    uint64_t
    Choose(uint64_t count)
    {
        Repeater repeater(ComponentSpec("uniform"), count);
        WorkCounters work;
        DrawSource draws(*m_engine, work);
        m_sockets.Table(Protocol::UDP).BindAny(m_request, repeater, draws, work);
        return repeater.Sum();
    }

  private:
    /// Chooses again and again with one view and takes nothing.
    class Repeater : public PortAllocator
    {
      public:
        Repeater(const ComponentSpec& spec, uint64_t count)
            : m_allocator(CreatePortAllocator(spec)),
              m_count(count)
        {
        }

        std::optional<uint16_t>
        Choose(PortView& view, DrawSource& draws) override
        {
            for (uint64_t i = 0; i < m_count; ++i)
            {
                m_sum += m_allocator->Choose(view, draws).value_or(0);
            }
            return std::nullopt;
        }

        uint64_t
        Sum() const
        {
            return m_sum;
        }

      private:
        std::unique_ptr<PortAllocator> m_allocator;
        uint64_t m_count;
        uint64_t m_sum{0};
    };

    std::unique_ptr<RandomEngine> m_engine;
    HostSockets m_sockets;
    PortRequest m_request{};
};

} // namespace bindstorm

#endif // BINDSTORM_STORM_HOST_H
