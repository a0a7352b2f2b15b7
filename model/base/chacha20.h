/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHACHA20_H
#define BINDSTORM_CHACHA20_H

#include "random-engine.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup base
 * The ChaCha20 key stream with a nonce of zeros, read as little-endian words: RFC 8439,
 * section 2.4, with the block counter from 0. The counter has 64 bits (Bernstein 2008), so that the
 * stream goes on where the RFC's ends, after 2^36 words.
 */
class ChaCha20 final : public RandomEngine
{
  public:
    explicit ChaCha20(const std::array<uint8_t, 32>& key);

    uint32_t
    Next() override
    {
        if (m_position == WORDS)
        {
            Refill();
        }
        return m_words[m_position++];
    }

  private:
    /// 16 blocks of the cipher at a time, enough for libsodium's vector code.
    static constexpr std::size_t BYTES = 1024;
    static constexpr std::size_t WORDS = BYTES / 4;

    void Refill();

    std::array<uint8_t, 32> m_key;
    std::array<uint32_t, WORDS> m_words{};
    std::size_t m_position{WORDS};
    uint64_t m_block{0};
};

} // namespace bindstorm

#endif // BINDSTORM_CHACHA20_H
