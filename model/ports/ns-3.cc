/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chain-walk.h"
#include "port-allocator.h"

namespace bindstorm
{

namespace
{

/**
 * One after the other, as the end point list of ns-3: the port after the last one that is used by
 * no socket whatever its address. The first port given on a new table is the second of the range.
 */
class Ns3Sequential : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& /* draws */) override
    {
        PortChains& chains = NeedChains(view);
        const PortRange& range = view.Range();
        WorkCounters& work = view.Work();
        ++work.locks;
        uint32_t port = range.Contains(m_last) ? m_last : range.Low();
        for (uint32_t tries = 0; tries < range.Size(); ++tries)
        {
            port = port == range.High() ? range.Low() : port + 1;
            ++work.steps;
            if (!view.IsEligible(port))
            {
                continue;
            }
            ++work.probes;
            if (!chains.IsPresent(static_cast<uint16_t>(port)))
            {
                m_last = port;
                return static_cast<uint16_t>(port);
            }
        }
        return std::nullopt;
    }

    std::unique_ptr<PortAllocator>
    Clone() const override
    {
        auto copy = std::make_unique<Ns3Sequential>();
        copy->m_last = m_last;
        return copy;
    }

  private:
    uint32_t m_last{0}; ///< 0: none yet
};

} // namespace

PortAllocatorInfo
DescribeNs3Sequential()
{
    return {.name = "ns-3",
            .summary = "Last port plus one with wrap, until no socket at all has the port; one "
                       "linked list for the whole table.",
            .source = "ns-3.37, Ipv4EndPointDemux::AllocateEphemeralPort",
            .defaultChains = 1,
            .lockScope = LockScope::TABLE,
            .needsChains = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Ns3Sequential>(); }};
}

} // namespace bindstorm
