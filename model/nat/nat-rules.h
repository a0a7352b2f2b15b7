/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_RULES_H
#define BINDSTORM_NAT_RULES_H

#include "address-redirects.h"
#include "nat-sessions.h"
#include "nat-table.h"
#include "server-pool.h"

#include <map>

namespace bindstorm
{

/// @ingroup nat
/// @throws ConfigError for a redirect that cannot be: another protocol than TCP and UDP, or an
///         endpoint that is not whole
void CheckNatRedirect(const NatRedirect& redirect);

/**
 * @ingroup nat
 * Static mappings: redirects of ports and protocols, which are links, redirects of addresses, which
 * are not, and the servers of those that have several.
 */
class NatRules
{
  public:
    explicit NatRules(NatSessions& sessions);

    /// @throws ConfigError as NatTable::AddRedirect()
    LinkHandle AddRedirect(const NatRedirect& redirect);
    LinkHandle AddProtocolRedirect(const NatRedirect& redirect);
    LinkHandle AddAddressRedirect(uint32_t internal, uint32_t external);
    bool AddServer(const LinkHandle& rule, const NatEndpoint& server);
    bool MakeDynamic(const LinkHandle& rule, const NatTimers& timers, NatTime now);
    bool Delete(const LinkHandle& link, bool endSessions);

    /// A link has gone, whatever the reason.
    void OnReleased(const NatLink& link);

    /// @return the internal endpoint that a new session of a rule gets; servers take turns
    NatEndpoint InternalOf(LinkId rule);

    const AddressRedirects&
    Addresses() const
    {
        return m_addresses;
    }

    /// @return whether any redirect is for whatever the NAT's address is
    bool
    HasAnyAddress() const
    {
        return m_anyAddress > 0;
    }

  private:
    LinkHandle Make(const NatRedirect& redirect, LinkScope scope);

    NatSessions& m_sessions;
    AddressRedirects m_addresses;
    std::map<uint64_t, ServerPool> m_servers; ///< by the link's serial
    std::size_t m_anyAddress{0};
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_RULES_H
