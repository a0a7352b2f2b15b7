/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_EXPONENTIAL_DRAW_H
#define BINDSTORM_EXPONENTIAL_DRAW_H

#include "draw-source.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup base
 * An exponentially distributed whole number, from comparisons and integers alone, so that every
 * machine gets the same one (von Neumann, "Various techniques used in connection with random
 * digits", 1951). Takes e^2 / (e - 1) = 4.3 numbers on average.
 *
 * The variate before scaling is a multiple of 2^-32 (plus 2^-33) below 64: a result has steps of
 * about mean / 2^32, is below 64 mean (a sound generator would pass that once in e^64 = 6e27
 * calls), and rounds to the nearest whole number. The mean of the results is therefore
 * 1 / (2 sinh(1 / (2 mean))), which is smaller than the mean asked for by 1 / (24 mean). Ties of
 * 32-bit numbers shift probabilities by less than 2^-31.
 *
 * @param draws where the numbers come from; whatever they are, the work is bounded
 * @param mean in the unit of the result, at most 2^57; 0 gives 0
 * @return the variate, in the unit of the mean
 */
uint64_t DrawExponential(DrawSource& draws, uint64_t mean);

} // namespace bindstorm

#endif // BINDSTORM_EXPONENTIAL_DRAW_H
