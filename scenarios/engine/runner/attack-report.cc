/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "attack-report.h"

#include <cmath>

namespace bindstorm
{

void
ReportAttack(const std::string& name,
             const AttackTally& attack,
             uint64_t failures,
             RunResult& result)
{
    const auto add = [&](const std::string& metric, double value) {
        result.metrics.push_back({name + "." + metric, value});
    };
    const auto addCost = [&](const std::string& what, uint64_t packets, uint64_t results)
    {
        if (results > 0)
        {
            const double each = static_cast<double>(packets) / static_cast<double>(results);
            add("packets_per_" + what, each);
            add("bytes_per_" + what, each * static_cast<double>(ATTACK_FRAME_BYTES));
        }
    };
    add("sent", static_cast<double>(attack.sent));
    addCost("failure", attack.measured, failures);
    addCost("entry", attack.sent, attack.entries.value_or(0));
}

double
QueueingBound(double load, uint64_t attempts)
{
    const double accepted = load > 1 ? 1 / load : 1;
    return 1 - std::pow(1 - accepted * accepted, static_cast<double>(attempts));
}

} // namespace bindstorm
