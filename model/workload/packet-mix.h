/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_MIX_H
#define BINDSTORM_PACKET_MIX_H

#include "model/base/setting.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// Kinds of packets of a mix.
enum class MixedPacket : uint8_t
{
    HIT_OUTBOUND,  ///< of a flow that there is
    HIT_INBOUND,   ///< an answer to one
    NEW,           ///< first packet of a flow
    MISS,          ///< from outside, unsolicited, other endpoints each time
    REPEATED_MISS, ///< the same unsolicited packet again
    FILTERED       ///< from a stranger to the external endpoint of a flow
};

inline constexpr std::size_t MIXED_PACKETS = 6;

/// @ingroup workload
/// Names of phases and of the settings that hold the shares, in the order of MixedPacket.
inline constexpr std::array<std::string_view, MIXED_PACKETS> MIXED_PACKET_NAMES{"hit_outbound",
                                                                                "hit_inbound",
                                                                                "new",
                                                                                "miss",
                                                                                "repeated_miss",
                                                                                "filtered"};

/**
 * @ingroup workload
 * Mixes kinds of packets evenly: the one that is furthest behind its share is next, so shares hold
 * in every stretch of packets, and two trials differ in rate alone.
 */
class PacketMix
{
  public:
    /// @throws ConfigError when the shares do not add up to 1, or are finer than a millionth
    explicit PacketMix(const Settings& settings);

    /// @return the next packet's kind
    MixedPacket Next();

    bool
    Has(MixedPacket kind) const
    {
        return m_shares[static_cast<std::size_t>(kind)] > 0;
    }

    /// Begins anew.
    void
    Reset()
    {
        m_behind = {};
    }

  private:
    std::array<int64_t, MIXED_PACKETS> m_shares{}; ///< millionths
    std::array<int64_t, MIXED_PACKETS> m_behind{};
};

/// @ingroup workload
/// @return the settings of the shares
std::vector<SettingInfo> MixSettings();

} // namespace bindstorm

#endif // BINDSTORM_PACKET_MIX_H
