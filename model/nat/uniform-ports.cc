/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "keep-port.h"
#include "nat-port-choice.h"

namespace bindstorm
{

namespace
{

/// Every free port exactly equally likely at any occupancy, and one is found whenever there is one.
class UniformPorts : public NatPortChoice
{
  public:
    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        if (IsKept(view, request))
        {
            return request.flow.internal.port;
        }
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

NatPortChoiceInfo
DescribeUniformPorts()
{
    return {.name = "uniform",
            .summary = "Every free port exactly equally likely at any occupancy in bounded time, "
                       "by rank; fails only when none is free.",
            .source = "RFC 6056 section 3.2's aim; bounded draw of D. Lemire (ACM TOMACS 2019), "
                      "select of S. Vigna (WEA 2008)",
            .defaultRange = "1024-65535",
            .usesFreeSet = true,
            .parameters = {},
            .create = [](const ComponentSpec&) -> std::unique_ptr<NatPortChoice>
            { return std::make_unique<UniformPorts>(); }};
}

} // namespace bindstorm
