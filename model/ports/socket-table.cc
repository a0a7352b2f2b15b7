/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "socket-table.h"

#include "followed-free-sets.h"
#include "socket-chains.h"
#include "socket-view.h"

#include "model/base/component-spec.h"

#include <bit>
#include <stdexcept>
#include <string>

namespace bindstorm
{

SocketTable::SocketTable(const Config& config)
    : m_config(config),
      m_ineligible(config.reserved)
{
    m_ineligible.Insert(config.excluded);
    if (!std::has_single_bit(config.chains) || config.chains > 65536)
    {
        throw ConfigError("socket table: " + std::to_string(config.chains) +
                          " chains: a power of two from 1 to 65536 is expected");
    }
    m_chains = std::make_unique<SocketChains>(config.chains);
    m_freeSets = std::make_unique<FollowedFreeSets>(*m_chains, m_config.range, m_ineligible);
}

SocketTable::~SocketTable() = default;

BindResult
SocketTable::Insert(const WalkRequest& request, uint16_t port, WorkCounters& work)
{
    const SocketHandle socket = m_chains->Insert(request, port);
    m_freeSets->OnInsert(request, port, work);
    return {.error = BindError::NONE, .port = port, .socket = socket};
}

BindResult
SocketTable::BindTo(const PortRequest& request, uint16_t port, WorkCounters& work)
{
    if (port == 0)
    {
        throw std::invalid_argument("an explicit bind needs a port from 1 to 65535");
    }
    if (m_config.excluded.Contains(port))
    {
        return {.error = BindError::PERMISSION_DENIED};
    }
    const WalkRequest wanted(request);
    ++work.locks;
    ++work.probes;
    if (m_chains->HasConflict(wanted, port, work))
    {
        return {.error = BindError::ADDRESS_IN_USE};
    }
    return Insert(wanted, port, work);
}

BindResult
SocketTable::BindAny(const PortRequest& request,
                     PortAllocator& allocator,
                     DrawSource& draws,
                     WorkCounters& work)
{
    const WalkRequest wanted(request);
    SocketView view(m_config.range, m_ineligible, wanted, *m_chains, *m_freeSets, work);
    const std::optional<uint16_t> port = allocator.Choose(view, draws);
    if (!port || !view.IsRight(*port))
    {
        return {.error =
                    request.remote ? BindError::ADDRESS_NOT_AVAILABLE : BindError::ADDRESS_IN_USE,
                .wrongChoice = port};
    }
    return Insert(wanted, *port, work);
}

BindError
SocketTable::Close(SocketHandle socket, WorkCounters& work)
{
    ++work.locks;
    if (!m_chains->IsLive(socket))
    {
        return BindError::BAD_SOCKET;
    }
    const uint16_t port = m_chains->PortOf(socket);
    m_chains->Erase(socket);
    // The identity stays in its place until the place is used again.
    m_freeSets->OnErase(WalkRequest(m_chains->RequestOf(socket)), port, work);
    return BindError::NONE;
}

std::optional<uint16_t>
SocketTable::GetPort(SocketHandle socket) const
{
    return m_chains->IsLive(socket) ? std::optional(m_chains->PortOf(socket)) : std::nullopt;
}

std::size_t
SocketTable::Size() const
{
    return m_chains->Size();
}

const SocketTable::Config&
SocketTable::GetConfig() const
{
    return m_config;
}

const FreePortMap&
SocketTable::FreeSet(const PortRequest& request, WorkCounters& work)
{
    return m_freeSets->Get(WalkRequest(request), work);
}

void
SocketTable::PrepareFreeSet(const PortRequest& request)
{
    WorkCounters atStart;
    m_freeSets->GetForAllocator(WalkRequest(request), atStart);
}

void
SocketTable::Follow(const PortRequest& request, FreeSetListener& listener)
{
    m_freeSets->Follow(WalkRequest(request), listener);
}

} // namespace bindstorm
