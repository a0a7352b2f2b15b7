/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_ENDPOINTS_H
#define BINDSTORM_NAT_ENDPOINTS_H

#include "ipv4-headers.h"
#include "nat-types.h"

namespace bindstorm
{

/// @ingroup nat
/// @return the endpoint on the side that an ICMP query's identifier belongs to; of another protocol
///         the endpoint as it is
inline NatEndpoint
WithIdentifier(NatEndpoint endpoint, const Ipv4Headers& packet)
{
    if (packet.Layout().hasIdentifier)
    {
        endpoint.port = packet.Identifier();
    }
    return endpoint;
}

/// @ingroup nat
/// @return the endpoint as the other side sees it: an ICMP query has no port there
inline NatEndpoint
WithoutIdentifier(NatEndpoint endpoint, const Ipv4Headers& packet)
{
    if (packet.Layout().hasIdentifier)
    {
        endpoint.port = 0;
    }
    return endpoint;
}

/// @ingroup nat
/// @return the flow of a packet from inside
inline NatFlow
FlowOf(const Ipv4Headers& packet)
{
    return {packet.Protocol(), WithIdentifier(packet.Source(), packet), packet.Destination()};
}

/// @ingroup nat
/// @return the endpoints of a packet from outside
inline NatArrival
ArrivalOf(const Ipv4Headers& packet)
{
    return {packet.Protocol(), packet.Source(), WithIdentifier(packet.Destination(), packet)};
}

} // namespace bindstorm

#endif // BINDSTORM_NAT_ENDPOINTS_H
