/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SESSION_FAMILIES_H
#define BINDSTORM_SESSION_FAMILIES_H

#include "nat-link.h"

#include <algorithm>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * The sessions that were made from one mapping or rule, the newest first. Constant time for
 * everything.
 */
class SessionFamilies
{
  public:
    /// @param session one that has no parent yet
    void
    Add(LinkId parent, LinkId session)
    {
        const std::size_t most = std::max(parent, session);
        if (most >= m_hooks.size())
        {
            m_hooks.resize(most + 1);
        }
        const LinkId next = m_hooks[parent].first;
        m_hooks[session].before = NO_LINK;
        m_hooks[session].after = next;
        if (next != NO_LINK)
        {
            m_hooks[next].before = session;
        }
        m_hooks[parent].first = session;
        ++m_hooks[parent].sessions;
    }

    /// @param session one of the parent's
    void
    Remove(LinkId parent, LinkId session)
    {
        const Hook& hook = m_hooks[session];
        (hook.before == NO_LINK ? m_hooks[parent].first : m_hooks[hook.before].after) = hook.after;
        if (hook.after != NO_LINK)
        {
            m_hooks[hook.after].before = hook.before;
        }
        --m_hooks[parent].sessions;
    }

    /// @return number of sessions of the parent
    uint32_t
    Count(LinkId parent) const
    {
        return parent < m_hooks.size() ? m_hooks[parent].sessions : 0;
    }

    /// @return a session of the parent, or NO_LINK
    LinkId
    First(LinkId parent) const
    {
        return parent < m_hooks.size() ? m_hooks[parent].first : NO_LINK;
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
        LinkId first{NO_LINK}; ///< of a parent
        uint32_t sessions{0};  ///< of a parent
        LinkId before{NO_LINK};
        LinkId after{NO_LINK};
    };

    std::vector<Hook> m_hooks;
};

} // namespace bindstorm

#endif // BINDSTORM_SESSION_FAMILIES_H
