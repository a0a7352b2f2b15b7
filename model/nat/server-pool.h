/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SERVER_POOL_H
#define BINDSTORM_SERVER_POOL_H

#include "nat-types.h"

#include <cstddef>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Servers that take turns: LSNAT, RFC 2391, round robin. The one added last is first, then the ring
 * runs from newer to older ones, as in libalias.
 */
class ServerPool
{
  public:
    void
    Add(const NatEndpoint& server)
    {
        m_servers.push_back(server);
        m_next = m_servers.size() - 1;
    }

    /// @return the server whose turn it is; there must be one
    NatEndpoint
    Next()
    {
        const NatEndpoint server = m_servers[m_next];
        m_next = m_next == 0 ? m_servers.size() - 1 : m_next - 1;
        return server;
    }

  private:
    std::vector<NatEndpoint> m_servers;
    std::size_t m_next{0};
};

} // namespace bindstorm

#endif // BINDSTORM_SERVER_POOL_H
