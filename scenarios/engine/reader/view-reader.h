/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_VIEW_READER_H
#define BINDSTORM_VIEW_READER_H

#include "scenarios/engine/scenario.h"
#include "selection-reader.h"
#include "table-reader.h"

#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// @param top the file
/// @param axes what selections and groups may name
/// @return its [[table]] tables
/// @throws ConfigError as ReadScenario()
std::vector<ResultView> ReadViews(const TableReader& top, const SelectionReader& axes);

} // namespace bindstorm

#endif // BINDSTORM_VIEW_READER_H
