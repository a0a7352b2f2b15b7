/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_METRIC_CHOICE_H
#define BINDSTORM_METRIC_CHOICE_H

#include "run-pairing.h"

#include <string>
#include <vector>

namespace bindstorm
{

/**
 * @ingroup engine
 * @param wanted names of metrics, or what follows a '.' in them; empty: the usual ones
 * @return full names that both runs of a pair have, the usual ones in their order: uniformity, work
 *         and time of bind(), failures that occurred, late frames
 * @throws ConfigError for one that no pair has, with the nearest name
 */
std::vector<std::string> ChooseMetrics(const RunPairing& pairing,
                                       const std::vector<std::string>& wanted);

} // namespace bindstorm

#endif // BINDSTORM_METRIC_CHOICE_H
