/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "nat-errors.h"

#include "icmp-error.h"
#include "nat-endpoints.h"

namespace bindstorm
{

namespace
{

NatVerdict
TranslateOutboundError(IcmpError& error, NatLookup& table)
{
    const Ipv4Headers& quoted = error.Quoted();
    const NatEndpoint remote = quoted.Source();
    const NatEndpoint internal = WithIdentifier(quoted.Destination(), quoted);
    const std::optional<NatEndpoint> external =
        table.FindExternal({quoted.Protocol(), internal, remote});
    if (!external)
    {
        return NatVerdict::NO_MAPPING;
    }

    const uint32_t speaker = error.Outer().Source().address;
    uint32_t source = external->address;
    if (speaker != internal.address)
    {
        const uint32_t ofSpeaker = table.ExternalAddressOf(speaker);
        source = ofSpeaker != 0 ? ofSpeaker : source;
    }

    // The quoted packet may be one that another internal host sent.
    const std::optional<NatEndpoint> sender = table.FindInternal(
        {quoted.Protocol(), WithoutIdentifier(*external, quoted), WithIdentifier(remote, quoted)});
    const uint16_t identifier = sender ? sender->port : external->port;
    error.Rewrite(source,
                  sender ? sender->address : remote.address,
                  sender.value_or(remote),
                  *external,
                  identifier);
    return NatVerdict::ERROR_TRANSLATED;
}

NatVerdict
TranslateInboundError(IcmpError& error, NatLookup& table)
{
    const Ipv4Headers& quoted = error.Quoted();
    const NatEndpoint remote = quoted.Destination();
    const NatEndpoint external = WithIdentifier(quoted.Source(), quoted);
    const std::optional<NatEndpoint> internal =
        table.FindInternal({quoted.Protocol(), remote, external});
    if (!internal)
    {
        return NatVerdict::NO_MAPPING;
    }
    error.Rewrite(error.Outer().Source().address,
                  internal->address,
                  *internal,
                  remote,
                  internal->port);
    return NatVerdict::ERROR_TRANSLATED;
}

} // namespace

NatVerdict
TranslateError(Ipv4Packet& packet, NatLookup& table, NatDirection direction)
{
    if (packet.IsFirstFragment())
    {
        return NatVerdict::UNSUPPORTED;
    }
    std::optional<IcmpError> error = IcmpError::Parse(packet);
    if (!error)
    {
        return NatVerdict::MALFORMED;
    }
    if (!error->NamesFlow())
    {
        return NatVerdict::UNSUPPORTED;
    }
    return direction == NatDirection::OUTBOUND ? TranslateOutboundError(*error, table)
                                               : TranslateInboundError(*error, table);
}

} // namespace bindstorm
