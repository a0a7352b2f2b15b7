/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_SPLIT_H
#define BINDSTORM_NAT_SPLIT_H

#include "nat-config.h"

#include <cstdint>
#include <map>
#include <tuple>

namespace bindstorm
{

/// @ingroup nat
/// What of a packet says which of several tables it belongs to.
enum class NatSplit : uint8_t
{
    REMOTE, ///< protocol and remote endpoint, which both sides of the box see
    PORTS   ///< the internal address from inside, the external port from outside
};

/**
 * @ingroup nat
 * Which of several tables the packets of a flow belong to, from inside and from outside the same.
 *
 * By REMOTE each table has all flows to a remote endpoint, and tables may give one external
 * endpoint to different internal ones, towards different remotes: as one table does where ports are
 * shared (NatConfig::SharesPorts()), and as it must not do elsewhere.
 *
 * By PORTS each table has all flows of an internal address, and gives only ports of a block of its
 * own. Of other protocols than TCP and UDP the first table has all: they have no ports, or take
 * identifiers that are not from the range.
 */
class NatSplitRule
{
  public:
    static constexpr uint32_t MOST_TABLES = 1024;

    /**
     * @param config of all tables together
     * @param tables from 1 to MOST_TABLES
     * @param key who does not know it cannot aim at a table by choosing addresses and ports; the
     *        mixing is no cipher, and gives way to someone who sees which table a packet went to
     * @throws ConfigError when several tables could not do what one with this config does
     */
    NatSplitRule(const NatConfig& config, uint32_t tables, NatSplit split, uint64_t key);

    /// @return the table of a packet from inside
    uint32_t OfOutbound(const NatFlow& flow) const;
    /// @return the table of a packet from outside
    uint32_t OfInbound(const NatArrival& arrival) const;

    /**
     * Packets from outside to a redirected port belong to the table of the internal address,
     * whoever has the port's block.
     * @throws ConfigError when the port is redirected to an address of another table already
     */
    void AddRedirect(uint8_t protocol, const NatEndpoint& external, uint32_t internal);

    /**
     * @param table from 0
     * @return what one of the tables is made with: limits are shared out, the first tables have
     * what is left over; ports of its block; no hairpinning, since a packet that comes back inside
     * may have to pass another table
     */
    NatConfig ConfigOf(uint32_t table) const;

    uint32_t
    Tables() const
    {
        return m_tables;
    }

  private:
    bool IsByPort(uint8_t protocol) const;
    uint32_t OfHost(uint32_t internal) const;
    uint32_t OfRemote(uint8_t protocol, const NatEndpoint& remote) const;
    uint32_t OfPort(uint16_t port) const;
    uint32_t OfHash(uint64_t one, uint64_t other) const;

    NatConfig m_config;
    uint32_t m_tables;
    NatSplit m_split;
    uint64_t m_key;
    PortRange m_range; ///< of TCP and UDP
    /// Redirected protocol, address (0: any) and port, and the table of the internal address.
    std::map<std::tuple<uint8_t, uint32_t, uint16_t>, uint32_t> m_redirects;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_SPLIT_H
