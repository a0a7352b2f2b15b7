/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHAIN_MAP_H
#define BINDSTORM_CHAIN_MAP_H

#include <algorithm>
#include <array>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup ports
 * One bit a slot of one hash chain: 64 bytes for 128 chains. Lives on the stack of its user; only
 * the words in use are cleared.
 */
class ChainMap
{
  public:
    /// @param chains number of hash chains, a power of two
    explicit ChainMap(uint32_t chains)
        : m_words((65536 / chains + 63) / 64)
    {
        Clear();
    }

    ChainMap(const ChainMap& other)
        : m_words(other.m_words)
    {
        std::copy_n(other.m_bits.begin(), m_words, m_bits.begin());
    }

    ChainMap& operator=(const ChainMap&) = delete;

    void
    Clear()
    {
        std::fill_n(m_bits.begin(), m_words, 0);
    }

    void
    Set(uint32_t slot)
    {
        m_bits[slot / 64] |= uint64_t{1} << (slot % 64);
    }

    bool
    Test(uint32_t slot) const
    {
        return ((m_bits[slot / 64] >> (slot % 64)) & 1) != 0;
    }

    /// @return eight neighbouring bits, slot 8 * index in the lowest one
    uint8_t
    Byte(uint32_t index) const
    {
        return static_cast<uint8_t>(m_bits[index / 8] >> (8 * (index % 8)));
    }

    /// @return number of 64-bit words in use
    uint32_t
    Words() const
    {
        return m_words;
    }

  private:
    uint32_t m_words;
    std::array<uint64_t, 1024> m_bits; // not initialised beyond m_words on purpose
};

} // namespace bindstorm

#endif // BINDSTORM_CHAIN_MAP_H
