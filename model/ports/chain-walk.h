/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_CHAIN_WALK_H
#define BINDSTORM_CHAIN_WALK_H

#include "chain-map.h"
#include "port-view.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace bindstorm
{

/**
 * @ingroup ports
 * @return the chains of a view
 * @throws std::logic_error when it has none, which PortAllocatorInfo::needsChains tells beforehand
 */
inline PortChains&
NeedChains(PortView& view)
{
    PortChains* const chains = view.Chains();
    if (chains == nullptr)
    {
        throw std::logic_error("this allocator walks hash chains and the table has none");
    }
    return *chains;
}

/**
 * @ingroup ports
 * Tries the slots of one chain in steps until a free port is met or the start is reached again.
 * Counts a step a slot and a probe an eligible one.
 * @param busy the slots of the chain that are taken
 * @param slotShift binary logarithm of the number of chains
 * @param first where to start, any port, in range or not
 * @param stride an odd multiple of the number of chains, so that every slot is met once
 */
inline std::optional<uint16_t>
FindFreeSlot(PortView& view, const ChainMap& busy, int slotShift, uint16_t first, uint16_t stride)
{
    WorkCounters& work = view.Work();
    uint16_t port = first;
    do
    {
        ++work.steps;
        if (view.IsEligible(port))
        {
            ++work.probes;
            if (!busy.Test(uint32_t{port} >> slotShift))
            {
                return port;
            }
        }
        port = static_cast<uint16_t>(port + stride);
    } while (port != first);
    return std::nullopt;
}

/**
 * @ingroup ports
 * Goes through the chains from the one of `first` on, each locked and marked once, and steps
 * through the slots of each. Every free port is found at last, so that it fails only when there is
 * none.
 * @param first any port; the search of the k-th chain starts at first + k, modulo 65536
 * @param oddStep slots from one candidate to the next; an even number is made odd
 */
inline std::optional<uint16_t>
FindFreeInChains(PortView& view, uint16_t first, uint32_t oddStep)
{
    PortChains& chains = NeedChains(view);
    const uint32_t count = chains.Count();
    const auto stride = static_cast<uint16_t>((oddStep | 1) * count);
    const int slotShift = std::countr_zero(count);
    ChainMap busy(count);
    for (uint32_t k = 0; k < count; ++k)
    {
        const auto start = static_cast<uint16_t>(first + k);
        ++view.Work().locks;
        chains.MarkBusy(start, busy);
        const std::optional<uint16_t> port = FindFreeSlot(view, busy, slotShift, start, stride);
        if (port)
        {
            return port;
        }
    }
    return std::nullopt;
}

/// @return a port of the range by multiply-shift of one 32-bit draw, which uses its high bits
inline uint16_t
ScaleToRange(uint32_t draw, const PortRange& range)
{
    return static_cast<uint16_t>(range.Low() + ((uint64_t{draw} * range.Size()) >> 32));
}

} // namespace bindstorm

#endif // BINDSTORM_CHAIN_WALK_H
