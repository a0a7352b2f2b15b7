/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_CONFIG_H
#define BINDSTORM_NAT_CONFIG_H

#include "nat-types.h"

#include "model/base/component-spec.h"
#include "model/ports/port-range.h"
#include "model/ports/port-set.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace bindstorm
{

/// @ingroup nat
/// On what of the remote endpoint a mapping or a filter depends: RFC 4787, sections 4.1 and 5.
enum class NatDependence : uint8_t
{
    ENDPOINT_INDEPENDENT,
    ADDRESS_DEPENDENT,
    ADDRESS_AND_PORT_DEPENDENT
};

/// @ingroup nat
struct NatProtocolBehaviour
{
    NatDependence mapping{NatDependence::ENDPOINT_INDEPENDENT};
    NatDependence filtering{NatDependence::ADDRESS_AND_PORT_DEPENDENT};

    bool operator==(const NatProtocolBehaviour&) const = default;
};

/// @ingroup nat
/// Idle times after which a session is over. Defaults: RFC 4787, 5382, 5508, 7857.
struct NatTimers
{
    NatTime udp{std::chrono::seconds{300}};
    NatTime udpUnreplied{0}; ///< UDP that saw no answer yet; 0: as the others
    NatTime icmp{std::chrono::seconds{60}};
    NatTime other{std::chrono::seconds{60}};
    NatTime tcpOpening{std::chrono::seconds{240}};      ///< SYNs not seen from both sides
    NatTime tcpEstablished{std::chrono::seconds{7440}}; ///< SYNs seen from both
    NatTime tcpHalfClosed{std::chrono::seconds{7440}};  ///< FIN seen from one side
    NatTime tcpClosed{std::chrono::seconds{240}};       ///< FIN seen from both sides
    /// RST seen, no packet since; 0: a reset counts as the FIN of its side (libalias)
    NatTime tcpReset{std::chrono::seconds{240}};

    bool operator==(const NatTimers&) const = default;
};

/// @ingroup nat
/// Which external address of a pool an internal host gets: RFC 4787, section 4.1.
enum class NatPooling : uint8_t
{
    PAIRED,      ///< always the same one; sessions fail when its ports are used up
    SOFT_PAIRED, ///< the same one while it has ports (RFC 7857, section 4)
    ARBITRARY,   ///< each new mapping the next one of the pool
    IN_ORDER     ///< the first one until it is used up, then the next
};

/// @ingroup nat
/// What happens to a new flow when the table is full.
enum class NatWhenFull : uint8_t
{
    REFUSE,         ///< it is dropped; RFC 6888 REQ-11
    EVICT_UNASSURED ///< the oldest session that never saw an answer makes room, if there is one
};

/// @ingroup nat
/// Which sources are translated; others keep their address.
enum class NatSources : uint8_t
{
    ALL,
    UNREGISTERED,    ///< 10/8, 172.16/12, 192.168/16 (RFC 1918)
    UNREGISTERED_CGN ///< and 100.64/10 (RFC 6598)
};

/// @ingroup nat
/// What becomes of an inbound packet that nothing in the table fits.
enum class NatUnsolicited : uint8_t
{
    DENY,   ///< dropped
    ACCEPT, ///< a session is made for it, to the target or to its own destination (libalias)
};

/**
 * @ingroup nat
 * A NAT in the words of RFC 4787, with the modes of libalias beside them.
 */
struct NatConfig
{
    std::vector<uint32_t> external; ///< addresses of the pool, in host order; may be empty
    ComponentSpec index{"flat"};
    ComponentSpec housekeeping{"timer-wheel"};
    ComponentSpec clock{"each-packet"};
    ComponentSpec ports{"uniform"};
    std::optional<PortRange> range; ///< external ports; none: as the port choice was written for
    PortSet reserved;               ///< external ports never given
    /// Internal hosts are numbered from this address on, for port choices that go by the number;
    /// none: in the order of their first packets.
    std::optional<uint32_t> firstInternal;

    NatProtocolBehaviour udp{};
    NatProtocolBehaviour tcp{};
    NatProtocolBehaviour icmp{};
    NatTimers timers{};
    NatPooling pooling{NatPooling::PAIRED};
    bool preservePort{false}; ///< the internal port is tried first
    bool keepParity{false};   ///< RFC 4787 REQ-4
    bool keepClass{false};    ///< ports below 1024 get ports below 1024: RFC 4787 REQ-3a
    /// One external port may serve several internal endpoints towards different remotes, where the
    /// mapping depends on address and port (RFC 7857, section 3).
    bool overload{false};
    bool hairpin{true};
    bool inboundRefresh{false}; ///< inbound packets renew the timer too: RFC 4787 REQ-6
    /// Sessions, mappings and rules; 0: no limit. A rule is taken all the same.
    uint32_t maxLinks{0};
    uint32_t maxPortsPerHost{0}; ///< external ports of an internal host; 0: no limit
    NatWhenFull whenFull{NatWhenFull::REFUSE};
    /// The free ports are kept count of whatever the port choice, see NatTable::CountFreePorts().
    bool countFreePorts{false};
    NatTime portHold{0}; ///< a port that became free is not given again so long: RFC 6888 REQ-8
    /// Unsolicited inbound SYNs are answered after this time, if nothing came out: RFC 5382 REQ-4.
    NatTime synHold{std::chrono::seconds{6}};

    NatSources sources{NatSources::ALL};
    NatUnsolicited unsolicited{NatUnsolicited::DENY};
    /// Where accepted unsolicited packets go: none leaves their destination as it is.
    std::optional<uint32_t> target;
    bool resetOnAddressChange{true}; ///< another external address ends all sessions
    bool reverse{false};             ///< inside and outside swap roles
    /// A first fragment that is denied opens the way for the later ones all the same, as in
    /// libalias.
    bool deniedFragmentsOpen{false};

    /// @return the behaviour for a protocol; others than UDP, TCP and ICMP depend on the address
    NatProtocolBehaviour Behaviour(uint8_t protocol) const;

    /// @return whether an external port may serve several internal endpoints of a protocol towards
    ///         different remotes
    bool SharesPorts(uint8_t protocol) const;

    uint32_t maxFragmentedDatagrams{256}; ///< of which the addresses are remembered
    uint32_t maxHeldFragments{64};        ///< that came before their first one
};

/// @ingroup nat
/// @return libalias as the reviews of 2021 found it: its timers, ports 32768-65535 with 20 tries,
///         overloading, endpoint-dependent mapping and filtering, inbound refresh
NatConfig LibaliasConfig();

/// @ingroup nat
/// @throws ConfigError for what contradicts itself: an address twice or 0.0.0.0, a timer below 0
void CheckNatConfig(const NatConfig& config);

} // namespace bindstorm

#endif // BINDSTORM_NAT_CONFIG_H
