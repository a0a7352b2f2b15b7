/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "byte-local-by-port.h"

#include "chain-walk.h"

namespace bindstorm
{

namespace
{

constexpr uint32_t ALL_BYTES = 65536 / 8;

/// @return the bits of a byte whose ports are eligible and free; `skipped` is known to be busy
uint32_t
LookAt(PortView& view, uint32_t byte, uint32_t skipped)
{
    uint32_t free = 0;
    for (uint32_t bit = 0; bit < 8; ++bit)
    {
        const auto port = static_cast<uint16_t>(8 * byte + bit);
        if (port != skipped && view.IsEligible(port) && view.IsFree(port))
        {
            free |= 1U << bit;
        }
    }
    return free;
}

} // namespace

ByteLocalByPort::ByteLocalByPort(const ComponentSpec& spec)
    : m_pick(spec),
      m_isRedrawn(spec.Get("full") == "redraw")
{
}

std::optional<uint16_t>
ByteLocalByPort::Choose(PortView& view, DrawSource& draws)
{
    const uint32_t lowest = view.Range().Low() / 8U;
    const uint32_t bytes = view.Range().High() / 8U - lowest + 1;
    const uint32_t draw = draws.Draw();
    const uint16_t candidate = ScaleToRange(draw, view.Range());
    WorkCounters& work = view.Work();
    ++work.locks;
    ++work.steps;
    if (view.IsEligible(candidate) && view.IsFree(candidate))
    {
        return candidate;
    }
    uint32_t byte = candidate / 8U;
    for (uint32_t tries = 0; tries < bytes; ++tries)
    {
        const uint32_t free = LookAt(view, byte, candidate);
        if (free != 0)
        {
            return static_cast<uint16_t>(8 * byte + m_pick.Pick(free, candidate % 8U, draws));
        }
        if (m_isRedrawn)
        {
            ++work.steps;
            byte = lowest + draws.DrawBelow(bytes);
            continue;
        }
        do
        {
            ++work.steps;
            byte = (byte + (draw | 1)) % ALL_BYTES;
        } while (byte < lowest || byte >= lowest + bytes);
    }
    return std::nullopt;
}

} // namespace bindstorm
