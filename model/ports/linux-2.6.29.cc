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
 * The version that was merged. The start comes from the high bits of the draw and the step from its
 * low ones, so that the two are practically independent. A start from the range is uniform; the
 * steps after a busy one enter the range at its ends more often than elsewhere.
 */
class Linux2629 : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        const uint32_t draw = draws.Draw();
        return FindFreeInChains(view, ScaleToRange(draw, view.Range()), draw);
    }
};

} // namespace

PortAllocatorInfo
DescribeLinux2629()
{
    return {.name = "linux-2.6.29",
            .summary = "Bitmap of one chain at a time, start drawn from the range, odd step "
                       "through the slots of the chain, then the next chain.",
            .source = "Linux commit 98322f22 'udp: optimize bind(0) if many ports are in use', "
                      "January 2009",
            .defaultChains = 128,
            .lockScope = LockScope::CHAIN,
            .needsChains = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Linux2629>(); }};
}

} // namespace bindstorm
