/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_MATCH_H
#define BINDSTORM_NAT_MATCH_H

#include "nat-link.h"

namespace bindstorm
{

/// @ingroup nat
/// @return whether a packet from or to this remote endpoint fits what the link says of it
inline bool
FitsRemote(const NatLink& link, const NatEndpoint& remote)
{
    switch (link.scope)
    {
    case LinkScope::FULL:
        return link.remote == remote;
    case LinkScope::ANY_PORT:
        return link.remote.address == remote.address;
    case LinkScope::ANY_ADDRESS:
        return link.remote.port == remote.port;
    case LinkScope::ANY:
        return true;
    }
    return false;
}

/// @ingroup nat
inline bool
HasExternal(const NatLink& link, uint8_t protocol, const NatEndpoint& external)
{
    return link.external == external && link.protocol == protocol;
}

/// @ingroup nat
/// @return the flow of a session; of another link, open parts of the remote endpoint are 0
inline NatFlow
FlowOf(const NatLink& link)
{
    return {link.protocol, link.internal, link.remote};
}

/// @ingroup nat
/// @return whether the link is what NatIndex::FindOutbound() looks for
inline bool
FitsOutbound(const NatLink& link, const NatFlow& flow, LinkScope scope)
{
    return link.internal == flow.internal && link.remote == flow.remote &&
           link.protocol == flow.protocol && link.scope == scope && !link.hasServers;
}

} // namespace bindstorm

#endif // BINDSTORM_NAT_MATCH_H
