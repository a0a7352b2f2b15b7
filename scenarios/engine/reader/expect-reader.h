/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPECT_READER_H
#define BINDSTORM_EXPECT_READER_H

#include "scenarios/engine/scenario.h"
#include "selection-reader.h"
#include "table-reader.h"

#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// @param top the file
/// @param axes what selections may name
/// @return its [[expect]] tables
/// @throws ConfigError as ReadScenario(); also for a condition without bounds, with two that do not
///         go together, or that no number meets
std::vector<Expectation> ReadExpectations(const TableReader& top, const SelectionReader& axes);

} // namespace bindstorm

#endif // BINDSTORM_EXPECT_READER_H
