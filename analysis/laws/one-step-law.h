/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_ONE_STEP_LAW_H
#define BINDSTORM_ONE_STEP_LAW_H

#include "port-law.h"
#include "remembered-view.h"

namespace bindstorm
{

/**
 * @ingroup analysis
 * The law of `linux-2.6.28`: start = draw mod n, one odd step = low half of the draw.
 *
 * Start and step are the same number, so the number of draws of each pair is counted: for a low
 * half s the draws are s + 65536 k, and those with the remainder a are as many as the k with
 * 65536 k = a - s (mod n), which depends on a - s only. For each of the 32768 odd steps one pass
 * round the cycle of all 65536 ports serves every start.
 * @param isLockedOnce one lock a choice instead of one a probe
 * @param stepStride 2 for all steps; a multiple of it for the law given that the step is 1, or 1
 *        plus a multiple of the stride
 */
PortLaw OneStepLaw(RememberedView& view, bool isLockedOnce, uint32_t stepStride = 2);

} // namespace bindstorm

#endif // BINDSTORM_ONE_STEP_LAW_H
