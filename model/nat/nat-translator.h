/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_TRANSLATOR_H
#define BINDSTORM_NAT_TRANSLATOR_H

#include "nat-config.h"
#include "nat-fragments.h"
#include "nat-lookup.h"
#include "nat-verdict.h"

#include <cstddef>
#include <span>

namespace bindstorm
{

/**
 * @ingroup nat
 * Turns IPv4 packets into what a table knows, endpoints, and the table's answers into other
 * packets, in place. Keeps nothing but fragments.
 *
 * TCP and UDP go by address and port, ICMP queries by address and identifier, all other protocols
 * by address. Every packet is checked before the table hears of it (see Ipv4Packet); it is changed
 * only when the verdict says so.
 */
class NatTranslator
{
  public:
    explicit NatTranslator(const NatConfig& config);

    /**
     * @param bytes a packet from inside; bytes after its end are left alone
     * @param table is asked once, for packets that are whole or a first fragment
     * @param now for fragments; never less than before
     */
    NatVerdict Outbound(std::span<std::byte> bytes, NatLookup& table, NatTime now);

    /// As Outbound(), for a packet from outside.
    NatVerdict Inbound(std::span<std::byte> bytes, NatLookup& table, NatTime now);

    /// @return fragments that had been held and may go on now, translated; their destination says
    ///         on which side. Until they are taken they count as held.
    NatFragments::Released TakeReleasedFragments();

    /// Takes the limits of fragments anew.
    void SetConfig(const NatConfig& config);

    /// Forgets all fragments: the addresses that they were to get are no longer the table's.
    void ForgetFragments();

  private:
    NatVerdict Translate(std::span<std::byte> bytes,
                         NatLookup& table,
                         NatTime now,
                         NatDirection direction);
    void OnFirstFragment(NatFragments& fragments,
                         const DatagramKey& datagram,
                         const Ipv4Headers& headers,
                         NatVerdict verdict,
                         NatTime now);

    bool m_opensWhenDenied;
    // One for each direction, so that a flood from outside takes no place from the inside.
    NatFragments m_outbound;
    NatFragments m_inbound;
    NatFragments::Released m_released;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_TRANSLATOR_H
