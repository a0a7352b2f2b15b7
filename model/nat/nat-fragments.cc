/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-fragments.h"

#include <utility>

namespace bindstorm
{

namespace
{

/// @return whether that changed anything
bool
ReplaceAddresses(Ipv4Packet& fragment, const DatagramAddresses& becomes)
{
    Ipv4Headers& headers = fragment.Headers();
    const DatagramAddresses was{headers.Source().address, headers.Destination().address};
    if (was == becomes)
    {
        return false;
    }
    headers.Rewrite({becomes.source, 0}, {becomes.destination, 0}, 0);
    return true;
}

} // namespace

DatagramKey
DatagramKey::Of(const Ipv4Headers& packet)
{
    return {packet.Source().address,
            packet.Destination().address,
            packet.Identification(),
            packet.Protocol()};
}

NatFragments::NatFragments(const Limits& limits)
    : m_limits(limits)
{
}

void
NatFragments::OnFirst(const DatagramKey& datagram,
                      const DatagramAddresses& becomes,
                      NatTime now,
                      Released& released)
{
    Expire(now);
    if (m_limits.datagrams == 0)
    {
        return;
    }
    if (const auto found = m_known.find(datagram); found != m_known.end())
    {
        m_ages.erase(found->second.age);
        m_known.erase(found);
    }
    Trim(m_limits.datagrams - 1);
    m_known[datagram] = {becomes, now, m_ages.insert(m_ages.end(), datagram)};

    for (auto held = m_held.begin(); held != m_held.end();)
    {
        if (held->datagram != datagram)
        {
            ++held;
            continue;
        }
        if (auto fragment = Ipv4Packet::Parse(held->bytes))
        {
            ReplaceAddresses(*fragment, becomes);
            released.push_back(std::move(held->bytes));
        }
        held = m_held.erase(held);
    }
}

void
NatFragments::OnDenied(const DatagramKey& datagram, NatTime now)
{
    Expire(now);
    m_held.remove_if([&](const Held& held) { return held.datagram == datagram; });
}

NatVerdict
NatFragments::OnLater(Ipv4Packet& packet, NatTime now, std::size_t untaken)
{
    Expire(now);
    if (m_limits.datagrams == 0)
    {
        return NatVerdict::FRAGMENT_UNKNOWN;
    }
    const DatagramKey datagram = DatagramKey::Of(packet.Headers());
    if (const auto found = m_known.find(datagram); found != m_known.end())
    {
        return ReplaceAddresses(packet, found->second.becomes) ? NatVerdict::FRAGMENT_TRANSLATED
                                                               : NatVerdict::PASSED;
    }
    if (m_limits.held == 0)
    {
        return NatVerdict::FRAGMENT_UNKNOWN;
    }
    if (m_held.size() + untaken >= m_limits.held)
    {
        return NatVerdict::FRAGMENT_LIMIT;
    }
    const std::span<const std::byte> bytes = packet.Bytes();
    m_held.push_back({datagram, now, {bytes.begin(), bytes.end()}});
    return NatVerdict::FRAGMENT_HELD;
}

void
NatFragments::SetLimits(const Limits& limits)
{
    m_limits = limits;
    Trim(limits.datagrams);
    while (m_held.size() > limits.held)
    {
        m_held.pop_front();
    }
}

void
NatFragments::Clear()
{
    m_known.clear();
    m_ages.clear();
    m_held.clear();
}

void
NatFragments::Expire(NatTime now)
{
    while (!m_ages.empty())
    {
        const auto oldest = m_known.find(m_ages.front());
        if (now - oldest->second.since < FRAGMENT_LIFETIME)
        {
            break;
        }
        m_known.erase(oldest);
        m_ages.pop_front();
    }
    while (!m_held.empty() && now - m_held.front().since >= FRAGMENT_LIFETIME)
    {
        m_held.pop_front();
    }
}

void
NatFragments::Trim(std::size_t datagrams)
{
    while (m_known.size() > datagrams)
    {
        m_known.erase(m_ages.front());
        m_ages.pop_front();
    }
}

} // namespace bindstorm
