/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "sha256.h"

#include <array>
#include <sodium.h>

namespace bindstorm
{

std::string
Sha256(std::string_view bytes)
{
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(),
                       reinterpret_cast<const unsigned char*>(bytes.data()),
                       bytes.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> text{};
    sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    return {text.data(), text.size() - 1};
}

} // namespace bindstorm
