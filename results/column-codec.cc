/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "column-codec.h"

#include "store-error.h"

#include <bit>
#include <stdexcept>
#include <zlib.h>

namespace bindstorm
{

namespace
{

constexpr std::size_t WIDTH = 8;

template <class T>
std::string
ToLittleEndian(const std::vector<T>& values)
{
    std::string bytes(values.size() * WIDTH, '\0');
    auto out = bytes.begin();
    for (const T value : values)
    {
        const auto bits = std::bit_cast<uint64_t>(value);
        for (unsigned shift = 0; shift < 64; shift += 8)
        {
            *out++ = static_cast<char>(static_cast<unsigned char>(bits >> shift));
        }
    }
    return bytes;
}

template <class T>
std::vector<T>
FromLittleEndian(std::string_view bytes)
{
    std::vector<T> values(bytes.size() / WIDTH);
    auto in = bytes.begin();
    for (T& value : values)
    {
        uint64_t bits = 0;
        for (unsigned shift = 0; shift < 64; shift += 8)
        {
            bits |= uint64_t{static_cast<unsigned char>(*in++)} << shift;
        }
        value = std::bit_cast<T>(bits);
    }
    return values;
}

} // namespace

ColumnType
TypeOf(const ResultTable::Column& column)
{
    if (!column.integers.empty() && !column.reals.empty())
    {
        throw std::invalid_argument("column '" + column.name +
                                    "' holds both whole and floating-point numbers");
    }
    return column.reals.empty() ? ColumnType::INTEGERS : ColumnType::REALS;
}

std::string_view
NameOf(ColumnType type)
{
    return type == ColumnType::INTEGERS ? "i8" : "f8";
}

ColumnType
ColumnTypeNamed(std::string_view name)
{
    if (name == "i8")
    {
        return ColumnType::INTEGERS;
    }
    if (name == "f8")
    {
        return ColumnType::REALS;
    }
    throw DamagedData("unknown column type '" + std::string(name) + "'");
}

std::size_t
SizeOf(const ResultTable::Column& column)
{
    return TypeOf(column) == ColumnType::INTEGERS ? column.integers.size() : column.reals.size();
}

std::string
ToBytes(const ResultTable::Column& column)
{
    return TypeOf(column) == ColumnType::INTEGERS ? ToLittleEndian(column.integers)
                                                  : ToLittleEndian(column.reals);
}

void
FromBytes(std::string_view bytes, ColumnType type, ResultTable::Column& column)
{
    if (bytes.size() % WIDTH != 0)
    {
        throw DamagedData("column '" + column.name + "' ends within a value");
    }
    column.integers.clear();
    column.reals.clear();
    switch (type)
    {
    case ColumnType::INTEGERS:
        column.integers = FromLittleEndian<int64_t>(bytes);
        break;
    case ColumnType::REALS:
        column.reals = FromLittleEndian<double>(bytes);
        break;
    }
}

std::string
Compress(std::string_view bytes)
{
    uLongf length = compressBound(bytes.size());
    std::string stream(length, '\0');
    const int status = compress2(reinterpret_cast<Bytef*>(stream.data()),
                                 &length,
                                 reinterpret_cast<const Bytef*>(bytes.data()),
                                 bytes.size(),
                                 Z_DEFAULT_COMPRESSION);
    if (status != Z_OK)
    {
        throw std::length_error("zlib cannot compress " + std::to_string(bytes.size()) + " bytes");
    }
    stream.resize(length);
    return stream;
}

std::string
Decompress(std::string_view stream, uint64_t size)
{
    // zlib's format cannot expand by more than 1032 (its own technical notes): a number beyond that
    // is wrong, and must not become an allocation.
    if (size / 1032 > stream.size())
    {
        throw DamagedData("compressed data is too short");
    }
    std::string bytes(size, '\0');
    uLongf length = size;
    uLong consumed = stream.size();
    const int status = uncompress2(reinterpret_cast<Bytef*>(bytes.data()),
                                   &length,
                                   reinterpret_cast<const Bytef*>(stream.data()),
                                   &consumed);
    if (status != Z_OK || length != size || consumed != stream.size())
    {
        throw DamagedData("compressed data is cut short or altered");
    }
    return bytes;
}

} // namespace bindstorm
