/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_LOOKUP_H
#define BINDSTORM_NAT_LOOKUP_H

#include "nat-table.h"

#include <cstdint>
#include <optional>

namespace bindstorm
{

/// @ingroup nat
/// Which way a packet goes.
enum class NatDirection : uint8_t
{
    OUTBOUND,
    INBOUND
};

/**
 * @ingroup nat
 * What the translation of packets asks of a table: see the functions of NatTable of the same names.
 * None of them reads the clock or counts a verdict: that is done once for the packet.
 */
class NatLookup
{
  public:
    virtual NatAnswer Outbound(const NatFlow& flow, TcpFlags flags) = 0;
    virtual NatAnswer Inbound(const NatArrival& arrival, TcpFlags flags) = 0;
    virtual std::optional<NatEndpoint> FindInternal(const NatArrival& arrival) = 0;
    virtual std::optional<NatEndpoint> FindExternal(const NatFlow& flow) = 0;
    virtual uint32_t ExternalAddressOf(uint32_t internal) = 0;

  protected:
    ~NatLookup() = default;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_LOOKUP_H
