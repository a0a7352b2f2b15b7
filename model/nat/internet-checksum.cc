/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "internet-checksum.h"

#include "byte-order.h"

namespace bindstorm
{

uint16_t
InternetChecksum(std::span<const std::byte> bytes)
{
    uint64_t sum = 0;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 4; left -= 4, at += 4)
    {
        sum += LoadNetwork<uint32_t>(at);
    }
    if (left >= 2)
    {
        sum += LoadNetwork<uint16_t>(at);
        left -= 2;
        at += 2;
    }
    if (left == 1)
    {
        sum += static_cast<uint64_t>(*at) << 8;
    }
    while (sum > 0xFFFF)
    {
        sum = (sum >> 16) + (sum & 0xFFFF);
    }
    return static_cast<uint16_t>(~sum);
}

} // namespace bindstorm
