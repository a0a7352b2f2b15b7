/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "held-sockets.h"

#include <stdexcept>

namespace bindstorm
{

HeldSockets::HeldSockets()
    : m_byPort(65536)
{
}

void
HeldSockets::Add(uint16_t port, const SocketHandle& handle, const PortRequest& request)
{
    std::vector<Entry>& entries = m_byPort[port];
    entries.push_back({.socket = {.handle = handle, .request = request}, .place = m_order.size()});
    m_order.push_back({.port = port, .index = static_cast<uint32_t>(entries.size() - 1)});
}

std::vector<HeldSockets::Socket>
HeldSockets::On(uint16_t port) const
{
    std::vector<Socket> sockets;
    for (const Entry& entry : m_byPort[port])
    {
        sockets.push_back(entry.socket);
    }
    return sockets;
}

HeldSockets::Socket
HeldSockets::Remove(uint16_t port, const SocketHandle& handle)
{
    for (const Entry& entry : m_byPort[port])
    {
        if (entry.socket.handle == handle)
        {
            return RemoveAt(entry.place);
        }
    }
    throw std::logic_error("no such socket is held");
}

HeldSockets::Socket
HeldSockets::RemoveAt(std::size_t place)
{
    const Position gone = m_order.at(place);
    std::vector<Entry>& entries = m_byPort[gone.port];
    Socket socket = entries[gone.index].socket;

    entries[gone.index] = entries.back();
    m_order[entries[gone.index].place].index = gone.index;
    entries.pop_back();

    m_order[place] = m_order.back();
    m_order.pop_back();
    if (place < m_order.size())
    {
        const Position& moved = m_order[place];
        m_byPort[moved.port][moved.index].place = place;
    }
    return socket;
}

std::vector<uint16_t>
HeldSockets::Ports() const
{
    std::vector<uint16_t> ports;
    ports.reserve(m_order.size());
    for (uint32_t port = 0; port < m_byPort.size(); ++port)
    {
        ports.insert(ports.end(), m_byPort[port].size(), static_cast<uint16_t>(port));
    }
    return ports;
}

} // namespace bindstorm
