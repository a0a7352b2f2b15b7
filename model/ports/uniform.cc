/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-allocator.h"

namespace bindstorm
{

namespace
{

/**
 * Every port that is free for the request exactly equally likely at any occupancy: an unbiased rank
 * below the number of free ports, then the free port of that rank. No loop depends on occupancy;
 * the rejection of the bounded draw needs fewer than 1 + f / 2^32 numbers on average.
 */
class Uniform : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        ++view.Work().locks;
        const uint32_t free = view.CountFree();
        if (free == 0)
        {
            return std::nullopt;
        }
        ++view.Work().steps;
        return view.SelectFree(draws.DrawBelow(free));
    }
};

} // namespace

PortAllocatorInfo
DescribeUniform()
{
    return {.name = "uniform",
            .summary = "Every free port exactly equally likely at any occupancy in constant time, "
                       "by rank in a bitmap with counts.",
            .source = "Bindstorm; bounded draw of D. Lemire (ACM TOMACS 2019), select of S. Vigna "
                      "(WEA 2008)",
            .defaultChains = 128,
            .lockScope = LockScope::TABLE,
            .needsChains = false,
            .usesFreeSet = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Uniform>(); }};
}

} // namespace bindstorm
