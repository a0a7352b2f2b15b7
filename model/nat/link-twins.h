/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LINK_TWINS_H
#define BINDSTORM_LINK_TWINS_H

#include "flat-key.h"
#include "nat-link-pool.h"

#include <cstddef>
#include <map>
#include <utility>

namespace bindstorm
{

/**
 * @ingroup nat
 * Links whose key another, newer one has too: the newest alone lies in the table. Two rules for one
 * endpoint are such; sessions of one table hardly ever.
 */
class LinkTwins
{
  public:
    explicit LinkTwins(const NatLinkPool& pool)
        : m_pool(pool)
    {
    }

    void
    Add(const FlatKey& key, LinkId id)
    {
        m_older.emplace(Place(key, id), id);
    }

    /// @return whether it was there
    bool
    Remove(const FlatKey& key, LinkId id)
    {
        return m_older.erase(Place(key, id)) != 0;
    }

    bool
    IsEmpty() const
    {
        return m_older.empty();
    }

    /// @return the newest with the key, which is removed; or NO_LINK
    LinkId
    TakeNewest(const FlatKey& key)
    {
        const auto newest = m_older.lower_bound({key, 0});
        if (newest == m_older.end() || newest->first.first != key)
        {
            return NO_LINK;
        }
        const LinkId id = newest->second;
        m_older.erase(newest);
        return id;
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        constexpr std::size_t NODE = 4 * sizeof(void*) + sizeof(std::pair<const Position, LinkId>);
        return m_older.size() * NODE;
    }

  private:
    /// A key, and the age: the newest first.
    using Position = std::pair<FlatKey, uint64_t>;

    Position
    Place(const FlatKey& key, LinkId id) const
    {
        return {key, ~uint64_t{m_pool[id].serial}};
    }

    const NatLinkPool& m_pool;
    std::map<Position, LinkId> m_older;
};

} // namespace bindstorm

#endif // BINDSTORM_LINK_TWINS_H
