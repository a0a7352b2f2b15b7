/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_RESULT_CODEC_H
#define BINDSTORM_RESULT_CODEC_H

#include "run-result.h"

#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup results
 * A result as bytes for the pipe between a worker process and the one that stores: CBOR (RFC 8949),
 * columns as typed arrays (RFC 8746: tag 79 for whole, 86 for floating-point numbers).
 * @throws std::invalid_argument for a column that holds both types
 */
std::string EncodeResult(const RunResult& result);

/**
 * @ingroup results
 * The inverse. All values come back bit for bit, except that any NaN of a metric becomes the usual
 * one.
 * @throws DamagedData when the bytes are not a whole result, e.g. since the worker died
 */
RunResult DecodeResult(std::string_view bytes);

} // namespace bindstorm

#endif // BINDSTORM_RESULT_CODEC_H
