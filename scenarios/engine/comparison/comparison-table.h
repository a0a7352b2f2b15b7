/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARISON_TABLE_H
#define BINDSTORM_COMPARISON_TABLE_H

#include "comparison.h"
#include "metric-labels.h"

#include "scenarios/engine/verdict/text-table.h"

#include <cstddef>
#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * @param width the plain form puts names on lines of their own where it would be wider
 * @return the table of what has changed and a line of what is equal in every pair, ending with a
 *         line feed
 */
std::string FormatMetrics(const ComparisonSection& section,
                          const MetricLabels& labels,
                          TextFormat format,
                          std::size_t width);

} // namespace bindstorm

#endif // BINDSTORM_COMPARISON_TABLE_H
