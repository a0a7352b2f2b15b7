/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_TUPLE_HASH_H
#define BINDSTORM_TUPLE_HASH_H

#include "nat-types.h"

#include "model/base/split-mix.h"

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup nat
 * Hashes of a protocol and two endpoints, of which one may be left out. Neither has a key: whoever
 * may choose ports and addresses can make them collide, with the sum without an effort.
 */
class TupleHash
{
  public:
    /// @param isSum the plain sum of all numbers, as of old; else a hash of which each bit depends
    ///        on each bit of the tuple
    explicit TupleHash(bool isSum)
        : m_isSum(isSum)
    {
    }

    uint32_t operator()(uint8_t protocol,
                        const NatEndpoint& one,
                        const NatEndpoint& other = {}) const
    {
        if (m_isSum)
        {
            return one.address + other.address + one.port + other.port + protocol;
        }
        const uint64_t ports = uint64_t{protocol} << 32 | uint64_t{one.port} << 16 | other.port;
        const uint64_t addresses = uint64_t{one.address} << 32 | other.address;
        return static_cast<uint32_t>(SplitMix(addresses ^ SplitMix(ports)) >> 32);
    }

  private:
    bool m_isSum;
};

} // namespace bindstorm

#endif // BINDSTORM_TUPLE_HASH_H
