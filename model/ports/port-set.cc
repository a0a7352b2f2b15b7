/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "port-set.h"

#include "parse-port.h"

#include "model/base/component-spec.h"

#include <optional>
#include <utility>

namespace bindstorm
{

namespace
{

std::pair<uint32_t, uint32_t>
ParsePart(std::string_view part, std::string_view whole)
{
    const auto fail = [&](std::string_view reason)
    {
        throw ConfigError("port list '" + std::string(whole) + "': '" + std::string(part) + "' " +
                          std::string(reason));
    };
    std::optional<std::pair<uint32_t, uint32_t>> ends = ParsePortPair(part);
    if (!ends)
    {
        const std::optional<uint32_t> port = ParsePort(part);
        if (!port)
        {
            fail("is neither a port nor a range of ports");
        }
        ends = std::pair{*port, *port};
    }
    if (ends->first > MAXIMUM_PORT || ends->second > MAXIMUM_PORT)
    {
        fail("is above 65535");
    }
    if (ends->first > ends->second)
    {
        fail("has its first port above its last one");
    }
    return *ends;
}

} // namespace

PortSet
PortSet::Parse(std::string_view text)
{
    PortSet set;
    if (TrimBlanks(text).empty())
    {
        return set;
    }
    std::string_view rest = text;
    while (true)
    {
        const std::size_t comma = rest.find(',');
        const auto [low, high] = ParsePart(TrimBlanks(rest.substr(0, comma)), text);
        for (uint32_t port = low; port <= high; ++port)
        {
            set.Own().set(port);
        }
        if (comma == std::string_view::npos)
        {
            return set;
        }
        rest.remove_prefix(comma + 1);
    }
}

void
PortSet::Insert(uint16_t port)
{
    Own().set(port);
}

void
PortSet::Insert(const PortRange& range)
{
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        Own().set(port);
    }
}

void
PortSet::Insert(const PortSet& other)
{
    if (other.m_ports != nullptr)
    {
        Own() |= *other.m_ports;
    }
}

PortSet::Bits&
PortSet::Own()
{
    if (m_ports == nullptr)
    {
        m_ports = std::make_shared<Bits>();
    }
    else if (m_ports.use_count() > 1)
    {
        m_ports = std::make_shared<Bits>(*m_ports);
    }
    return *m_ports;
}

bool
PortSet::operator==(const PortSet& other) const
{
    return m_ports == other.m_ports || (Size() == other.Size() && ToString() == other.ToString());
}

std::size_t
PortSet::Size() const
{
    return m_ports == nullptr ? 0 : m_ports->count();
}

std::size_t
PortSet::CountWithin(const PortRange& range) const
{
    std::size_t count = 0;
    for (uint32_t port = range.Low(); port <= range.High(); ++port)
    {
        count += Contains(static_cast<uint16_t>(port)) ? 1 : 0;
    }
    return count;
}

std::string
PortSet::ToString() const
{
    std::string text;
    if (m_ports == nullptr)
    {
        return text;
    }
    for (std::size_t port = m_ports->_Find_first(); port < m_ports->size();
         port = m_ports->_Find_next(port))
    {
        const std::size_t first = port;
        while (port + 1 < m_ports->size() && (*m_ports)[port + 1])
        {
            ++port;
        }
        text += (text.empty() ? "" : ",") + std::to_string(first);
        if (port > first)
        {
            text += "-" + std::to_string(port);
        }
    }
    return text;
}

} // namespace bindstorm
