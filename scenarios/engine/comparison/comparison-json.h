/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COMPARISON_JSON_H
#define BINDSTORM_COMPARISON_JSON_H

#include "comparison.h"

#include <string>
#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// @return one object: sides, how runs were paired, sections with full names, all unmatched runs
std::string ComparisonJson(const ComparedSides& sides,
                           const RunPairing& pairing,
                           const std::vector<ComparisonSection>& sections);

} // namespace bindstorm

#endif // BINDSTORM_COMPARISON_JSON_H
