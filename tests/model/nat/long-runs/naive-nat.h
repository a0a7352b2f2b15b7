/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAIVE_NAT_H
#define BINDSTORM_NAIVE_NAT_H

#include "model/nat/nat-table.h"
#include "model/nat/nat-tcp.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace bindstorm
{

/**
 * A NAT without any cleverness: one ordered map of links by age, walked for everything, and what is
 * over is thrown away before each packet. Which port was chosen it is told, and says whether that
 * was right. Knows port choices that take any free port and fail only when there is none.
 */
class NaiveNat
{
  public:
    explicit NaiveNat(const NatConfig& config)
        : m_config(config)
    {
    }

    /// @param seen what the real one said, from which the chosen port is taken
    NatAnswer
    Outbound(const NatFlow& flow, const TcpFlags& flags, NatTime now, const NatAnswer& seen)
    {
        Begin(now);
        const auto [verdict, session] = FindOrMakeOutbound(flow, seen);
        if (verdict != NatVerdict::TRANSLATED)
        {
            return {.verdict = verdict};
        }
        Touch(m_links.at(session), flags, true, true);
        const NatEndpoint external = ExternalOf(m_links.at(session));
        if (m_config.hairpin && IsOwn(flow.remote.address))
        {
            const NatAnswer back = Inbound({flow.protocol, external, flow.remote}, flags, now);
            return IsForwarded(back.verdict)
                       ? NatAnswer{NatVerdict::HAIRPINNED, external, back.endpoint}
                       : NatAnswer{back.verdict, external, {}};
        }
        return {NatVerdict::TRANSLATED, external, {}};
    }

    NatAnswer
    Inbound(const NatArrival& arrival, const TcpFlags& flags, NatTime now)
    {
        Begin(now);
        const auto isFor = [&](const NatLink& link)
        {
            return link.protocol == arrival.protocol &&
                   (link.external == arrival.external ||
                    (link.external == NatEndpoint{0, arrival.external.port} &&
                     arrival.external.address == m_config.external.front()));
        };
        const auto fits = [&](const NatLink& link)
        {
            return isFor(link) &&
                   (link.remote.address == 0 || link.remote.address == arrival.remote.address) &&
                   (link.remote.port == 0 || link.remote.port == arrival.remote.port ||
                    link.scope == LinkScope::ANY_PORT);
        };
        const uint64_t found = Best(fits);
        if (found == 0)
        {
            const uint64_t other = IsShared(arrival.protocol)
                                       ? 0
                                       : Newest(
                                             [&](const NatLink& link) {
                                                 return link.protocol == arrival.protocol &&
                                                        link.external == arrival.external;
                                             });
            if (other == 0)
            {
                return {.verdict = NatVerdict::NO_MAPPING};
            }
            return m_links.at(other).origin == LinkOrigin::RULE
                       ? NatAnswer{.verdict = NatVerdict::FILTERED}
                       : Filter(arrival, other, flags);
        }
        const NatLink& link = m_links.at(found);
        if (link.origin == LinkOrigin::MAPPING)
        {
            return Filter(arrival, found, flags);
        }
        if (link.scope != LinkScope::FULL)
        {
            return MakeInbound(arrival, link.internal, found, flags);
        }
        Touch(m_links.at(found),
              flags,
              false,
              m_config.inboundRefresh || arrival.protocol == IP_TCP);
        return {NatVerdict::TRANSLATED, link.internal, {}};
    }

    /// @return the rule's number
    uint64_t
    AddRedirect(const NatRedirect& redirect, NatTime now)
    {
        NatLink link;
        link.protocol = redirect.protocol;
        link.internal = redirect.internal;
        link.remote = redirect.remote;
        link.external = redirect.external;
        link.origin = LinkOrigin::RULE;
        link.scope = redirect.remote.address != 0
                         ? (redirect.remote.port != 0 ? LinkScope::FULL : LinkScope::ANY_PORT)
                         : (redirect.remote.port != 0 ? LinkScope::ANY_ADDRESS : LinkScope::ANY);
        link.lastUse = now;
        return Add(link, 0);
    }

    void
    Delete(uint64_t rule, bool endSessions)
    {
        std::erase_if(m_parents,
                      [&](const auto& pair)
                      {
                          if (pair.second != rule)
                          {
                              return false;
                          }
                          if (endSessions)
                          {
                              m_links.erase(pair.first);
                          }
                          return true;
                      });
        m_links.erase(rule);
    }

    /// @return number of links at that time
    std::size_t
    Size(NatTime now)
    {
        Begin(now);
        return m_links.size();
    }

  private:
    struct Found
    {
        NatVerdict verdict;
        uint64_t session{0};
    };

    static bool
    HasPorts(uint8_t protocol)
    {
        return protocol == IP_TCP || protocol == IP_UDP || protocol == IP_ICMP;
    }

    void
    Begin(NatTime now)
    {
        m_now = now;
        std::erase_if(m_links, [&](const auto& pair) { return pair.second.Deadline() <= now; });
        std::erase_if(m_parents, [&](const auto& pair) { return !m_links.contains(pair.first); });
        std::set<uint64_t> parents;
        for (const auto& [session, parent] : m_parents)
        {
            parents.insert(parent);
        }
        std::erase_if(m_links,
                      [&](const auto& pair) {
                          return pair.second.origin == LinkOrigin::MAPPING &&
                                 !parents.contains(pair.first);
                      });
    }

    uint64_t
    Add(NatLink link, uint64_t parent)
    {
        m_links.emplace(++m_made, link);
        if (parent != 0)
        {
            m_parents.emplace(m_made, parent);
        }
        return m_made;
    }

    template <class Predicate>
    uint64_t
    Newest(const Predicate& fits) const
    {
        const auto found = std::find_if(m_links.rbegin(),
                                        m_links.rend(),
                                        [&](const auto& pair) { return fits(pair.second); });
        return found == m_links.rend() ? 0 : found->first;
    }

    /// The most specific, of equal ones the newest; one for whatever the address is comes last.
    template <class Predicate>
    uint64_t
    Best(const Predicate& fits) const
    {
        for (const bool isAnyAddress : {false, true})
        {
            for (const LinkScope scope :
                 {LinkScope::FULL, LinkScope::ANY_PORT, LinkScope::ANY_ADDRESS, LinkScope::ANY})
            {
                const uint64_t found = Newest(
                    [&](const NatLink& link) {
                        return link.scope == scope &&
                               (link.external.address == 0) == isAnyAddress && fits(link);
                    });
                if (found != 0)
                {
                    return found;
                }
            }
        }
        return 0;
    }

    bool
    IsOwn(uint32_t address) const
    {
        return std::ranges::find(m_config.external, address) != m_config.external.end();
    }

    bool
    IsShared(uint8_t protocol) const
    {
        return m_config.overload &&
               m_config.Behaviour(protocol).mapping == NatDependence::ADDRESS_AND_PORT_DEPENDENT;
    }

    NatEndpoint
    ExternalOf(const NatLink& link) const
    {
        return {link.external.address == 0 ? m_config.external.front() : link.external.address,
                link.external.port};
    }

    void
    Touch(NatLink& link, const TcpFlags& flags, bool isOutbound, bool renews) const
    {
        if (link.protocol == IP_TCP)
        {
            TrackTcp(link.tcp, flags, isOutbound, m_config.timers.tcpReset == NatTime{0});
        }
        if (link.origin == LinkOrigin::RULE)
        {
            return;
        }
        link.lifetime = LifetimeOf(link, m_config.timers);
        link.lastUse = renews ? m_now : link.lastUse;
    }

    bool
    Fits(std::size_t links) const
    {
        return m_config.maxLinks == 0 || m_links.size() + links <= m_config.maxLinks;
    }

    /// @return ports on an external address that a flow cannot get
    std::set<uint16_t>
    BusyPorts(const NatFlow& flow, uint32_t address) const
    {
        std::set<uint16_t> busy;
        for (const auto& [number, link] : m_links)
        {
            const bool isInTheWay =
                link.protocol == flow.protocol &&
                (IsShared(flow.protocol)
                     ? link.scope == LinkScope::FULL && link.remote == flow.remote &&
                           link.external.address == address
                     : link.external.address == address || link.external.address == 0);
            if (isInTheWay)
            {
                busy.insert(link.external.port);
            }
        }
        return busy;
    }

    /// @return whether packets without ports from the remote are somebody's already
    bool
    IsAddressTaken(const NatFlow& flow) const
    {
        return Newest(
                   [&](const NatLink& link) {
                       return link.protocol == flow.protocol &&
                              link.remote.address == flow.remote.address;
                   }) != 0;
    }

    /// @return whether no port is left. Identifiers are never used up here: there are too many.
    bool
    IsExhausted(uint8_t protocol, const std::set<uint16_t>& busy) const
    {
        const auto inRange =
            std::ranges::count_if(busy,
                                  [&](uint16_t port) { return m_config.range->Contains(port); });
        return protocol != IP_ICMP && std::cmp_equal(inRange, m_config.range->Size());
    }

    Found
    FindOrMakeOutbound(const NatFlow& flow, const NatAnswer& seen)
    {
        const auto find = [&](const NatEndpoint& remote, LinkScope scope)
        {
            return Newest(
                [&](const NatLink& link)
                {
                    return link.protocol == flow.protocol && link.internal == flow.internal &&
                           link.scope == scope && link.remote == remote;
                });
        };
        uint64_t session = find(flow.remote, LinkScope::FULL);
        if (session != 0)
        {
            return {NatVerdict::TRANSLATED, session};
        }
        uint64_t parent = find({flow.remote.address, 0}, LinkScope::ANY_PORT);
        parent = parent != 0 ? parent : find({0, flow.remote.port}, LinkScope::ANY_ADDRESS);
        parent = parent != 0 ? parent : find({0, 0}, LinkScope::ANY);
        const NatDependence mapping = m_config.Behaviour(flow.protocol).mapping;
        const bool hasMapping = parent == 0 && mapping != NatDependence::ADDRESS_AND_PORT_DEPENDENT;
        NatLink link;
        link.protocol = flow.protocol;
        link.internal = flow.internal;
        link.remote = flow.remote;
        link.lastUse = m_now;
        link.lifetime = LifetimeOf(link, m_config.timers);
        if (parent != 0)
        {
            if (!Fits(1))
            {
                return {NatVerdict::TABLE_FULL};
            }
            link.external = ExternalOf(m_links.at(parent));
            return {NatVerdict::TRANSLATED, Add(link, parent)};
        }
        link.external = {m_config.external.front(), 0};
        if (HasPorts(flow.protocol))
        {
            const std::set<uint16_t> busy = BusyPorts(flow, m_config.external.front());
            if (IsExhausted(flow.protocol, busy))
            {
                return {NatVerdict::NO_PORT};
            }
            const bool isRight =
                !busy.contains(seen.endpoint.port) &&
                (flow.protocol == IP_ICMP || m_config.range->Contains(seen.endpoint.port));
            // Where the real one refused, or gave a port that was not free, no answer agrees.
            link.external.port = isRight ? seen.endpoint.port : uint16_t{1};
        }
        else if (!m_config.overload && IsAddressTaken(flow))
        {
            return {NatVerdict::NO_PORT};
        }
        if (!Fits(hasMapping ? 2 : 1))
        {
            return {NatVerdict::TABLE_FULL};
        }
        if (hasMapping)
        {
            NatLink whole = link;
            whole.origin = LinkOrigin::MAPPING;
            whole.lifetime = NatTime{0};
            const bool isAny = mapping == NatDependence::ENDPOINT_INDEPENDENT;
            whole.scope = isAny ? LinkScope::ANY : LinkScope::ANY_PORT;
            whole.remote = isAny ? NatEndpoint{} : NatEndpoint{flow.remote.address, 0};
            parent = Add(whole, 0);
        }
        return {NatVerdict::TRANSLATED, Add(link, parent)};
    }

    NatAnswer
    Filter(const NatArrival& arrival, uint64_t number, const TcpFlags& flags)
    {
        const NatDependence filtering = m_config.Behaviour(arrival.protocol).filtering;
        const bool isKnown = Newest(
                                 [&](const NatLink& link)
                                 {
                                     return link.protocol == arrival.protocol &&
                                            link.scope == LinkScope::FULL &&
                                            link.external == arrival.external &&
                                            link.remote.address == arrival.remote.address;
                                 }) != 0;
        if (filtering == NatDependence::ADDRESS_AND_PORT_DEPENDENT ||
            (filtering == NatDependence::ADDRESS_DEPENDENT && !isKnown))
        {
            return {.verdict = NatVerdict::FILTERED};
        }
        const NatLink& link = m_links.at(number);
        const bool isOpening = arrival.protocol == IP_TCP && flags.syn && !flags.ack && !flags.rst;
        if (!isOpening && !m_config.inboundRefresh)
        {
            return {NatVerdict::TRANSLATED, link.internal, {}};
        }
        return MakeInbound(arrival,
                           link.internal,
                           link.origin == LinkOrigin::MAPPING ? number : 0,
                           flags);
    }

    NatAnswer
    MakeInbound(const NatArrival& arrival,
                NatEndpoint internal,
                uint64_t parent,
                const TcpFlags& flags)
    {
        if (!Fits(1))
        {
            return {.verdict = NatVerdict::TABLE_FULL};
        }
        NatLink link;
        link.protocol = arrival.protocol;
        link.internal = internal;
        link.remote = arrival.remote;
        link.external = arrival.external;
        link.lastUse = m_now;
        link.lifetime = LifetimeOf(link, m_config.timers);
        Touch(m_links.at(Add(link, parent)), flags, false, true);
        return {NatVerdict::TRANSLATED, internal, {}};
    }

    NatConfig m_config;
    NatTime m_now{0};
    std::map<uint64_t, NatLink> m_links;    ///< by age
    std::map<uint64_t, uint64_t> m_parents; ///< of sessions
    uint64_t m_made{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAIVE_NAT_H
