/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_PUBLISHED_READER_H
#define BINDSTORM_PUBLISHED_READER_H

#include "scenarios/engine/scenario.h"
#include "selection-reader.h"
#include "table-reader.h"

#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// @param top the file
/// @param axes what selections may name
/// @return its [[published]] tables
/// @throws ConfigError as ReadScenario(); also for a label given twice, and for a prediction from a
///         figure that does not exist or fits nothing
std::vector<PublishedFigure> ReadPublished(const TableReader& top, const SelectionReader& axes);

} // namespace bindstorm

#endif // BINDSTORM_PUBLISHED_READER_H
