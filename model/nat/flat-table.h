/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FLAT_TABLE_H
#define BINDSTORM_FLAT_TABLE_H

#include "bucket-match.h"
#include "nat-link.h"

#include "model/base/packet-work.h"

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * A hash table of links in buckets of one cache line. A link lies in one of two buckets that its
 * hash names, so a search reads two lines at most; a link that neither has room for moves one of
 * theirs to the other bucket it may lie in (cuckoo hashing: Pagh and Rodler 2001, with buckets of
 * eight as Dietzfelbinger and Weidling 2007). A slot has as much of the hash as names its buckets
 * in a table of any size, so that no link is read when others move.
 *
 * The number of buckets grows and shrinks by one at a time (linear hashing: Litwin 1980), one with
 * each insertion or two with each removal while the size is on its way from one power of two to the
 * next, so no operation pays for the size of the table: MOST_MOVES. Memory grows by pages, and
 * shrinks.
 *
 * Links whose keys are equal must not be in it together; their hashes may be equal.
 */
class FlatTable
{
  public:
    /// Slots that an insertion or removal moves at most, its own not counted.
    static constexpr uint32_t MOST_MOVES = 2 * (2 * LinkBucket::SLOTS) + 2;

    static constexpr std::size_t BUCKETS = 16; ///< to begin with, where nothing else is said

    /**
     * @param least buckets to begin with, and never fewer: a power of two
     * @param match see GetBucketMatches()
     */
    explicit FlatTable(std::size_t least = BUCKETS,
                       BucketMatch match = GetBucketMatches().front().match);

    /**
     * @param hash all 64 bits of it
     * @param fits called with the id of each link that has this hash, as far as it is kept
     * @param work nodeVisits counts each bucket and each link read, comparisons the latter
     * @return the link that fits, or NO_LINK
     */
    template <class Fits>
    LinkId
    Find(uint64_t hash, PacketWork& work, const Fits& fits) const
    {
        const uint64_t tag = TagOf(hash);
        ++work.chainScans;
        const LinkId found = FindIn(BucketAt(FirstPlace(tag)), tag, work, fits);
        return found != NO_LINK ? found : FindElsewhere(tag, work, fits);
    }

    /// To be called when Find() found none of this key: its buckets are not counted again.
    /// @param id below 2^28, of a link that is not in the table
    void Insert(uint64_t hash, LinkId id, PacketWork& work);

    /// @return false when the link is not in the table
    bool Erase(uint64_t hash, LinkId id, PacketWork& work);

    /// Puts another link in the place of one, which has the same hash. @return whether it was there
    bool Replace(uint64_t hash, LinkId was, LinkId is, PacketWork& work);

    /// Fetches the bucket that the hash names first.
    void
    Prefetch(uint64_t hash) const
    {
        __builtin_prefetch(&BucketAt(FirstPlace(TagOf(hash))));
    }

    /// Calls a function with the id of each link in the first bucket that has this hash.
    template <class Visit>
    void
    VisitMatches(uint64_t hash, const Visit& visit) const
    {
        const uint64_t tag = TagOf(hash);
        const LinkBucket& bucket = BucketAt(FirstPlace(tag));
        for (uint32_t found = m_match(bucket, tag); found != 0; found &= found - 1)
        {
            visit(IdIn(bucket, found));
        }
    }

    std::size_t
    Size() const
    {
        return m_size;
    }

    std::size_t
    Buckets() const
    {
        return m_buckets;
    }

    /// @return links that neither of their buckets had room for: none, but for bad luck
    std::size_t
    Strays() const
    {
        return m_strays.size();
    }

    /// @return slots that the last insertion or removal moved, its own not counted
    uint32_t
    LastMoves() const
    {
        return m_moves;
    }

    /// @return bytes taken from memory
    std::size_t Bytes() const;

  private:
    enum class Resize : uint8_t
    {
        NONE,
        GROW,
        SHRINK
    };

