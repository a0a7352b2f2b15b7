/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_TABLE_H
#define BINDSTORM_NAT_TABLE_H

#include "nat-clock.h"
#include "nat-config.h"
#include "nat-link-pool.h"
#include "nat-verdict.h"

#include "model/base/packet-work.h"
#include "model/base/random-engine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup nat
 * What a table says of a packet, given as endpoints.
 */
struct NatAnswer
{
    NatVerdict verdict{NatVerdict::NO_MAPPING};
    /// Outbound: the source that the packet gets (the external endpoint). Inbound: the destination
    /// (the internal endpoint). Hairpinned: see hairpin. A hairpinned packet that the other side
    /// refuses has it too; else it is zero where the packet is dropped.
    NatEndpoint endpoint{};
    /// Of a hairpinned packet: the destination it gets, an internal endpoint.
    NatEndpoint hairpin{};
};

/**
 * @ingroup nat
 * A static mapping from outside to inside. Open parts are 0.
 */
struct NatRedirect
{
    uint8_t protocol{IP_UDP};
    NatEndpoint internal{};
    NatEndpoint remote{};   ///< address 0, port 0: any
    NatEndpoint external{}; ///< address 0: whatever the table's address is at the time
};

/// @ingroup nat
/// A link as its users see it.
struct NatMappingRow
{
    LinkHandle handle;
    NatLink link;
    uint32_t sessions{0}; ///< of a mapping or rule: links made from it that live
};

/**
 * @ingroup nat
 * A network address and port translator (NAPT, RFC 2663) for IPv4: what is behind one box. Not
 * thread-safe. Time comes from the source, and is looked at as the clock does.
 *
 * A packet can be given as endpoints (Outbound(), Inbound()), for whoever has no packets, or as
 * bytes (TranslateOutbound(), TranslateInbound()), which are changed in place.
 */
class NatTable
{
  public:
    /**
     * @param config see CheckNatConfig()
     * @param engine randomness of port choice; must outlive the table
     * @param time must outlive the table
     * @throws ConfigError for a config that cannot be built
     */
    NatTable(const NatConfig& config, RandomEngine& engine, NatTimeSource& time);
    NatTable(const NatTable&) = delete;
    NatTable& operator=(const NatTable&) = delete;
    ~NatTable();

    // --- packets as endpoints ---

    /// A packet from inside. Makes a session when there is none.
    NatAnswer Outbound(const NatFlow& flow, TcpFlags flags = {});

    /// A packet from outside.
    NatAnswer Inbound(const NatArrival& arrival, TcpFlags flags = {});

    // --- packets as bytes ---

    /**
     * @param packet IPv4, from its first byte; bytes after its total length are left alone
     * @return what became of it; its bytes are changed only when the verdict says so
     */
    NatVerdict TranslateOutbound(std::span<std::byte> packet);
    NatVerdict TranslateInbound(std::span<std::byte> packet);

    /**
     * The same for several packets at once, in their order: what the search for one of them reads
     * is fetched while others are looked for, so that none waits for memory alone.
     * @param packets each as above
     * @param verdicts as many, which are set; LastWork() is the work of the last one
     */
    void TranslateOutbound(std::span<const std::span<std::byte>> packets,
                           std::span<NatVerdict> verdicts);
    void TranslateInbound(std::span<const std::span<std::byte>> packets,
                          std::span<NatVerdict> verdicts);

    /// @return fragments that had been held and may go on now, translated, in order of arrival
    std::vector<std::vector<std::byte>> TakeReleasedFragments();

    // --- what packets that carry others ask: nothing is made, refreshed or ended ---

    /// @return what an inbound packet's destination stands for inside, if its session exists
    std::optional<NatEndpoint> FindInternal(const NatArrival& arrival);
    /// @return what an outbound packet's source stands for outside, if its session exists
    std::optional<NatEndpoint> FindExternal(const NatFlow& flow);
    /// @return the external address that packets of an internal host without a port get; 0: none
    uint32_t ExternalAddressOf(uint32_t internal);

    /**
     * How many external ports a new flow from inside could get, by the range, what is reserved,
     * what is in use and the addresses that pooling lets the host have; not by what the port choice
     * makes of them. Expired links that are still there hold theirs; a flow that was just refused
     * with NO_PORT met none.
     * @return nothing unless the config has countFreePorts or the port choice counts them itself;
     *         0 for a protocol without ports
     */
    std::optional<uint32_t> CountFreePorts(const NatFlow& flow);

    // --- rules ---

    /// @throws ConfigError for a protocol without ports, or an endpoint that is not whole
    LinkHandle AddRedirect(const NatRedirect& redirect);
    /// All packets of an IP protocol; ports do not matter.
    LinkHandle AddProtocolRedirect(const NatRedirect& redirect);
    /// One to one: all packets of an internal address. Newest first, both ways.
    LinkHandle AddAddressRedirect(uint32_t internal, uint32_t external);
    /**
     * Adds a server to the pool of a redirect (LSNAT, RFC 2391): the pool takes turns and replaces
     * the redirect's own internal endpoint; the one added last is first.
     * @return false when the handle is stale
     */
    [[nodiscard]] bool AddServer(const LinkHandle& rule, const NatEndpoint& server);
    /// Gives a redirect the timer of a session. @return false when it is stale or leaves a part
    /// open
    [[nodiscard]] bool MakeDynamic(const LinkHandle& rule);
    /// @param endSessions whether the sessions made from it end with it
    /// @return false when the handle is stale; nothing has happened then
    [[nodiscard]] bool Delete(const LinkHandle& link, bool endSessions = false);

    // --- modes that may change while the table works ---

    /// Replaces the pool; ends all sessions when it is another one and resetOnAddressChange is set.
    void SetExternal(const std::vector<uint32_t>& addresses);
    /// @throws ConfigError when a part that cannot change (index, housekeeping, ...) would
    void SetConfig(const NatConfig& config);
    const NatConfig& GetConfig() const;

    // --- what there is ---

    /// @return every link, in the order of making
    std::vector<NatMappingRow> Links() const;
    /// @return number of sessions, mappings and rules, expired ones that are still there included
    std::size_t Size() const;
    /// @return bytes taken from memory by all of these: links, index, timers. Not what says which
    ///         ports are free.
    std::size_t Bytes() const;
    std::size_t CountSessions() const;
    std::size_t CountMappings() const;

    /// Unsolicited SYNs that nothing came out for in time: whoever sends is to get an ICMP port
    /// unreachable (RFC 5382 REQ-4).
    std::vector<NatArrival> TakeUnansweredSyns();

    // --- what it did ---

    /// @return work of the last packet
    const PacketWork& LastWork() const;
    /// @return packets by verdict, outbound and inbound together
    const std::array<uint64_t, NAT_VERDICTS>& Verdicts() const;

  private:
    class Parts;

    NatAnswer Count(const NatAnswer& answer);
    NatVerdict Count(NatVerdict verdict);

    std::unique_ptr<Parts> m_parts;
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_TABLE_H
