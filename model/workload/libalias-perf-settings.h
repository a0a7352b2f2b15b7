/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_PERF_SETTINGS_H
#define BINDSTORM_LIBALIAS_PERF_SETTINGS_H

#include "model/nat/nat-types.h"

#include <chrono>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup workload
 * The parameters of the performance test of the libalias reviews.
 */
struct LibaliasPerfSettings
{
    /// false: as in the reviews. true: fixed work instead of fixed time, as many packets in each
    /// phase, packets drawn before the clock is started, flows in use from the whole table.
    bool isFair{false};
    uint32_t batchSize{2000};  ///< new flows a round; fair: packets of each phase
    uint32_t randomSize{1000}; ///< random packets a round; not fair only
    uint32_t attackSize{1000}; ///< how often one random packet is repeated; not fair only
    uint32_t redirSize{2000};  ///< redirects, made first
    NatTime duration{std::chrono::seconds{10}}; ///< not fair only
    uint32_t rounds{20};                        ///< fair only
};

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_PERF_SETTINGS_H
