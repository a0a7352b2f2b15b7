/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_PERF_RESULT_H
#define BINDSTORM_LIBALIAS_PERF_RESULT_H

#include "model/nat/nat-types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bindstorm
{

/// @ingroup workload
/// The phases of a round, in their order.
enum class PerfPhase : uint8_t
{
    NEW_NAT, ///< packets from inside that open flows
    RANDOM,  ///< packets from outside that nobody waits for
    ATTACK,  ///< one of them, again and again
    USE_NAT  ///< packets of open flows, both ways
};

inline constexpr std::size_t PERF_PHASES = 4;

/// @ingroup workload
/// Names of the phases in results, in the order of PerfPhase.
inline constexpr std::array<std::string_view, PERF_PHASES> PERF_PHASE_NAMES{"new_nat",
                                                                            "random",
                                                                            "attack",
                                                                            "use_nat"};

/// @ingroup workload
/// What is counted apart, in the order in which it is printed.
enum class PerfKind : uint8_t
{
    NEW_NAT,
    USE_NAT_OUT,
    USE_NAT_IN,
    RANDOM,
    ATTACK
};

inline constexpr std::size_t PERF_KINDS = 5;

inline constexpr std::array<std::string_view, PERF_KINDS> PERF_KIND_NAMES{"new_nat",
                                                                          "use_nat_out",
                                                                          "use_nat_in",
                                                                          "random",
                                                                          "attack"};

/**
 * @ingroup workload
 * What the performance test of the libalias reviews brought.
 */
struct LibaliasPerfResult
{
    /// In place of a mean: the phase had no packet.
    static constexpr int64_t NO_PACKET = -1;
    /// In place of a mean: the time was over before the phase was.
    static constexpr int64_t NOT_DONE = -2;

    struct Row
    {
        uint32_t round{0}; ///< from 1
        NatTime second{0}; ///< since the start, when the round began
        std::array<int64_t, PERF_PHASES> means{NOT_DONE, NOT_DONE, NOT_DONE, NOT_DONE}; ///< ps

        bool operator==(const Row&) const = default;
    };

    struct Count
    {
        uint64_t ok{0};
        uint64_t fail{0};

        bool operator==(const Count&) const = default;
    };

    /// Time and packets of a phase, over all rounds in which it ended.
    struct Sum
    {
        NatTime elapsed{0};
        uint64_t packets{0};

        bool operator==(const Sum&) const = default;
    };

    std::vector<Row> rows; ///< the last one is not complete when the time was over in it
    uint32_t rounds{0};    ///< complete ones
    std::array<Count, PERF_KINDS> counts{};
    std::array<Sum, PERF_PHASES> sums{};

    /// @return every packet of every phase, ok or not
    uint64_t Total() const;

    /// @return mean of a phase over all rounds in which it ended, in ps; NO_PACKET
    int64_t Mean(PerfPhase phase) const;

    bool operator==(const LibaliasPerfResult&) const = default;
};

/// @ingroup workload
/// @return elapsed time by packets, in ps, rounded to the nearest; NO_PACKET for none
int64_t PicosecondsEach(NatTime elapsed, uint64_t packets);

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_PERF_RESULT_H
