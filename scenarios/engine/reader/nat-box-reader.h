/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_NAT_BOX_READER_H
#define BINDSTORM_NAT_BOX_READER_H

#include "table-reader.h"

#include "model/host/simulation.h"

#include <nlohmann/json.hpp>

namespace bindstorm
{

/**
 * @ingroup engine
 * Reads a [[nat]] but for its workloads.
 * @param node the table
 * @param reader of the same
 * @param settings of the same
 * @param costs what they name
 * @param canonical replaced by what decides results: what the profile says is written out, so that
 *        equal boxes have equal texts
 * @throws ConfigError as ReadScenario()
 */
NatBoxSpec ReadNatBox(const ConfigNode& node,
                      const TableReader& reader,
                      const Settings& settings,
                      const CostTable& costs,
                      nlohmann::json& canonical);

/**
 * @ingroup engine
 * Checks the settings of each workload of a box together, and against the box.
 * @throws ConfigError with file, line and key for those that contradict each other
 */
void CheckPacketWorkloads(const TableReader& box, const NatBoxSpec& spec);

} // namespace bindstorm

#endif // BINDSTORM_NAT_BOX_READER_H
