/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "chacha20.h"

#include <sodium.h>

namespace bindstorm
{

static_assert(crypto_stream_chacha20_KEYBYTES == 32);

ChaCha20::ChaCha20(const std::array<uint8_t, 32>& key)
    : m_key(key)
{
    // Chooses the fastest code for this processor; without it the numbers are the same, but late.
    [[maybe_unused]] const int status = sodium_init();
}

void
ChaCha20::Refill()
{
    constexpr std::array<uint8_t, crypto_stream_chacha20_NONCEBYTES> NONCE{};
    constexpr std::size_t BYTES_PER_BLOCK = 64;
    std::array<uint8_t, BYTES> bytes{};
    crypto_stream_chacha20_xor_ic(bytes.data(),
                                  bytes.data(),
                                  bytes.size(),
                                  NONCE.data(),
                                  m_block,
                                  m_key.data());
    m_block += BYTES / BYTES_PER_BLOCK;
    for (std::size_t i = 0; i < WORDS; ++i)
    {
        m_words[i] = uint32_t{bytes[4 * i]} | uint32_t{bytes[4 * i + 1]} << 8 |
                     uint32_t{bytes[4 * i + 2]} << 16 | uint32_t{bytes[4 * i + 3]} << 24;
    }
    m_position = 0;
}

RandomEngineInfo
DescribeChaCha20()
{
    return {
        "chacha20",
        "ChaCha20 key stream (RFC 8439; libsodium) keyed with the stream's seed, as in "
        "get_random_u32() of Linux since 6.1 but without rekeying.",
        true,
        {},
        [](const ComponentSpec& /* spec */, const StreamSeed& seed) -> std::unique_ptr<RandomEngine>
        { return std::make_unique<ChaCha20>(seed.Bytes()); }};
}

} // namespace bindstorm
