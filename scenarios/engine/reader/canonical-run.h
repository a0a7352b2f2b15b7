/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CANONICAL_RUN_H
#define BINDSTORM_CANONICAL_RUN_H

#include "model/base/cost-table.h"
#include "model/base/setting.h"

#include <nlohmann/json.hpp>

namespace bindstorm
{

// Parts of RunSpec::canonical. Integers stay integers of 64 bits, doubles print as the shortest
// text that reads back, keys are sorted by the library.

/// @ingroup engine
/// @return every setting by name
nlohmann::json CanonicalSettings(const Settings& settings);

/// @ingroup engine
/// @return the costs in picoseconds: what the table says, not what it is called
nlohmann::json CanonicalCosts(const CostTable& costs);

/// @ingroup engine
/// @return what packets cost, as JSON with sorted keys; the table must have costs of packets
nlohmann::json CanonicalPacketCosts(const CostTable& costs);

} // namespace bindstorm

#endif // BINDSTORM_CANONICAL_RUN_H
