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
    uint32_t generation{0};

    bool operator==(const LinkHandle&) const = default;
};

/**
 * @ingroup nat
 * The links of a table. Indexes and housekeeping keep what they need beside it, by LinkId.
 */
class NatLinkPool
{
  public:
    /// @return the new link's place; its serial is set, the rest is as given
    LinkId
    Add(const NatLink& link)
    {
        LinkId id;
        if (m_idle.empty())
        {
            id = static_cast<LinkId>(m_slots.size());
            m_slots.emplace_back();
        }
        else
        {
            id = m_idle.back();
            m_idle.pop_back();
        }
        Slot& slot = m_slots[id];
        slot.link = link;
        slot.link.serial = ++m_made;
        slot.isLive = true;
        ++m_live;
        return id;
    }

    /// @param id of a live link
    void
    Remove(LinkId id)
    {
        Slot& slot = m_slots[id];
        slot.isLive = false;
        ++slot.generation;
        m_idle.push_back(id);
        --m_live;
    }

    NatLink&
    operator[](LinkId id)
    {
        return m_slots[id].link;
    }

    const NatLink&
    operator[](LinkId id) const
    {
        return m_slots[id].link;
    }

    bool
    IsLive(LinkId id) const
    {
        return id < m_slots.size() && m_slots[id].isLive;
    }

    LinkHandle
    HandleOf(LinkId id) const
    {
        return {id, m_slots[id].generation};
    }

    /// @return the link, or nothing when it is gone
    std::optional<LinkId>
    Find(const LinkHandle& handle) const
    {
        if (!IsLive(handle.id) || m_slots[handle.id].generation != handle.generation)
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
        return m_slots.size();
    }

  private:
    struct Slot
    {
        NatLink link{};
        uint32_t generation{0};
        bool isLive{false};
    };

    std::vector<Slot> m_slots;
    std::vector<LinkId> m_idle;
    std::size_t m_live{0};
    uint64_t m_made{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_LINK_POOL_H
