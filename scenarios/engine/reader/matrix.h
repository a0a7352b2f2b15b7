/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_MATRIX_H
#define BINDSTORM_MATRIX_H

#include "config-node.h"
#include "scenario-keys.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// Most runs that one scenario may expand to.
inline constexpr uint64_t MOST_RUNS = 1'000'000;

/**
 * @ingroup engine
 * A setting that varies from run to run.
 */
struct MatrixAxis
{
    std::string key;
    SettingTarget target;
    std::vector<ConfigNode> values;
    std::vector<std::string> texts; ///< the values in canonical form
};

/**
 * @ingroup engine
 * One [[matrix]] block: its runs are all combinations of its axes.
 */
struct MatrixBlock
{
    std::optional<std::string> part; ///< its name
    Place place;
    std::vector<MatrixAxis> axes; ///< in the order of the file; the first varies slowest
};

/**
 * @ingroup engine
 * @param root the file
 * @param keys what an axis may name
 * @return the blocks in the order of the file; without any, one block without axes
 * @throws ConfigError for an axis that names no setting, is given twice, is no list, is empty, or
 *         has a value twice or one that is not allowed
 */
std::vector<MatrixBlock> ReadMatrix(const ConfigNode& root, const ScenarioKeys& keys);

/**
 * @ingroup engine
 * @param node a list of values, or for whole numbers text "a..b" or "a..b step c"
 * @throws ConfigError as ReadMatrix()
 */
MatrixAxis ReadAxis(const std::string& key, const SettingTarget& target, const ConfigNode& node);

/// @ingroup engine
/// @return whether a value stands for several: a list, or a range of whole numbers
bool IsSeveralValues(const ConfigNode& node, const SettingInfo& info);

/// @ingroup engine
/// @return number of runs of all blocks
/// @throws ConfigError when there are more than MOST_RUNS
uint64_t CountRuns(const std::vector<MatrixBlock>& blocks);

} // namespace bindstorm

#endif // BINDSTORM_MATRIX_H
