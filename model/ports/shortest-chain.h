/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#ifndef BINDSTORM_SHORTEST_CHAIN_H
#define BINDSTORM_SHORTEST_CHAIN_H

#include "chain-walk.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace bindstorm
{

/**
 * @ingroup ports
 * The search of Linux until 2.6.27: the shortest chain, then the first port in it that no socket
 * has. Ports that may not be chosen (reserved; or out of range, to which the fold can lead when the
 * range has fewer ports than the table chains) are passed over, which the kernels of that time had
 * no need for.
 */
class ShortestChainSearch
{
  public:
    /// @param view its range, chains and counters are used
    explicit ShortestChainSearch(PortView& view)
        : m_view(view),
          m_chains(NeedChains(view)),
          m_count(m_chains.Count())
    {
    }

    /// @return the number below its chain's end again, when it went above the range
    uint32_t
    Fold(uint32_t number) const
    {
        const PortRange& range = m_view.Range();
        return number > range.High() ? range.Low() + (number - range.Low()) % m_count : number;
    }

    /**
     * Pass 1 looks at one number.
     * @param number where a search of the chain would start, at least Low()
     * @param bestSize length of the shortest chain so far; the walk is given up there
     * @param best set, with bestSize, to this number when its chain is shorter
     * @return the folded number when its chain is empty and the number may be chosen
     */
    std::optional<uint16_t>
    Look(uint32_t number, uint32_t& bestSize, uint32_t& best)
    {
        ++m_view.Work().steps;
        const uint32_t folded = Fold(number);
        if (!m_view.Range().Contains(folded))
        {
            return std::nullopt;
        }
        // At least one node is looked at: an empty chain ends the search whatever came before.
        const uint32_t length =
            m_chains.Length(static_cast<uint16_t>(number), std::max(bestSize, 1U));
        if (length == 0 && m_view.IsEligible(folded))
        {
            ++m_view.Work().probes;
            return static_cast<uint16_t>(folded);
        }
        if (length < bestSize)
        {
            bestSize = length;
            best = number;
        }
        return std::nullopt;
    }

    /**
     * Pass 2 goes up one chain, as often as the chain has slots.
     * @param best where to start
     * @return the first number met that no socket has, whatever it is bound to
     */
    std::optional<uint16_t>
    Climb(uint32_t best)
    {
        for (uint32_t round = 0; round < 65536 / m_count; ++round)
        {
            ++m_view.Work().steps;
            best = Fold(best);
            if (m_view.IsEligible(best))
            {
                ++m_view.Work().probes;
                if (!m_chains.IsPresent(static_cast<uint16_t>(best)))
                {
                    return static_cast<uint16_t>(best);
                }
            }
            best += m_count;
        }
        return std::nullopt;
    }

    /// @return number of chains
    uint32_t
    Count() const
    {
        return m_count;
    }

  private:
    PortView& m_view;
    PortChains& m_chains;
    uint32_t m_count;
};

} // namespace bindstorm

#endif // BINDSTORM_SHORTEST_CHAIN_H
