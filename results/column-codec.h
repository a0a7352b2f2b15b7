/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_COLUMN_CODEC_H
#define BINDSTORM_COLUMN_CODEC_H

#include "run-result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace bindstorm
{

/// @ingroup results
/// Type of a column as named in the store (and by numpy: "<i8", "<f8").
enum class ColumnType : uint8_t
{
    INTEGERS, ///< "i8", signed
    REALS     ///< "f8", IEEE 754
};

/**
 * @ingroup results
 * @return REALS when the column holds any, else INTEGERS
 * @throws std::invalid_argument for a column that holds both
 */
ColumnType TypeOf(const ResultTable::Column& column);

/// @ingroup results
/// @return "i8" or "f8"
std::string_view NameOf(ColumnType type);

/// @ingroup results
/// @throws DamagedData for a name other than "i8" and "f8"
ColumnType ColumnTypeNamed(std::string_view name);

/// @ingroup results
/// @return number of values
std::size_t SizeOf(const ResultTable::Column& column);

/// @ingroup results
/// @return the values, 8 bytes each, little-endian on every machine
std::string ToBytes(const ResultTable::Column& column);

/**
 * @ingroup results
 * Fills the values of a column from ToBytes(), bit for bit.
 * @throws DamagedData when the length is not a multiple of 8
 */
void FromBytes(std::string_view bytes, ColumnType type, ResultTable::Column& column);

/**
 * @ingroup results
 * @return zlib stream (RFC 1950), which ends with a checksum of its content
 * @throws std::length_error when zlib cannot take that many bytes
 */
std::string Compress(std::string_view bytes);

/**
 * @ingroup results
 * @param stream from Compress()
 * @param size the number of bytes that it must hold
 * @throws DamagedData when it is cut short, altered, or holds another number of bytes. Never takes
 *         more memory than such a stream could honestly expand to.
 */
std::string Decompress(std::string_view stream, uint64_t size);

} // namespace bindstorm

#endif // BINDSTORM_COLUMN_CODEC_H
