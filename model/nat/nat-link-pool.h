/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_LINK_POOL_H
#define BINDSTORM_NAT_LINK_POOL_H

#include "nat-link.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Names a link for longer than it may live: one that is gone is recognised, also when another took
 * its place.
 */
struct LinkHandle
{
    LinkId id{NO_LINK};
    uint32_t generation{0}; ///< lower half of its serial

    bool operator==(const LinkHandle&) const = default;
};

/**
 * @ingroup nat
 * The links of a table, each in a cache line of its own that never moves. Indexes and housekeeping
 * keep what else they need beside it, by LinkId. Memory grows by pages of a fixed size, so that no
 * link pays for the growth of the whole.
 */
class NatLinkPool
{
  public:
    /// Links that there may be: indexes have 28 bits for a place.
    static constexpr std::size_t MOST = (std::size_t{1} << 28) - 1;

    NatLinkPool() = default;
    NatLinkPool(const NatLinkPool&) = delete;
    NatLinkPool& operator=(const NatLinkPool&) = delete;

    /// @return the new link's place; its serial is set, the rest is as given
    LinkId
    Add(const NatLink& link)
    {
        const LinkId id = TakePlace();
        NatLink& place = (*this)[id];
        place = link;
        place.filedBefore = NO_LINK;
        place.filedAfter = NO_LINK;
        place.serial = ++m_made & MOST_SERIAL;
        place.isLive = true;
        ++m_live;
        return id;
    }

    /// @param id of a live link
    void
    Remove(LinkId id)
    {
        NatLink& place = (*this)[id];
        place.isLive = false;
        place.filedAfter = m_idle;
        m_idle = id;
        --m_live;
    }

    NatLink&
    operator[](LinkId id)
    {
        return m_pages[id / PAGE]->links[id % PAGE];
    }

    const NatLink&
    operator[](LinkId id) const
    {
        return m_pages[id / PAGE]->links[id % PAGE];
    }

    bool
    IsLive(LinkId id) const
    {
        return id < m_size && (*this)[id].isLive;
    }

    LinkHandle
    HandleOf(LinkId id) const
    {
        return {id, static_cast<uint32_t>((*this)[id].serial)};
    }

    /// @return the link, or nothing when it is gone
    std::optional<LinkId>
    Find(const LinkHandle& handle) const
    {
        if (!IsLive(handle.id) || HandleOf(handle.id) != handle)
        {
            return std::nullopt;
        }
        return handle.id;
    }

    /// @return number of live links
    std::size_t
    Size() const
    {
        return m_live;
    }

    /// @return ids are below this
    std::size_t
    Capacity() const
    {
        return m_size;
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_pages.size() * sizeof(Page) + m_pages.capacity() * sizeof(m_pages.front());
    }

  private:
    static constexpr std::size_t PAGE = 1024;
    static constexpr uint64_t MOST_SERIAL = (uint64_t{1} << 48) - 1;

    /// Links without a first value: a place is written when it is taken first, and not before.
    struct Page
    {
        // A union has neither constructor nor destructor for what lies in it.
        union
        {
            NatLink links[PAGE];
        };

        Page()
        {
        }

        ~Page()
        {
        }
    };

    LinkId
    TakePlace()
    {
        if (m_idle != NO_LINK)
        {
            const LinkId id = m_idle;
            m_idle = (*this)[id].filedAfter;
            return id;
        }
        if (m_size % PAGE == 0)
        {
            m_pages.push_back(std::make_unique<Page>());
        }
        const auto id = static_cast<LinkId>(m_size++);
        std::construct_at(&(*this)[id]);
        return id;
    }

    std::vector<std::unique_ptr<Page>> m_pages;
    LinkId m_idle{NO_LINK}; ///< the place that became free last; they are chained
    std::size_t m_size{0};  ///< places that were ever taken
    std::size_t m_live{0};
    uint64_t m_made{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_LINK_POOL_H
