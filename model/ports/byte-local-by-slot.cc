/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "byte-local-by-slot.h"

#include "chain-walk.h"

#include <algorithm>

namespace bindstorm
{

namespace
{

/**
 * One chain's bitmap, read by the byte.
 */
class MarkedChain
{
  public:
    MarkedChain(PortView& view, PortChains& chains)
        : m_view(view),
          m_chains(chains),
          m_count(chains.Count()),
          m_busy(m_count)
    {
    }

    void
    Mark(uint16_t port)
    {
        ++m_view.Work().locks;
        m_chains.MarkBusy(port, m_busy);
        m_chain = port % m_count;
    }

    /// @return number of bytes, a power of two; the only one is not full when slots are below eight
    uint32_t
    Bytes() const
    {
        return std::max(65536 / m_count / 8, 1U);
    }

    uint16_t
    PortOf(uint32_t byte, uint32_t bit) const
    {
        return static_cast<uint16_t>((8 * byte + bit) * m_count + m_chain);
    }

    /// @return the bits of a byte that are free and may be chosen
    uint32_t
    LookAt(uint32_t byte)
    {
        const uint32_t bits = std::min(65536 / m_count, 8U);
        uint32_t eligible = 0;
        for (uint32_t bit = 0; bit < bits; ++bit)
        {
            eligible |= m_view.IsEligible(PortOf(byte, bit)) ? 1U << bit : 0;
        }
        ++m_view.Work().steps;
        m_view.Work().probes += eligible != 0 ? 1 : 0;
        return eligible & ~uint32_t{m_busy.Byte(byte)};
    }

  private:
    PortView& m_view;
    PortChains& m_chains;
    uint32_t m_count;
    uint32_t m_chain{0};
    ChainMap m_busy;
};

} // namespace

ByteLocalBySlot::ByteLocalBySlot(const ComponentSpec& spec)
    : m_pick(spec),
      m_isRedrawn(spec.Get("full") == "redraw")
{
}

std::optional<uint16_t>
ByteLocalBySlot::Choose(PortView& view, DrawSource& draws)
{
    PortChains& chains = NeedChains(view);
    MarkedChain chain(view, chains);
    const uint32_t bytes = chain.Bytes();
    const uint32_t draw = draws.Draw();
    const uint16_t first = ScaleToRange(draw, view.Range());
    for (uint32_t k = 0; k < chains.Count(); ++k)
    {
        const auto candidate = static_cast<uint16_t>(first + k);
        const uint32_t slot = candidate / chains.Count();
        const uint32_t candidateBit = slot % 8;
        uint32_t byte = slot / 8;
        chain.Mark(candidate);
        for (uint32_t tries = 0; tries < bytes; ++tries)
        {
            const uint32_t free = chain.LookAt(byte);
            if (free != 0)
            {
                const bool isTaken = tries == 0 && ((free >> candidateBit) & 1) != 0;
                ++view.Work().probes;
                return chain.PortOf(byte,
                                    isTaken ? candidateBit
                                            : m_pick.Pick(free, candidateBit, draws));
            }
            byte = m_isRedrawn ? draws.DrawBelow(bytes) : (byte + (draw | 1)) % bytes;
        }
    }
    return std::nullopt;
}

} // namespace bindstorm
