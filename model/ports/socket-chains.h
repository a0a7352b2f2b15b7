/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SOCKET_CHAINS_H
#define BINDSTORM_SOCKET_CHAINS_H

#include "chain-map.h"
#include "port-request.h"
#include "socket-table.h"

#include "model/base/work-counters.h"

#include <cstdint>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup ports
 * A request with the answer to a question that is asked on every walk.
 */
class WalkRequest
{
  public:
    explicit WalkRequest(const PortRequest& request)
        : m_request(request),
          m_isPlain(request == PortRequest{})
    {
    }

    const PortRequest&
    Get() const
    {
        return m_request;
    }

    /// @return whether it is the default request, two of which conflict on any port
    bool
    IsPlain() const
    {
        return m_isPlain;
    }

  private:
    const PortRequest& m_request;
    bool m_isPlain;
};

/**
 * @ingroup ports
 * The sockets of a table in doubly linked hash chains, new ones at the head. What a walk touches is
 * 8 bytes a socket, since a walk waits for the memory it reads: the way back lies apart, and so
 * does the identity, which is read only where a default request on either side does not decide.
 */
class SocketChains
{
  public:
    /// @param chains a power of two, 1 to 65536
    explicit SocketChains(uint32_t chains);

    uint32_t
    Count() const
    {
        return static_cast<uint32_t>(m_heads.size());
    }

    /// @return number of sockets
    std::size_t
    Size() const
    {
        return m_size;
    }

    /// Puts a socket at the head of its chain. Constant time.
    SocketHandle Insert(const WalkRequest& request, uint16_t port);

    /// Takes a live socket out. Constant time. Its place is used again, its handle is not.
    void Erase(SocketHandle socket);

    bool
    IsLive(SocketHandle socket) const
    {
        return socket.index < m_nodes.size() && socket.generation != 0 &&
               m_places[socket.index].generation == socket.generation &&
               (m_nodes[socket.index].flags & LIVE) != 0;
    }

    /// @return the port of a live socket
    uint16_t
    PortOf(SocketHandle socket) const
    {
        return m_nodes[socket.index].port;
    }

    /// @return what a live socket is bound to
    const PortRequest&
    RequestOf(SocketHandle socket) const
    {
        return m_requests[socket.index];
    }

    /// @return whether a socket on the port conflicts; counts a chain scan and nodes up to it
    bool HasConflict(const WalkRequest& request, uint16_t port, WorkCounters& work) const;

    /// @return whether a socket has the port; counts a chain scan and nodes up to it
    bool HasPort(uint16_t port, WorkCounters& work) const;

    /// @return sockets in the chain of the port, at most limit; counts a chain scan and the nodes
    uint32_t Length(uint16_t port, uint32_t limit, WorkCounters& work) const;

    /// Clears the map and marks what conflicts in the chain of the port; counts as PortChains says.
    void MarkBusy(const WalkRequest& request,
                  uint16_t port,
                  ChainMap& map,
                  WorkCounters& work) const;

    /**
     * Calls back with the port of every socket in conflict with a request on its port, in no order
     * that matters.
     */
    template <class Function>
    void
    ForEachConflict(const WalkRequest& request, Function function) const
    {
        for (uint32_t index = 0; index < m_nodes.size(); ++index)
        {
            if ((m_nodes[index].flags & LIVE) != 0 && ConflictsAt(request, index))
            {
                function(m_nodes[index].port);
            }
        }
    }

  private:
    static constexpr uint32_t NONE = UINT32_MAX;
    static constexpr uint16_t LIVE = 1;
    static constexpr uint16_t PLAIN = 2;

    /// What a walk reads.
    struct Node
    {
        uint32_t next; ///< towards the tail; links the unused places, too
        uint16_t port;
        uint16_t flags;
    };

    static_assert(sizeof(Node) == 8);

    /// What only opening and closing need.
    struct Place
    {
        uint32_t previous;   ///< towards the head
        uint32_t generation; ///< of the socket here, or of the last one
    };

    /// @return whether a socket conflicts with a request, given that the ports are equal
    bool
    ConflictsAt(const WalkRequest& request, uint32_t index) const
    {
        return (request.IsPlain() && (m_nodes[index].flags & PLAIN) != 0) ||
               Conflicts(request.Get(), m_requests[index]);
    }

    uint32_t TakePlace();

    std::vector<uint32_t> m_heads;
    std::vector<Node> m_nodes;
    std::vector<Place> m_places;         ///< by index, as m_nodes
    std::vector<PortRequest> m_requests; ///< by index, as m_nodes
    uint32_t m_unused{NONE};             ///< the place freed last is used first
    uint32_t m_mask;
    int m_slotShift; ///< slot of a port: port >> m_slotShift
    std::size_t m_size{0};
};

} // namespace bindstorm

#endif // BINDSTORM_SOCKET_CHAINS_H
