/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPECTATION_TEXT_H
#define BINDSTORM_EXPECTATION_TEXT_H

#include "expectation.h"
#include "text-table.h"

#include <string>
#include <vector>

namespace bindstorm
{

/// @ingroup engine
/// @return e.g. "mean of server.ports.p_value >= 0.001" or "server.bind.count = 20"
std::string DescribeCondition(const Expectation& expectation);

/**
 * @ingroup engine
 * @param expectations as read
 * @param results of EvaluateExpectations()
 * @return how many hold, and each with its reason and what was observed; of those that failed also
 *         the line in the file and the first runs at fault. Empty without expectations.
 */
std::string FormatExpectations(const std::vector<Expectation>& expectations,
                               const std::vector<ExpectationResult>& results,
                               const TextPage& page = {});

} // namespace bindstorm

#endif // BINDSTORM_EXPECTATION_TEXT_H
