/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_FRAGMENTS_H
#define BINDSTORM_NAT_FRAGMENTS_H

#include "ipv4-packet.h"
#include "nat-types.h"
#include "nat-verdict.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <span>
#include <vector>

namespace bindstorm
{

/// @ingroup nat
/// How long the fragments of a datagram may lie apart.
inline constexpr NatTime FRAGMENT_LIFETIME = std::chrono::seconds{30};

/// @ingroup nat
/// What the fragments of a datagram have in common, before translation (RFC 791).
struct DatagramKey
{
    uint32_t source{0};
    uint32_t destination{0};
    uint16_t identification{0};
    uint8_t protocol{0};

    static DatagramKey Of(const Ipv4Headers& packet);

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 mistakes the 0 that "<" compares with.
    auto operator<=>(const DatagramKey&) const = default;
};

/// @ingroup nat
/// The addresses that the fragments of a datagram get.
struct DatagramAddresses
{
    uint32_t source{0};
    uint32_t destination{0};

    bool operator==(const DatagramAddresses&) const = default;
};

/**
 * @ingroup nat
 * The later fragments of one direction: they have no ports, so they follow what was decided for the
 * first one. In whatever order they come (RFC 4787 REQ-14), with bounds (REQ-14a): a flood of
 * fragments without a first one takes the places of others that came too early, and of nothing
 * else. One call costs O(log datagrams), and one for a first fragment O(held) more.
 */
class NatFragments
{
  public:
    struct Limits
    {
        std::size_t datagrams{0}; ///< whose addresses are remembered; the oldest makes room
        std::size_t held{0};      ///< fragments kept that came before their first one
    };

    /// Fragments that may go on, translated.
    using Released = std::vector<std::vector<std::byte>>;

    explicit NatFragments(const Limits& limits);

    /**
     * The first fragment of a datagram goes on; what was held of it follows.
     * @param becomes addresses of the first fragment as it goes on
     * @param released gets what was held, in order of arrival
     */
    void OnFirst(const DatagramKey& datagram,
                 const DatagramAddresses& becomes,
                 NatTime now,
                 Released& released);

    /// The first fragment of a datagram was dropped: so is what was held of it. Later ones are
    /// unknown, unless another first fragment of the same datagram went on.
    void OnDenied(const DatagramKey& datagram, NatTime now);

    /**
     * @param packet a later fragment
     * @param untaken fragments released but still in memory: they count as held
     * @return FRAGMENT_TRANSLATED, PASSED when the first one was not changed either, FRAGMENT_HELD,
     *         FRAGMENT_LIMIT, or FRAGMENT_UNKNOWN when nothing is kept at all
     */
    NatVerdict OnLater(Ipv4Packet& packet, NatTime now, std::size_t untaken);

    void SetLimits(const Limits& limits);

    /// Forgets everything.
    void Clear();

    /// @return number of fragments held
    std::size_t
    CountHeld() const
    {
        return m_held.size();
    }

    /// @return number of datagrams remembered
    std::size_t
    CountDatagrams() const
    {
        return m_known.size();
    }

  private:
    using Ages = std::list<DatagramKey>;

    struct Known
    {
        DatagramAddresses becomes;
        NatTime since;
        Ages::iterator age;
    };

    struct Held
    {
        DatagramKey datagram;
        NatTime since;
        std::vector<std::byte> bytes;
    };

    void Expire(NatTime now);
    void Trim(std::size_t datagrams);

    Limits m_limits;
    std::map<DatagramKey, Known> m_known; ///< ordered: its cost does not depend on who sends
    Ages m_ages;                          ///< of what is known, the oldest first
    std::list<Held> m_held;               ///< the oldest first
};

} // namespace bindstorm

#endif // BINDSTORM_NAT_FRAGMENTS_H
