/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "host-sockets.h"

namespace bindstorm
{

HostSockets::HostSockets(const Config& config, RandomEngine& engine)
    : m_ownInfo(config.ownAllocator),
      m_info(m_ownInfo ? *m_ownInfo : FindPortAllocator(config.allocator.GetName())),
      m_draws(engine, m_work)
{
    const SocketTable::Config table{.range = config.range,
                                    .reserved = config.reserved,
                                    .excluded = config.excluded,
                                    .chains =
                                        config.chains != 0 ? config.chains : m_info.defaultChains};
    ComponentSpec spec = config.allocator;
    spec.Resolve(m_info.parameters);
    for (ProtocolSide& side : m_sides)
    {
        side.table = std::make_unique<SocketTable>(table);
        side.allocator = m_info.create(spec);
        if (m_info.usesFreeSet)
        {
            // A host keeps the common free set from its start, when building it costs next to
            // nothing.
            side.table->PrepareFreeSet(PortRequest{});
        }
    }
}

BindResult
HostSockets::Bind(Protocol protocol, const PortRequest& request, uint16_t port)
{
    m_work = {};
    const ProtocolSide& side = Side(protocol);
    return port != 0 ? side.table->BindTo(request, port, m_work)
                     : side.table->BindAny(request, *side.allocator, m_draws, m_work);
}

BindError
HostSockets::Close(Protocol protocol, SocketHandle socket)
{
    m_work = {};
    return Side(protocol).table->Close(socket, m_work);
}

} // namespace bindstorm
