/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ATTACK_REPORT_H
#define BINDSTORM_ATTACK_REPORT_H

#include "results/run-result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace bindstorm
{

/// @ingroup engine
/// The smallest frame of Ethernet: what a packet of an attack is counted as.
inline constexpr uint64_t ATTACK_FRAME_BYTES = 64;

/**
 * @ingroup engine
 * What an attack came to, for what it costs.
 */
struct AttackTally
{
    uint64_t sent{0};                ///< packets, from the start on
    uint64_t measured{0};            ///< packets after the warm-up
    std::optional<uint64_t> entries; ///< links that it holds at the end, where it says so
};

/**
 * @ingroup engine
 * Adds sent, and packets and bytes for each failed exchange of others and for each link held, where
 * there are any.
 * @param failures exchanges of other workloads that failed after the warm-up
 */
void ReportAttack(const std::string& name,
                  const AttackTally& attack,
                  uint64_t failures,
                  RunResult& result);

/**
 * @ingroup engine
 * What a FIFO of finite length lets through when it is offered more than it can serve: each packet
 * is accepted with a probability of about p = 1 / load, whoever sent it. An exchange is two
 * packets, a request and its response, and is tried some times: the chance that it succeeds is
 * 1 - (1 - p^2)^attempts.
 * @param load offered, 1 being what can be served
 */
double QueueingBound(double load, uint64_t attempts);

} // namespace bindstorm

#endif // BINDSTORM_ATTACK_REPORT_H
