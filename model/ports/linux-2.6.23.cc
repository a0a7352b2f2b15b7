/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-allocator.h"
#include "shortest-chain.h"

namespace bindstorm
{

namespace
{

/**
 * A global rover that is left at the port chosen last, so that an idle table gives ports that are
 * nearly sequential and fully predictable. The older form of pass 1, which compares whole lengths:
 * the later form that compares after every node defeats its own search.
 */
class Linux2623 : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& /* draws */) override
    {
        ShortestChainSearch search(view);
        ++view.Work().locks;
        if (!view.Range().Contains(m_rover))
        {
            m_rover = view.Range().Low();
        }
        uint32_t bestSize = 32767;
        uint32_t best = m_rover;
        for (uint32_t round = 0; round < search.Count(); ++round)
        {
            if (const auto port = search.Look(m_rover + round, bestSize, best))
            {
                m_rover = *port;
                return port;
            }
        }
        const std::optional<uint16_t> port = search.Climb(best);
        m_rover = port.value_or(m_rover);
        return port;
    }

    std::unique_ptr<PortAllocator>
    Clone() const override
    {
        auto copy = std::make_unique<Linux2623>();
        copy->m_rover = m_rover;
        return copy;
    }

  private:
    uint32_t m_rover{0};
};

} // namespace

PortAllocatorInfo
DescribeLinux2623()
{
    return {.name = "linux-2.6.23",
            .summary = "Global rover, the shortest hash chain from there on, then the first "
                       "unused port of that chain.",
            .source = "Linux until 2.6.23, udp_get_port",
            .defaultChains = 128,
            .lockScope = LockScope::TABLE,
            .needsChains = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Linux2623>(); }};
}

} // namespace bindstorm