    static constexpr std::size_t PAGE = 256; ///< buckets
    static constexpr unsigned TAG_BITS = 64 - LinkBucket::ID_BITS;

    struct Page
    {
        LinkBucket buckets[PAGE];
    };

    // A tag stands where it stands in a slot: over ID_BITS zeros.

    static uint64_t
    TagOf(uint64_t hash)
    {
        return (hash | uint64_t{1} << LinkBucket::ID_BITS) & ~LinkBucket::ID_MASK;
    }

    static LinkId
    IdIn(const LinkBucket& bucket, uint32_t found)
    {
        return static_cast<LinkId>(bucket.slots[std::countr_zero(found)] & LinkBucket::ID_MASK);
    }

    /// @return the bucket of so many random bits: the lower ones of them, one bit more for buckets
    ///         that were divided already
    std::size_t
    PlaceOf(uint64_t bits) const
    {
        const std::size_t place = bits & m_mask;
        return place < m_buckets ? place : place & (m_mask >> 1);
    }

    std::size_t
    FirstPlace(uint64_t tag) const
    {
        return PlaceOf(tag >> (LinkBucket::ID_BITS + 1));
    }

    std::size_t
    SecondPlace(uint64_t tag) const
    {
        constexpr uint64_t ODD = 0x9e3779b97f4a7c15;
        return PlaceOf((tag >> LinkBucket::ID_BITS) * ODD >> (64 - TAG_BITS));
    }

    LinkBucket&
    BucketAt(std::size_t place)
    {
        return m_pages[place / PAGE]->buckets[place % PAGE];
    }

    const LinkBucket&
    BucketAt(std::size_t place) const
    {
        return m_pages[place / PAGE]->buckets[place % PAGE];
    }

    template <class Fits>
    LinkId
    FindIn(const LinkBucket& bucket, uint64_t tag, PacketWork& work, const Fits& fits) const
    {
        ++work.nodeVisits;
        for (uint32_t found = m_match(bucket, tag); found != 0; found &= found - 1)
        {
            ++work.nodeVisits;
            ++work.comparisons;
            const LinkId id = IdIn(bucket, found);
            if (fits(id))
            {
                return id;
            }
        }
        return NO_LINK;
    }

    template <class Fits>
    LinkId
    FindElsewhere(uint64_t tag, PacketWork& work, const Fits& fits) const
    {
        const LinkId found = FindIn(BucketAt(SecondPlace(tag)), tag, work, fits);
        if (found != NO_LINK || m_strays.empty())
        {
            return found;
        }
        for (auto [stray, end] = m_strays.equal_range(tag); stray != end; ++stray)
        {
            ++work.nodeVisits;
            ++work.comparisons;
            if (fits(stray->second))
            {
                return stray->second;
            }
        }
        return NO_LINK;
    }

    uint64_t* FindSlot(uint64_t tag, LinkId id, PacketWork& work);
    bool PlaceIn(std::size_t place, uint64_t slot);
    bool MoveOneAway(std::size_t place, PacketWork& work);
    void Place(uint64_t slot, PacketWork& work);
    void PlaceStray(PacketWork& work);
    void AddBucket();
    void Divide(PacketWork& work);
    void Unite(PacketWork& work);
    void GrowOn(PacketWork& work);
    void ShrinkOn(PacketWork& work);

    BucketMatch m_match;
    std::size_t m_least;
    std::vector<std::unique_ptr<Page>> m_pages;
    std::size_t m_buckets{0};
    std::size_t m_mask; ///< of places: the power of two that m_buckets is on its way to, less 1
    std::size_t m_size{0};
    std::multimap<uint64_t, LinkId> m_strays; ///< by tag
    Resize m_resize{Resize::NONE};
    uint32_t m_moves{0};
};

} // namespace bindstorm

#endif // BINDSTORM_FLAT_TABLE_H
