/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_HASH_KEY_H
#define BINDSTORM_HASH_KEY_H

#include <cstdint>

namespace bindstorm
{

/**
 * @ingroup base
 * What makes the hash of one table different from that of every other: whoever knows the function
 * but not the key cannot make tuples collide on purpose.
 */
struct HashKey
{
    uint64_t first{0};
    uint64_t second{0};
};

} // namespace bindstorm

#endif // BINDSTORM_HASH_KEY_H
