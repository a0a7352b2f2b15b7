/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CONTENT_HASH_H
#define BINDSTORM_CONTENT_HASH_H

#include "run-result.h"

#include <string>

namespace bindstorm
{

/**
 * @ingroup results
 * Puts a result into the form that the store can give back unchanged: a metric that is not a number
 * does not exist and is removed, negative zero becomes zero.
 */
RunResult Normalized(RunResult result);

/**
 * @ingroup results
 * Hash of all numbers of a run except its wall time, so that damage is noticed when it is read.
 * Made over lines: "digest D", "metric NAME BITS" (IEEE 754, 16 hexadecimal digits), "table NAME",
 * and "column NAME TYPE HASH" with the SHA-256 of the column's little-endian values.
 */
std::string ContentHash(const RunResult& result);

} // namespace bindstorm

#endif // BINDSTORM_CONTENT_HASH_H
