/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARISON_TEXT_H
#define BINDSTORM_COMPARISON_TEXT_H

#include "comparison.h"

#include "scenarios/engine/verdict/text-table.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * A comparison to be sent by mail: what was compared, a table for each section, and what could not
 * be paired. The plain form keeps to 78 columns where the words allow it.
 * @param sections of that pairing, see CompareMetrics()
 */
std::string FormatComparison(const ComparedSides& sides,
                             const RunPairing& pairing,
                             const std::vector<ComparisonSection>& sections,
                             TextFormat format);

} // namespace bindstorm

#endif // BINDSTORM_COMPARISON_TEXT_H
