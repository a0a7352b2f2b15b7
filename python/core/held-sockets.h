/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HELD_SOCKETS_H
#define BINDSTORM_HELD_SOCKETS_H

#include "model/ports/socket-table.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup python
 * Open sockets in an order that depends on what was opened and closed only, found by port. Adding
 * and removing are O(1), apart from sockets that share a port.
 */
class HeldSockets
{
  public:
    struct Socket
    {
        SocketHandle handle;
        PortRequest request;
    };

    HeldSockets();

    void Add(uint16_t port, const SocketHandle& handle, const PortRequest& request);

    /// @return number of sockets
    std::size_t
    Size() const
    {
        return m_order.size();
    }

    /// @return the sockets of a port, in no order that matters
    std::vector<Socket> On(uint16_t port) const;

    /// Takes out the socket of a handle, which is on the port. @return what it was
    Socket Remove(uint16_t port, const SocketHandle& handle);

    /**
     * Takes out the socket at a place; the last one takes its place.
     * @param place 0 to Size() - 1
     */
    Socket RemoveAt(std::size_t place);

    /// @return one port per socket, ascending. O(sockets + 65536)
    std::vector<uint16_t> Ports() const;

  private:
    struct Entry
    {
        Socket socket;
        std::size_t place; ///< in m_order
    };

    struct Position
    {
        uint16_t port;
        uint32_t index; ///< in m_byPort[port]
    };

    std::vector<std::vector<Entry>> m_byPort;
    std::vector<Position> m_order;
};

} // namespace bindstorm

#endif // BINDSTORM_HELD_SOCKETS_H
