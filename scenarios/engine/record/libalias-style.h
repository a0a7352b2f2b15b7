/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_LIBALIAS_STYLE_H
#define BINDSTORM_LIBALIAS_STYLE_H

#include "results/result-store.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * The performance tests of the libalias reviews in a store as their program would have printed
 * them, each under the parameters of its run. Runs without such a test are left out.
 * @return empty when no run has one
 */
std::string FormatLibaliasStyle(const ResultStore& store, const std::vector<ExperimentRun>& runs);

} // namespace bindstorm

#endif // BINDSTORM_LIBALIAS_STYLE_H
