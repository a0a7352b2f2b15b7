/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "keep-port.h"
#include "nat-port-choice.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/**
 * From a uniform cut upwards to the end of the range, then from below the cut downwards. A free
 * port above a run of k busy ones is chosen with probability (k + 1) / n; those below the cut only
 * when everything above it is busy.
 */
class PfPorts : public NatPortChoice
{
  public:
    explicit PfPorts(bool isStatic)
        : m_isStatic(isStatic)
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        const uint16_t internal = request.flow.internal.port;
        if (m_isStatic)
        {
            return IsUsableAnywhere(view, internal) ? std::optional(internal) : std::nullopt;
        }
        if (IsKept(view, request))
        {
            return internal;
        }
        // Identifiers start at 1 here, too.
        const uint32_t low = std::max<uint32_t>(view.Range().Low(), 1);
        const uint32_t high = view.Range().High();
        const uint32_t cut = low + draws.DrawBelow(high - low + 1);
        for (uint32_t port = cut; port <= high; ++port)
        {
            if (IsUsable(view, port))
            {
                return static_cast<uint16_t>(port);
            }
        }
        for (uint32_t port = cut - 1; port >= low; --port)
        {
            if (IsUsable(view, port))
            {
                return static_cast<uint16_t>(port);
            }
        }
        return std::nullopt;
    }

  private:
    bool m_isStatic;
};

} // namespace

NatPortChoiceInfo
DescribePfPorts()
{
    return {.name = "pf",
            .summary = "A uniform cut, the first free port from there upwards, else downwards.",
            .source = "OpenBSD and FreeBSD pf, pf_get_sport; without the endless loop of 2010",
            .defaultRange = "50001-65535",
            .keepsOutOfRange = true,
            .parameters = {{.name = "static-port",
                            .defaultValue = "no",
                            .choices = {"no", "yes"},
                            .help = "yes: the internal port or none, whatever the range."}},
            .create = [](const ComponentSpec& spec) -> std::unique_ptr<NatPortChoice>
            { return std::make_unique<PfPorts>(spec.Get("static-port") == "yes"); }};
}

} // namespace bindstorm
