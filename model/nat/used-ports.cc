/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "used-ports.h"

#include "model/ports/select-bit.h"

#include <algorithm>
#include <cassert>

namespace bindstorm
{

namespace
{

constexpr uint64_t
UsedPortBit(uint16_t port)
{
    return uint64_t{1} << (port % 64);
}

} // namespace

void
UsedPorts::Add(uint16_t port)
{
    if (m_bitmap == nullptr)
    {
        const auto place = std::ranges::lower_bound(m_list, port, {}, &Entry::port);
        if (place != m_list.end() && place->port == port)
        {
            ++place->uses;
            return;
        }
        if (m_list.size() < LIST)
        {
            m_list.insert(place, {port, 1});
            ++m_size;
            return;
        }
        BecomeBitmap();
    }
    if ((m_bitmap->used[port / 64] & UsedPortBit(port)) != 0)
    {
        ++m_bitmap->repeats[port];
        return;
    }
    Mark(port);
    ++m_size;
}

bool
UsedPorts::Remove(uint16_t port)
{
    assert(IsUsed(port));
    if (m_bitmap == nullptr)
    {
        const auto place = std::ranges::lower_bound(m_list, port, {}, &Entry::port);
        if (--place->uses > 0)
        {
            return false;
        }
        m_list.erase(place);
        --m_size;
        return true;
    }
    if (const auto repeat = m_bitmap->repeats.find(port); repeat != m_bitmap->repeats.end())
    {
        if (--repeat->second == 0)
        {
            m_bitmap->repeats.erase(repeat);
        }
        return false;
    }
    Unmark(port);
    if (--m_size == LIST_AGAIN)
    {
        BecomeList();
    }
    return true;
}

bool
UsedPorts::IsUsed(uint16_t port) const
{
    return m_bitmap != nullptr ? (m_bitmap->used[port / 64] & UsedPortBit(port)) != 0
                               : std::ranges::binary_search(m_list, port, {}, &Entry::port);
}

uint32_t
UsedPorts::CountFree(std::size_t set, WorkCounters& work) const
{
    if (m_bitmap != nullptr)
    {
        ++work.bitmapWords;
        return m_bitmap->free[set].number;
    }
    const EligiblePorts& eligible = (*m_sets)[set];
    work.bitmapWords += 1 + m_list.size();
    return eligible.Count() -
           static_cast<uint32_t>(std::ranges::count_if(m_list,
                                                       [&](const Entry& entry)
                                                       { return eligible.Contains(entry.port); }));
}

uint16_t
UsedPorts::SelectFree(std::size_t set, uint32_t rank, WorkCounters& work) const
{
    const EligiblePorts& eligible = (*m_sets)[set];
    work.bitmapWords += PortCounts::FIND_WORDS + 1;
    if (m_bitmap != nullptr)
    {
        assert(rank < m_bitmap->free[set].number);
        const PortCounts::Place place = m_bitmap->free[set].counts.Find(rank);
        const uint64_t free = eligible.Word(place.word) & ~m_bitmap->used[place.word];
        return static_cast<uint16_t>(64 * place.word + SelectBit(free, place.rank));
    }
    // Every used port that lies below the wanted one moves it up by one eligible port.
    uint32_t below = 0;
    for (const Entry& entry : m_list)
    {
        ++work.bitmapWords;
        if (!eligible.Contains(entry.port))
        {
            continue;
        }
        if (eligible.Rank(entry.port) - below > rank)
        {
            break;
        }
        ++below;
    }
    return eligible.Select(rank + below);
}

void
UsedPorts::Mark(uint16_t port)
{
    m_bitmap->used[port / 64] |= UsedPortBit(port);
    for (std::size_t set = 0; set < m_sets->Size(); ++set)
    {
        if ((*m_sets)[set].Contains(port))
        {
            m_bitmap->free[set].counts.Subtract(port);
            --m_bitmap->free[set].number;
        }
    }
}

void
UsedPorts::Unmark(uint16_t port)
{
    m_bitmap->used[port / 64] &= ~UsedPortBit(port);
    for (std::size_t set = 0; set < m_sets->Size(); ++set)
    {
        if ((*m_sets)[set].Contains(port))
        {
            m_bitmap->free[set].counts.Add(port);
            ++m_bitmap->free[set].number;
        }
    }
}

void
UsedPorts::BecomeBitmap()
{
    m_bitmap = std::make_unique<Bitmap>();
    for (std::size_t set = 0; set < m_sets->Size(); ++set)
    {
        m_bitmap->free.push_back({(*m_sets)[set].Counts(), (*m_sets)[set].Count()});
    }
    for (const Entry& entry : m_list)
    {
        Mark(entry.port);
        if (entry.uses > 1)
        {
            m_bitmap->repeats[entry.port] = entry.uses - 1;
        }
    }
    m_list = {};
}

void
UsedPorts::BecomeList()
{
    m_list.reserve(LIST_AGAIN + 1);
    for (uint32_t index = 0; index < m_bitmap->used.size(); ++index)
    {
        for (uint64_t rest = m_bitmap->used[index]; rest != 0; rest &= rest - 1)
        {
            const auto port = static_cast<uint16_t>(64 * index + SelectBit(rest, 0));
            const auto repeat = m_bitmap->repeats.find(port);
            m_list.push_back({port, repeat == m_bitmap->repeats.end() ? 1 : 1 + repeat->second});
        }
    }
    m_bitmap = nullptr;
}

} // namespace bindstorm
