/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RESULT_DIFFERENCE_H
#define BINDSTORM_RESULT_DIFFERENCE_H

#include "results/run-result.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * @param before a result as a store gives it back
 * @param after another one, which need not have been stored
 * @return a sentence for each column of a table and then each metric that is not bit by bit the
 *         same, and for what one of the two does not have; empty for equal numbers. The wall time
 * is not compared, nor is the digest.
 */
std::vector<std::string> DescribeDifferences(const RunResult& before, const RunResult& after);

} // namespace bindstorm

#endif // BINDSTORM_RESULT_DIFFERENCE_H
