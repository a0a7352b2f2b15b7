/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FLAT_SIDE_H
#define BINDSTORM_FLAT_SIDE_H

#include "flat-key.h"
#include "flat-table.h"
#include "link-twins.h"
#include "nat-link-pool.h"

namespace bindstorm
{

/// @ingroup nat
/// One of the two tables of the index `flat`, and what has keys that are in it already.
struct FlatSide
{
    FlatSide(const NatLinkPool& links, std::size_t buckets)
        : pool(links),
          table(buckets),
          twins(links)
    {
    }

    template <class IsTwin>
    void
    Insert(uint64_t hash, const FlatKey& key, LinkId id, PacketWork& work, const IsTwin& isTwin)
    {
        // Whoever makes a link has looked for it: those lines are at hand and are not counted
        // once more.
        PacketWork counted;
        const LinkId twin = table.Find(hash, counted, isTwin);
        if (twin == NO_LINK)
        {
            table.Insert(hash, id, work);
        }
        else if (pool[twin].serial < pool[id].serial)
        {
            table.Replace(hash, twin, id, work);
            twins.Add(key, twin);
        }
        else
        {
            twins.Add(key, id);
        }
    }

    void
    Erase(uint64_t hash, const FlatKey& key, LinkId id, PacketWork& work)
    {
        if (!twins.IsEmpty())
        {
            if (twins.Remove(key, id))
            {
                return;
            }
            if (const LinkId next = twins.TakeNewest(key); next != NO_LINK)
            {
                table.Replace(hash, id, next, work);
                return;
            }
        }
        table.Erase(hash, id, work);
    }

    const NatLinkPool& pool;
    FlatTable table;
    LinkTwins twins;
};

} // namespace bindstorm

#endif // BINDSTORM_FLAT_SIDE_H
