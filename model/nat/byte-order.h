/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_BYTE_ORDER_H
#define BINDSTORM_BYTE_ORDER_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace bindstorm
{

/// @ingroup nat
/// Turns a number from network to host order, or back.
inline uint16_t
SwapNetwork(uint16_t value)
{
    return std::endian::native == std::endian::little ? __builtin_bswap16(value) : value;
}

inline uint32_t
SwapNetwork(uint32_t value)
{
    return std::endian::native == std::endian::little ? __builtin_bswap32(value) : value;
}

inline uint64_t
SwapNetwork(uint64_t value)
{
    return std::endian::native == std::endian::little ? __builtin_bswap64(value) : value;
}

/// @ingroup nat
/// @return the number that lies there in network order, at any address, in one access
template <typename Word>
Word
LoadNetwork(const std::byte* from)
{
    Word value;
    std::memcpy(&value, from, sizeof value);
    return SwapNetwork(value);
}

/// @ingroup nat
template <typename Word>
void
StoreNetwork(std::byte* to, Word value)
{
    value = SwapNetwork(value);
    std::memcpy(to, &value, sizeof value);
}

} // namespace bindstorm

#endif // BINDSTORM_BYTE_ORDER_H
