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
 * A new random port until one is free, at most as often as the range has ports. Uniform over the
 * free ports, but it fails with probability (1 - f/n)^n though f of n ports are free.
 */
class Rfc6056Retry : public PortAllocator
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, DrawSource& draws) override
    {
        const PortRange& range = view.Range();
        ++view.Work().locks;
        for (uint32_t tries = 0; tries < range.Size(); ++tries)
        {
            ++view.Work().steps;
            const auto port = static_cast<uint16_t>(range.Low() + draws.Draw() % range.Size());
            if (view.IsEligible(port) && view.IsFree(port))
            {
                return port;
            }
        }
        return std::nullopt;
    }
};

} // namespace

PortAllocatorInfo
DescribeRfc6056Retry()
{
    return {.name = "rfc6056-2",
            .summary = "A new random port each time until one is free, at most as often as the "
                       "range has ports; may fail though some are free.",
            .source = "RFC 6056 section 3.3.2, another simple port randomization",
            .defaultChains = 128,
            .lockScope = LockScope::TABLE,
            .needsChains = false,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<PortAllocator>
            { return std::make_unique<Rfc6056Retry>(); }};
}

} // namespace bindstorm
