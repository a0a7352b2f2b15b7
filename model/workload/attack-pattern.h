/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ATTACK_PATTERN_H
#define BINDSTORM_ATTACK_PATTERN_H

#include "model/base/draw-source.h"
#include "model/base/packet-record.h"
#include "model/nat/nat-table.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// What a packet of an attack is for; in results the names of its packets.
enum AttackPhase : uint8_t
{
    ATTACK_OPEN,    ///< a flow from inside, new or so meant
    ATTACK_KEEP,    ///< a flow from inside is used again
    ATTACK_REPLY,   ///< what an accomplice outside answers to a flow
    ATTACK_PROBE,   ///< from outside, to what may be nobody's
    ATTACK_RESET,   ///< an RST from outside in the name of a server
    ATTACK_FRAGMENT ///< a later fragment of which there is no first one, or not yet
};

/// @ingroup workload
/// A packet of an attack that is more than its endpoints.
struct AttackBytes
{
    PacketDirection direction{PacketDirection::INBOUND};
    std::vector<std::byte> packet;
};

/**
 * @ingroup workload
 * One packet of an attack.
 */
struct AttackPacket
{
    AttackPhase phase{ATTACK_OPEN};
    /// From inside, from outside, or as bytes.
    std::variant<NatFlow, NatArrival, AttackBytes> what;
    TcpFlags flags{};
    uint32_t number{0}; ///< the pattern's own; comes back with what became of the packet
};

/**
 * @ingroup workload
 * What the settings of an attack say. Which pattern looks at which, their help says.
 */
struct AttackSettings
{
    std::string pattern;
    uint8_t protocol{IP_UDP};
    uint32_t hosts{1};
    uint32_t remotes{1};
    uint32_t flows{1};
    uint16_t port{0};
    bool isKnown{false}; ///< the flows of others are known, not guessed
    uint32_t servers{1};
    uint16_t serverPort{443};
    bool isSum{true}; ///< the hash that is to collide is the plain sum
    uint32_t buckets{1};
    bool isReversed{false}; ///< first fragments come after all, last
};

/**
 * @ingroup workload
 * What the attackers send, one packet after the other, whatever the time.
 *
 * Attackers inside are 10.64.0.1 and on, those outside 198.19.0.1 and on.
 */
class AttackPattern
{
  public:
    AttackPattern() = default;
    AttackPattern(const AttackPattern&) = delete;
    AttackPattern& operator=(const AttackPattern&) = delete;
    virtual ~AttackPattern() = default;

    virtual AttackPacket Next(DrawSource& draws) = 0;

    /// A packet from inside went on.
    /// @param number of the packet
    /// @param external where answers to it go
    virtual void
    OnForwarded(uint32_t /* number */, const NatEndpoint& /* external */)
    {
    }

    /// @return the remote endpoint of a flow from inside, which an accomplice answers from
    virtual NatEndpoint
    RemoteOf(uint32_t /* number */) const
    {
        return {};
    }

    static constexpr uint32_t FIRST_INSIDE = 10U << 24 | 64U << 16 | 1;   ///< 10.64.0.1
    static constexpr uint32_t FIRST_OUTSIDE = 198U << 24 | 19U << 16 | 1; ///< 198.19.0.1, RFC 2544
    static constexpr uint32_t MOST_OUTSIDE = 65534;

    /// @return whether a link is there for attackers: they are its inside or its outside
    static bool
    IsOfAttackers(const NatLink& link)
    {
        return (link.internal.address & 0xFFC0'0000) == (FIRST_INSIDE & 0xFFC0'0000) ||
               (link.remote.address & 0xFFFF'0000) == (FIRST_OUTSIDE & 0xFFFF'0000);
    }

  protected:
    /// @return a port from 1 on
    static uint16_t
    DrawPort(DrawSource& draws)
    {
        return static_cast<uint16_t>(1 + draws.DrawBelow(65535));
    }

    static uint32_t
    DrawOutside(DrawSource& draws, uint32_t remotes)
    {
        return FIRST_OUTSIDE + draws.DrawBelow(remotes);
    }

    /// @return the flags of a first packet
    static TcpFlags
    Opening(uint8_t protocol)
    {
        return {.syn = protocol == IP_TCP, .ack = false, .fin = false, .rst = false};
    }

    /// @return the flags of a later one
    static TcpFlags
    Going(uint8_t protocol)
    {
        return {.syn = false, .ack = protocol == IP_TCP, .fin = false, .rst = false};
    }
};

/// @ingroup workload
/// @param table the one that is attacked: its external address is known to everybody, its flows to
///        those who are said to know them; must outlive the pattern
/// @throws ConfigError for a table without an external address
std::unique_ptr<AttackPattern> CreateAttackPattern(const AttackSettings& settings, NatTable& table);

/// @ingroup workload
/// @throws ConfigError for more colliding flows than there are remote endpoints
void CheckAttackOnIndex(const AttackSettings& settings);

// By family; each returns null for a pattern that is not of it.

std::unique_ptr<AttackPattern> CreateAttackFromOutside(const AttackSettings& settings,
                                                       uint32_t external);
std::unique_ptr<AttackPattern> CreateAttackOnPorts(const AttackSettings& settings);
std::unique_ptr<AttackPattern> CreateAttackOnIndex(const AttackSettings& settings);
std::unique_ptr<AttackPattern> CreateForgedResets(const AttackSettings& settings,
                                                  NatTable& table,
                                                  uint32_t external);
std::unique_ptr<AttackPattern> CreateFragmentFlood(const AttackSettings& settings,
                                                   uint32_t external);

} // namespace bindstorm

#endif // BINDSTORM_ATTACK_PATTERN_H
