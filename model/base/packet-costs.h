/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PACKET_COSTS_H
#define BINDSTORM_PACKET_COSTS_H

#include <array>
#include <cstdint>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup base
 * What packets cost beyond the units that operations have too, in whole picoseconds.
 */
struct PacketCosts
{
    uint64_t outbound{0}; ///< a packet from inside beyond its counted work: parsing, checksums
    uint64_t inbound{0};  ///< the same for one from outside
    uint64_t comparison{0};
    uint64_t clockRead{0};       ///< of an exact clock
    uint64_t coarseClockRead{0}; ///< of a clock that has the system's tick
    uint64_t expiryCheck{0};
    uint64_t expired{0}; ///< removing one entry

    static constexpr std::size_t SIZE = 7;
    /// Names in cost tables, in the order of AsArray().
    static constexpr std::array<std::string_view, SIZE> NAMES{"outbound",
                                                              "inbound",
                                                              "comparisons",
                                                              "clock_reads",
                                                              "coarse_clock_reads",
                                                              "expiry_checks",
                                                              "expired"};

    constexpr std::array<uint64_t, SIZE>
    AsArray() const
    {
        return {outbound, inbound, comparison, clockRead, coarseClockRead, expiryCheck, expired};
    }

    static constexpr PacketCosts
    FromArray(const std::array<uint64_t, SIZE>& costs)
    {
        return {costs[0], costs[1], costs[2], costs[3], costs[4], costs[5], costs[6]};
    }

    bool operator==(const PacketCosts&) const = default;
};

} // namespace bindstorm

#endif // BINDSTORM_PACKET_COSTS_H
