/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_FIND_EXPERIMENT_H
#define BINDSTORM_FIND_EXPERIMENT_H

#include "results/result-store.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup engine
 * @param wanted a name, or the number of a row
 * @return the newest experiment of that name, or the one in that row
 * @throws ConfigError when there is none, with the nearest name
 */
StoredExperiment FindExperiment(const ResultStore& store, const std::string& wanted);

} // namespace bindstorm

#endif // BINDSTORM_FIND_EXPERIMENT_H
