/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_UNIQUE_ORDER_H
#define BINDSTORM_UNIQUE_ORDER_H

#include "model/base/draw-source.h"

#include <array>
#include <bit>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup workload
 * The numbers below a size in a pseudorandom order, each once, without a list of them: a Feistel
 * network over the next power of four, walked until it comes to a number below the size (fewer than
 * four steps on average).
 */
class UniqueOrder
{
  public:
    /// @param size 1 to 2^62
    UniqueOrder(uint64_t size, DrawSource& draws)
        : m_size(size),
          m_halfBits(static_cast<unsigned>(std::bit_width(size - 1) + 1) / 2)
    {
        for (uint64_t& key : m_keys)
        {
            key = uint64_t{draws.Draw()} << 32;
            key |= draws.Draw();
        }
    }

    /// @param place below the size
    /// @return the number there
    uint64_t
    operator[](uint64_t place) const
    {
        do
        {
            place = Permute(place);
        } while (place >= m_size);
        return place;
    }

  private:
    uint64_t
    Permute(uint64_t value) const
    {
        const uint64_t mask = (uint64_t{1} << m_halfBits) - 1;
        uint64_t left = value >> m_halfBits;
        uint64_t right = value & mask;
        for (const uint64_t key : m_keys)
        {
            // The finaliser of splitmix64: every bit of a half changes every bit of the other.
            uint64_t mixed = right + key;
            mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
            mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
            mixed ^= mixed >> 31;
            const uint64_t next = left ^ (mixed & mask);
            left = right;
            right = next;
        }
        return left << m_halfBits | right;
    }

    uint64_t m_size;
    unsigned m_halfBits;
    std::array<uint64_t, 4> m_keys{};
};

} // namespace bindstorm

#endif // BINDSTORM_UNIQUE_ORDER_H
