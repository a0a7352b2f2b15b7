/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNASSURED_QUEUE_H
#define BINDSTORM_UNASSURED_QUEUE_H

#include "nat-link.h"

#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * Sessions that saw no answer yet, the oldest first. Constant time for everything.
 */
class UnassuredQueue
{
  public:
    /// @param id of a link that is not in it
    void
    Push(LinkId id)
    {
        if (id >= m_hooks.size())
        {
            m_hooks.resize(std::size_t{id} + 1);
        }
        m_hooks[id] = {.before = m_last, .after = NO_LINK, .isIn = true};
        (m_last == NO_LINK ? m_first : m_hooks[m_last].after) = id;
        m_last = id;
    }

    /// Nothing happens when the link is not in it.
    void
    Remove(LinkId id)
    {
        if (id >= m_hooks.size() || !m_hooks[id].isIn)
        {
            return;
        }
        const Hook hook = m_hooks[id];
        (hook.before == NO_LINK ? m_first : m_hooks[hook.before].after) = hook.after;
        (hook.after == NO_LINK ? m_last : m_hooks[hook.after].before) = hook.before;
        m_hooks[id].isIn = false;
    }

    /// @param id one that is in it
    /// @return the next younger one, or NO_LINK
    LinkId
    After(LinkId id) const
    {
        return m_hooks[id].after;
    }

    /// @return the oldest, or NO_LINK
    LinkId
    First() const
    {
        return m_first;
    }

    /// @return bytes taken from memory
    std::size_t
    Bytes() const
    {
        return m_hooks.capacity() * sizeof(Hook);
    }

  private:
    struct Hook
    {
        LinkId before{NO_LINK};
        LinkId after{NO_LINK};
        bool isIn{false};
    };

    std::vector<Hook> m_hooks;
    LinkId m_first{NO_LINK};
    LinkId m_last{NO_LINK};
};

} // namespace bindstorm

#endif // BINDSTORM_UNASSURED_QUEUE_H
