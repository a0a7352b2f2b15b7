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
 * Random start, then upwards with wrap. A free port that follows a run of k busy ones is chosen
 * with probability (k + 1) / n.
 */
class Rfc6056Simple : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        const PortRange& range = view.Range();
        ++view.Work().locks;
        uint32_t port = range.Low() + draws.Draw() % range.Size();
        for (uint32_t tries = 0; tries < range.Size(); ++tries)
        {
            ++view.Work().steps;
            if (view.IsEligible(port) && view.IsFree(static_cast<uint16_t>(port)))
            {
                return static_cast<uint16_t>(port);
            }
            port = port == range.High() ? range.Low() : port + 1;
        }
        return std::nullopt;
    }
};

} // namespace

PortAllocatorInfo
DescribeRfc6056Simple()
{
    return {.name = "rfc6056-1",
            .summary = "Random start, then the next port upwards with wrap until one is free.",
            .source = "RFC 6056 section 3.3.1, simple port randomization",
            .defaultChains = 128,
            .lockScope = LockScope::TABLE,
            .needsChains = false,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Rfc6056Simple>(); }};
}

} // namespace bindstorm
