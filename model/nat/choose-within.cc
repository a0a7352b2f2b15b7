/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "choose-within.h"

#include "keep-port.h"

#include <vector>

namespace bindstorm
{

std::optional<uint16_t>
ChooseWithin(PortView& view, uint32_t low, uint32_t high, DrawSource& draws)
{
    // Whether a draw hits or the count decides, every free port has the same share of it.
    constexpr int DRAWS = 8;
    for (int tries = 0; tries < DRAWS; ++tries)
    {
        const uint32_t port = low + draws.DrawBelow(high - low + 1);
        if (IsUsable(view, port))
        {
            return static_cast<uint16_t>(port);
        }
    }
    std::vector<uint16_t> free;
    for (uint32_t port = low; port <= high; ++port)
    {
        if (IsUsable(view, port))
        {
            free.push_back(static_cast<uint16_t>(port));
        }
    }
    if (free.empty())
    {
        return std::nullopt;
    }
    return free[draws.DrawBelow(static_cast<uint32_t>(free.size()))];
}

} // namespace bindstorm
