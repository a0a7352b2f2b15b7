/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PORT_LAW_H
#define BINDSTORM_PORT_LAW_H

#include "model/base/component-spec.h"
#include "model/base/work-counters.h"
#include "model/ports/port-allocator.h"
#include "model/ports/port-range.h"
#include "model/ports/port-request.h"
#include "model/ports/socket-table.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup analysis
 * What a law is worth.
 */
enum class LawKind : uint8_t
{
    EXACT,       ///< every raw draw was accounted for; no sampling noise
    GIVEN_STATE, ///< exact, and holds for the allocator's present state alone
    ESTIMATE     ///< from samples; see PortLaw::samples
};

/// Names in output, in the order of LawKind.
inline constexpr std::array<std::string_view, 3> LAW_KIND_NAMES{"exact", "given state", "estimate"};

/**
 * @ingroup analysis
 * The probability of every port at one choice, for one table as it stands.
 */
struct PortLaw
{
    LawKind kind{LawKind::EXACT};
    std::string_view method{}; ///< how it was computed, one sentence
    PortRange range{};
    std::vector<uint16_t> free{}; ///< eligible ports that are free for the request, ascending
    /// By port, 65536 of them. Sums with `failure` to 1.
    std::vector<double> probability{};
    double failure{0}; ///< probability that no port is found
    /// Mean work of a choice, by WorkCounters::NAMES; what insertion costs is not part of it.
    std::array<double, WorkCounters::SIZE> work{};
    /// Choices sampled; 0 unless it is an estimate.
    uint64_t samples{0};
    std::vector<uint64_t> counts{}; ///< by port, of an estimate
};

/**
 * @ingroup analysis
 * What a law is asked for.
 */
struct LawQuestion
{
    const ComponentSpec& allocator;
    SocketTable& table; ///< seen only: no socket is inserted and no counter of it changes
    PortRequest request{};
    /// What the allocator is, when no registry has it.
    const PortAllocatorInfo* info{nullptr};
    /// The allocator whose state counts, where it can be copied; without, a new one.
    const PortAllocator* state{nullptr};
    uint64_t samples{1'000'000}; ///< of an estimate
    uint64_t seed{1};            ///< of an estimate
};

/**
 * @ingroup analysis
 * Computes the law of an allocator: its choice is a function of its raw draws, so that going
 * through all of them (or through classes of them that are exactly equivalent, with the number of
 * draws in each) gives the probability of every port without sampling. Allocators whose draws
 * depend on a state have a law given that state; those that nothing more is known of (plug-ins), or
 * whose draws have no bound, get an estimate.
 *
 * Takes well under a second for most tables, at most about ten seconds (`linux-2.6.28`, or one
 * chain: 32768 steps through 65536 ports).
 * @throws ConfigError for an unknown allocator or parameter
 */
PortLaw ComputePortLaw(const LawQuestion& question);

} // namespace bindstorm

#endif // BINDSTORM_PORT_LAW_H
