/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAIVE_INDEX_H
#define BINDSTORM_NAIVE_INDEX_H

#include "model/nat/nat-link-pool.h"

#include <algorithm>
#include <vector>

namespace bindstorm
{

/// An index again as a list of links, all of it looked through for every question.
class NaiveIndex
{
  public:
    explicit NaiveIndex(const NatLinkPool& pool)
        : m_pool(pool)
    {
    }

    void
    Insert(LinkId id)
    {
        m_links.push_back(id);
    }

    void
    Erase(LinkId id)
    {
        std::erase(m_links, id);
    }

    const std::vector<LinkId>&
    Links() const
    {
        return m_links;
    }

    LinkId
    FindOutbound(const NatFlow& flow, LinkScope scope) const
    {
        return Newest(
            [&](const NatLink& link)
            {
                return !link.hasServers && link.scope == scope && link.protocol == flow.protocol &&
                       link.internal == flow.internal && link.remote == flow.remote;
            });
    }

    LinkId
    FindInbound(const NatArrival& arrival) const
    {
        const auto newestOf = [&](LinkScope scope, bool isAddressKnown, bool isPortKnown)
        {
            return Newest(
                [&](const NatLink& link)
                {
                    return link.scope == scope && IsOf(link, arrival) &&
                           (!isAddressKnown || link.remote.address == arrival.remote.address) &&
                           (!isPortKnown || link.remote.port == arrival.remote.port);
                });
        };
        for (const LinkId found : {newestOf(LinkScope::FULL, true, true),
                                   newestOf(LinkScope::ANY_PORT, true, false),
                                   newestOf(LinkScope::ANY_ADDRESS, false, true),
                                   newestOf(LinkScope::ANY, false, false)})
        {
            if (found != NO_LINK)
            {
                return found;
            }
        }
        return NO_LINK;
    }

    LinkId
    FindSession(const NatArrival& arrival) const
    {
        return Newest(
            [&](const NatLink& link) {
                return link.scope == LinkScope::FULL && IsOf(link, arrival) &&
                       link.remote == arrival.remote;
            });
    }

    bool
    HasRemoteAddress(const NatArrival& arrival) const
    {
        return Newest(
                   [&](const NatLink& link)
                   {
                       return link.scope == LinkScope::FULL && IsOf(link, arrival) &&
                              link.remote.address == arrival.remote.address;
                   }) != NO_LINK;
    }

    LinkId
    FindExternal(const NatArrival& arrival) const
    {
        return Newest([&](const NatLink& link) { return IsOf(link, arrival); });
    }

  private:
    static bool
    IsOf(const NatLink& link, const NatArrival& arrival)
    {
        return link.protocol == arrival.protocol && link.external == arrival.external;
    }

    template <class Predicate>
    LinkId
    Newest(Predicate&& fits) const
    {
        LinkId newest = NO_LINK;
        for (const LinkId id : m_links)
        {
            if (fits(m_pool[id]) &&
                (newest == NO_LINK || m_pool[newest].serial < m_pool[id].serial))
            {
                newest = id;
            }
        }
        return newest;
    }

    const NatLinkPool& m_pool;
    std::vector<LinkId> m_links;
};

} // namespace bindstorm

#endif // BINDSTORM_NAIVE_INDEX_H
