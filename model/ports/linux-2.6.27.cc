/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-allocator.h"
#include "shortest-chain.h"

#include <limits>

namespace bindstorm
{

namespace
{

/**
 * As 2.6.23 with a start drawn at random. One bound socket is enough to see its defect: the ports
 * of its chain are never chosen and those of the next chain are twice as likely.
 */
class Linux2627 : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        ShortestChainSearch search(view);
        ++view.Work().locks;
        uint32_t number = view.Range().Low() + draws.Draw() % view.Range().Size();
        uint32_t bestSize = std::numeric_limits<uint32_t>::max();
        uint32_t best = number;
        for (uint32_t round = 0; round < search.Count(); ++round)
        {
            if (const auto port = search.Look(number, bestSize, best))
            {
                return port;
            }
            number = search.Fold(number + 1);
        }
        return search.Climb(best);
    }
};

} // namespace

PortAllocatorInfo
DescribeLinux2627()
{
    return {.name = "linux-2.6.27",
            .summary = "Random start, the shortest hash chain from there on, then the first unused "
                       "port of that chain.",
            .source = "Linux 2.6.24 to 2.6.27, udp_get_port",
            .defaultChains = 128,
            .lockScope = LockScope::TABLE,
            .needsChains = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Linux2627>(); }};
}

} // namespace bindstorm
