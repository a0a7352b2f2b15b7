/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HOST_SOCKETS_H
#define BINDSTORM_HOST_SOCKETS_H

#include "port-allocator.h"
#include "socket-table.h"

#include "model/base/draw-source.h"

#include <array>
#include <cstdint>
#include <memory>

namespace bindstorm
{

/**
 * @ingroup ports
 * Protocols with a port space of their own.
 */
enum class Protocol : uint8_t
{
    UDP,
    TCP
};

/**
 * @ingroup ports
 * The sockets of one host: a table and an allocator for each protocol, one random stream for both.
 */
class HostSockets
{
  public:
    struct Config
    {
        PortRange range{};         ///< of automatic choice
        PortSet reserved{};        ///< never chosen automatically
        PortSet excluded{};        ///< neither, and refused when asked for
        uint32_t chains{0};        ///< a power of two to 65536; 0: the allocator's default
        ComponentSpec allocator{}; ///< by name, e.g. `linux-2.6.28(lock=table)`
        /// Taken instead of the registry's entry of that name; for what is in no registry.
        std::shared_ptr<const PortAllocatorInfo> ownAllocator{};
    };

    /**
     * @param config what the host has
     * @param engine where draws come from; must outlive this object
     * @throws ConfigError for an unknown allocator or parameter, or a wrong number of chains
     */
    HostSockets(const Config& config, RandomEngine& engine);

    /**
     * bind() or, when the request has a destination, connect() without bind.
     * @param port 0: the allocator chooses
     */
    BindResult Bind(Protocol protocol, const PortRequest& request, uint16_t port = 0);

    /// @return NONE, or BAD_SOCKET for a handle that is not live
    BindError Close(Protocol protocol, SocketHandle socket);

    /// @return what the last Bind() or Close() did
    const WorkCounters&
    LastWork() const
    {
        return m_work;
    }

    SocketTable&
    Table(Protocol protocol)
    {
        return *Side(protocol).table;
    }

    const SocketTable&
    Table(Protocol protocol) const
    {
        return *m_sides[static_cast<std::size_t>(protocol)].table;
    }

    const PortAllocator&
    Allocator(Protocol protocol) const
    {
        return *m_sides[static_cast<std::size_t>(protocol)].allocator;
    }

    const PortAllocatorInfo&
    AllocatorInfo() const
    {
        return m_info;
    }

    /// @return what the allocator locks while it works
    LockScope
    GetLockScope() const
    {
        return m_sides[0].allocator->GetLockScope().value_or(m_info.lockScope);
    }

  private:
    struct ProtocolSide
    {
        std::unique_ptr<SocketTable> table;
        std::unique_ptr<PortAllocator> allocator;
    };

    ProtocolSide&
    Side(Protocol protocol)
    {
        return m_sides[static_cast<std::size_t>(protocol)];
    }

    std::shared_ptr<const PortAllocatorInfo> m_ownInfo; ///< null for one of the registry
    const PortAllocatorInfo& m_info;
    WorkCounters m_work;
    DrawSource m_draws;
    std::array<ProtocolSide, 2> m_sides;
};

} // namespace bindstorm

#endif // BINDSTORM_HOST_SOCKETS_H
