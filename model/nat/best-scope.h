/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BEST_SCOPE_H
#define BINDSTORM_BEST_SCOPE_H

#include "nat-link.h"
#include "nat-match.h"

namespace bindstorm
{

/**
 * @ingroup nat
 * What a walk over links, newest first, remembers when it looks for the one of the best scope.
 */
class BestScope
{
  public:
    /// @param link has the external endpoint that was wanted
    void
    Offer(LinkId id, const NatLink& link, const NatEndpoint& remote)
    {
        if ((m_id == NO_LINK || link.scope < m_scope) && FitsRemote(link, remote))
        {
            m_id = id;
            m_scope = link.scope;
        }
    }

    /// @param best the best scope there is among the links offered
    /// @return whether nothing better can follow
    bool
    IsBest(LinkScope best) const
    {
        return m_id != NO_LINK && m_scope == best;
    }

    /// @return the first one offered of the best scope that fitted, or NO_LINK
    LinkId
    Get() const
    {
        return m_id;
    }

  private:
    LinkId m_id{NO_LINK};
    LinkScope m_scope{LinkScope::ANY};
};

} // namespace bindstorm

#endif // BINDSTORM_BEST_SCOPE_H
