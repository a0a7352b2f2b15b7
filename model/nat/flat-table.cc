/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "flat-table.h"

#include <utility>

namespace bindstorm
{

namespace
{

// Loads, in slots of all buckets: growing ends at half of the first, shrinking below twice the
// second; when links came in between it stops there, or it would take buckets that are needed.
constexpr double FULL = 0.8;
constexpr double EMPTY = 0.15;
constexpr int STEPS = 2; ///< buckets united with each removal

std::size_t
SlotsAt(double load, std::size_t buckets)
{
    return static_cast<std::size_t>(load * static_cast<double>(buckets * LinkBucket::SLOTS));
}

} // namespace

FlatTable::FlatTable(std::size_t least, BucketMatch match)
    : m_match(match),
      m_least(least),
      m_mask(least - 1)
{
    while (m_buckets < least)
    {
        AddBucket();
    }
}

std::size_t
FlatTable::Bytes() const
{
    constexpr std::size_t NODE = 4 * sizeof(void*) + sizeof(std::pair<uint64_t, LinkId>);
    return m_pages.size() * sizeof(Page) + m_pages.capacity() * sizeof(m_pages.front()) +
           m_strays.size() * NODE;
}

void
FlatTable::AddBucket()
{
    if (m_buckets % PAGE == 0)
    {
        m_pages.push_back(std::make_unique<Page>());
    }
    ++m_buckets;
}

void
FlatTable::Insert(uint64_t hash, LinkId id, PacketWork& work)
{
    m_moves = 0;
    Place(TagOf(hash) | id, work);
    ++m_size;
    GrowOn(work);
}

bool
FlatTable::Erase(uint64_t hash, LinkId id, PacketWork& work)
{
    m_moves = 0;
    const uint64_t tag = TagOf(hash);
    if (uint64_t* slot = FindSlot(tag, id, work))
    {
        *slot = 0;
    }
    else
    {
        auto [stray, end] = m_strays.equal_range(tag);
        while (stray != end && stray->second != id)
        {
            ++stray;
        }
        if (stray == end)
        {
            return false;
        }
        m_strays.erase(stray);
    }
    --m_size;
    ShrinkOn(work);
    return true;
}

bool
FlatTable::Replace(uint64_t hash, LinkId was, LinkId is, PacketWork& work)
{
    const uint64_t tag = TagOf(hash);
    if (uint64_t* slot = FindSlot(tag, was, work))
    {
        *slot = tag | is;
        return true;
    }
    for (auto [stray, end] = m_strays.equal_range(tag); stray != end; ++stray)
    {
        if (stray->second == was)
        {
            stray->second = is;
            return true;
        }
    }
    return false;
}

/// @return where a link lies in its buckets, or null
uint64_t*
FlatTable::FindSlot(uint64_t tag, LinkId id, PacketWork& work)
{
    for (const std::size_t place : {FirstPlace(tag), SecondPlace(tag)})
    {
        ++work.nodeVisits;
        LinkBucket& bucket = BucketAt(place);
        for (uint32_t found = m_match(bucket, tag); found != 0; found &= found - 1)
        {
            uint64_t& slot = bucket.slots[std::countr_zero(found)];
            if (slot == (tag | id))
            {
                return &slot;
            }
        }
    }
    return nullptr;
}

bool
FlatTable::PlaceIn(std::size_t place, uint64_t slot)
{
    LinkBucket& bucket = BucketAt(place);
    const uint32_t empty = m_match(bucket, 0);
    if (empty == 0)
    {
        return false;
    }
    bucket.slots[std::countr_zero(empty)] = slot;
    return true;
}

/// Makes room in a full bucket, if one of its links may go to its other bucket.
bool
FlatTable::MoveOneAway(std::size_t place, PacketWork& work)
{
    for (uint64_t& slot : BucketAt(place).slots)
    {
        const uint64_t tag = slot & ~LinkBucket::ID_MASK;
        const std::size_t first = FirstPlace(tag);
        const std::size_t other = first == place ? SecondPlace(tag) : first;
        if (other == place)
        {
            continue;
        }
        ++work.nodeVisits;
        if (PlaceIn(other, slot))
        {
            slot = 0;
            ++m_moves;
            return true;
        }
    }
    return false;
}

void
FlatTable::Place(uint64_t slot, PacketWork& work)
{
    const uint64_t tag = slot & ~LinkBucket::ID_MASK;
    const std::size_t first = FirstPlace(tag);
    const std::size_t second = SecondPlace(tag);
    if (PlaceIn(first, slot) || PlaceIn(second, slot))
    {
        return;
    }
    for (const std::size_t place : {first, second})
    {
        if (MoveOneAway(place, work))
        {
            PlaceIn(place, slot);
            return;
        }
    }
    m_strays.emplace(tag, static_cast<LinkId>(slot & LinkBucket::ID_MASK));
}

/// One more link finds its place, if there is one by now.
void
FlatTable::PlaceStray(PacketWork& work)
{
    if (!m_strays.empty())
    {
        const uint64_t slot = m_strays.begin()->first | m_strays.begin()->second;
        m_strays.erase(m_strays.begin());
        ++m_moves;
        Place(slot, work);
    }
}

/// The next bucket is divided: those of its links whose next bit of the hash is set go to a new one
/// at the end.
void
FlatTable::Divide(PacketWork& work)
{
    const std::size_t made = m_buckets;
    if (made > m_mask)
    {
        m_mask = 2 * m_mask + 1;
    }
    AddBucket();
    const std::size_t divided = made & (m_mask >> 1);
    work.nodeVisits += 2;
    LinkBucket& to = BucketAt(made);
    std::size_t moved = 0;
    for (uint64_t& slot : BucketAt(divided).slots)
    {
        const uint64_t tag = slot & ~LinkBucket::ID_MASK;
        const std::size_t first = FirstPlace(tag);
        if (slot != 0 && (first == made || (first != divided && SecondPlace(tag) == made)))
        {
            to.slots[moved++] = slot;
            slot = 0;
        }
    }
    m_moves += static_cast<uint32_t>(moved);
}

/// The last bucket goes; its links find places anew.
void
FlatTable::Unite(PacketWork& work)
{
    ++work.nodeVisits;
    // Left empty, for it may come back.
    const LinkBucket gone = std::exchange(BucketAt(m_buckets - 1), {});
    --m_buckets;
    if (m_buckets % PAGE == 0)
    {
        m_pages.pop_back();
    }
    if (m_buckets == (m_mask + 1) / 2)
    {
        m_mask /= 2;
    }
    for (const uint64_t slot : gone.slots)
    {
        if (slot != 0)
        {
            ++m_moves;
            ++work.nodeVisits;
            Place(slot, work);
        }
    }
}

void
FlatTable::GrowOn(PacketWork& work)
{
    if (m_resize != Resize::GROW)
    {
        // Shrinking that stopped on its way leaves fewer buckets than the mask has places for.
        if (m_size <= SlotsAt(FULL, m_buckets))
        {
            return;
        }
        m_resize = Resize::GROW;
    }
    // One is enough: while the number doubles, links become more by an eighth of the old slots.
    Divide(work);
    if (m_buckets == m_mask + 1)
    {
        m_resize = Resize::NONE;
    }
    PlaceStray(work);
}

void
FlatTable::ShrinkOn(PacketWork& work)
{
    if (m_resize != Resize::SHRINK)
    {
        if (m_buckets == m_least || m_size >= SlotsAt(EMPTY, m_buckets))
        {
            return;
        }
        m_resize = Resize::SHRINK;
    }
    else if (m_size > SlotsAt(2 * EMPTY, m_buckets))
    {
        m_resize = Resize::NONE;
        return;
    }
    for (int step = 0; step < STEPS; ++step)
    {
        Unite(work);
        if (m_buckets == m_mask + 1)
        {
            m_resize = Resize::NONE;
            break;
        }
    }
    PlaceStray(work);
}

} // namespace bindstorm
