/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SHA256_H
#define BINDSTORM_SHA256_H

#include <string>
#include <string_view>

namespace bindstorm
{

/**
 * @ingroup results
 * SHA-256 (FIPS 180-4), from libsodium.
 * @param bytes any bytes, also none
 * @return 64 lower-case hexadecimal digits
 */
std::string Sha256(std::string_view bytes);

} // namespace bindstorm

#endif // BINDSTORM_SHA256_H
