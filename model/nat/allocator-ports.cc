/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "keep-port.h"
#include "nat-port-choice.h"

#include "model/ports/port-allocator.h"

#include <utility>

namespace bindstorm
{

namespace
{

/// What chooses ephemeral ports on a host, at work in a NAT.
class AllocatorPorts : public NatPortChoice
{
  public:
    explicit AllocatorPorts(std::unique_ptr<PortAllocator> allocator)
        : m_allocator(std::move(allocator))
    {
    }

    std::optional<uint16_t>
    Choose(PortView& view, const NatPortRequest& request, DrawSource& draws) override
    {
        if (IsKept(view, request))
        {
            return request.flow.internal.port;
        }
        return m_allocator->Choose(view, draws);
    }

  private:
    std::unique_ptr<PortAllocator> m_allocator;
};

std::unique_ptr<NatPortChoice>
CreateAllocatorPorts(const ComponentSpec& spec)
{
    const std::string name = *spec.Get("name");
    if (FindPortAllocator(name).needsChains)
    {
        throw ConfigError("port choice 'allocator': '" + name +
                          "' walks the hash chains of a socket table, which a NAT does not have; "
                          "choose an allocator that only asks whether a port is free");
    }
    return std::make_unique<AllocatorPorts>(CreatePortAllocator(ComponentSpec(name)));
}

} // namespace

NatPortChoiceInfo
DescribeAllocatorPorts()
{
    return {.name = "allocator",
            .summary = "Any registered allocator of ephemeral ports that needs no hash chains.",
            .source = "RFC 6056 and whatever is registered",
            .defaultRange = "1024-65535",
            .usesFreeSet = true,
            .parameters = {{.name = "name",
                            .defaultValue = "rfc6056-1",
                            .help = "The allocator, with its own defaults."}},
            .create = CreateAllocatorPorts};
}

} // namespace bindstorm
