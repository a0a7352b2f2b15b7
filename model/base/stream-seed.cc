/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "stream-seed.h"

#include "component-spec.h"

#include <sodium.h>

#include <string>
#include <vector>

namespace bindstorm
{

namespace
{

static_assert(crypto_hash_sha256_BYTES == 32);

/// A line break inside a field would let two different streams share one text.
void
CheckLine(std::string_view what, std::string_view text)
{
    if (text.find('\n') != std::string_view::npos)
    {
        throw ConfigError("the " + std::string(what) +
                          " of a random stream contains a line break: '" + std::string(text) + "'");
    }
}

} // namespace

StreamSeed::StreamSeed(uint64_t seed, uint64_t run, std::string_view host, std::string_view purpose)
    : m_bytes{}
{
    if (seed == 0)
    {
        throw ConfigError("the seed of a random stream is 0, must be at least 1");
    }
    CheckLine("host", host);
    CheckLine("purpose", purpose);
    std::string text = "bindstorm stream 1\n";
    text.append(std::to_string(seed)).append("\n");
    text.append(std::to_string(run)).append("\n");
    text.append(host).append("\n");
    text.append(purpose).append("\n");
    // libsodium takes unsigned char; a copy spares the cast.
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    crypto_hash_sha256(m_bytes.data(), bytes.data(), bytes.size());
}

uint32_t
StreamSeed::Word(unsigned index) const
{
    uint32_t word = 0;
    for (unsigned byte = 4; byte-- > 0;)
    {
        word = word << 8 | m_bytes.at(4 * std::size_t{index} + byte);
    }
    return word;
}

const std::array<uint8_t, 32>&
StreamSeed::Bytes() const
{
    return m_bytes;
}

} // namespace bindstorm
