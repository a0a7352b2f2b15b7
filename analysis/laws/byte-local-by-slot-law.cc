/*
 * Copyright (c) 2026 The Bindstorm developers
 *
 * SPDX-License-Identifier: GPL-2.0-only
 *
 * Author: The Bindstorm developers
 */

#include "byte-local-law.h"
#include "byte-spread.h"
#include "draw-interval.h"

#include <algorithm>
#include <vector>

namespace bindstorm
{

namespace
{

/// The bytes of all chains; byte b of chain c has the index c * bytes + b.
class ChainBytes
{
  public:
    struct Byte
    {
        uint32_t free{0};     ///< bits that are free and may be chosen
        uint32_t eligible{0}; ///< bits that may be chosen
    };

    explicit ChainBytes(RememberedView& view)
        : m_chains(view.Count()),
          m_bytes(std::max(65536 / m_chains / 8, 1U)),
          m_all(std::size_t{m_chains} * m_bytes),
          m_isFull(m_chains, 1)
    {
        for (uint32_t port = view.Range().Low(); port <= view.Range().High(); ++port)
        {
            const uint32_t slot = port / m_chains;
            if (view.IsEligible(port))
            {
                Byte& byte = m_all[IndexOf(port % m_chains, slot / 8)];
                byte.eligible |= 1U << (slot % 8);
                if (view.PeekFree(static_cast<uint16_t>(port)))
                {
                    byte.free |= 1U << (slot % 8);
                    m_isFull[port % m_chains] = 0;
                }
            }
        }
    }

    std::size_t
    IndexOf(uint32_t chain, uint32_t byte) const
    {
        return std::size_t{chain} * m_bytes + byte;
    }

    const Byte&
    At(uint32_t chain, uint32_t byte) const
    {
        return m_all[IndexOf(chain, byte)];
    }

    uint16_t
    PortOf(uint32_t chain, uint32_t byte, uint32_t bit) const
    {
        return static_cast<uint16_t>((8 * byte + bit) * m_chains + chain);
    }

    uint32_t
    Chains() const
    {
        return m_chains;
    }

    uint32_t
    Bytes() const
    {
        return m_bytes;
    }

    bool
    IsFull(uint32_t chain) const
    {
        return m_isFull[chain] != 0;
    }

  private:
    uint32_t m_chains;
    uint32_t m_bytes;
    std::vector<Byte> m_all;
    std::vector<uint8_t> m_isFull; ///< by chain
};

/**
 * Leads the draws of one step through the bytes of a chain, and those of full chains on.
 */
class ByteWalk
{
  public:
    ByteWalk(RememberedView& view, const ByteSpread& spread, LawBuilder& builder)
        : m_bytes(view),
          m_spread(spread),
          m_builder(builder),
          m_waiting(std::size_t{m_bytes.Chains()} * m_bytes.Bytes())
    {
        for (uint32_t chain = 0; chain < m_bytes.Chains(); ++chain)
        {
            m_markCosts.push_back(view.CostOfMark(static_cast<uint16_t>(chain)));
            ++m_markCosts.back().locks;
        }
    }

    const ChainBytes&
    Bytes() const
    {
        return m_bytes;
    }

    void
    Start(uint16_t start, uint64_t draws, uint32_t step)
    {
        for (uint32_t k = 0; k < m_bytes.Chains(); ++k)
        {
            const auto candidate = static_cast<uint16_t>(start + k);
            const uint32_t chain = candidate % m_bytes.Chains();
            const uint32_t slot = candidate / m_bytes.Chains();
            m_builder.AddWork(m_markCosts[chain], draws);
            if (m_bytes.IsFull(chain))
            {
                m_builder.AddWork(WorkOfFullChain(chain), draws);
                continue;
            }
            const ChainBytes::Byte& own = m_bytes.At(chain, slot / 8);
            if (((own.free >> (slot % 8)) & 1) != 0)
            {
                m_builder.AddWork({.steps = 1, .probes = 2}, draws);
                m_builder.AddPort(candidate, draws * ByteSpread::UNIT);
                return;
            }
            Walk(chain, slot, step, draws);
            return;
        }
        m_builder.AddFailure(draws * ByteSpread::UNIT);
    }

    /// Spreads what waits over the free bits of each byte.
    void
    Spread()
    {
        for (uint32_t chain = 0; chain < m_bytes.Chains(); ++chain)
        {
            for (uint32_t byte = 0; byte < m_bytes.Bytes(); ++byte)
            {
                ByteSpread::Bits& waiting = m_waiting[m_bytes.IndexOf(chain, byte)];
                if (m_bytes.At(chain, byte).free == 0)
                {
                    continue;
                }
                const auto taken =
                    m_spread.Spread(m_bytes.At(chain, byte).free, waiting, m_numbers);
                for (uint32_t bit = 0; bit < 8; ++bit)
                {
                    if (taken[bit] != 0)
                    {
                        m_builder.AddPort(m_bytes.PortOf(chain, byte, bit), taken[bit]);
                    }
                }
            }
        }
    }

    /// @return mean of second draws over all draws, after Spread()
    double
    MeanSecondNumbers() const
    {
        return m_numbers / static_cast<double>(LawBuilder::ALL_DRAWS);
    }

  private:
    WorkCounters
    WorkOfFullChain(uint32_t chain) const
    {
        WorkCounters work{.steps = m_bytes.Bytes()};
        for (uint32_t byte = 0; byte < m_bytes.Bytes(); ++byte)
        {
            work.probes += m_bytes.At(chain, byte).eligible != 0 ? 1 : 0;
        }
        return work;
    }

    void
    Walk(uint32_t chain, uint32_t slot, uint32_t step, uint64_t draws)
    {
        uint32_t byte = slot / 8;
        WorkCounters work{.probes = 1};
        for (;;)
        {
            const ChainBytes::Byte& here = m_bytes.At(chain, byte);
            ++work.steps;
            work.probes += here.eligible != 0 ? 1 : 0;
            if (here.free != 0)
            {
                break;
            }
            byte = (byte + step) % m_bytes.Bytes();
        }
        m_builder.AddWork(work, draws);
        m_waiting[m_bytes.IndexOf(chain, byte)][slot % 8] += draws;
    }

    ChainBytes m_bytes;
    const ByteSpread& m_spread;
    LawBuilder& m_builder;
    std::vector<WorkCounters> m_markCosts;   ///< by chain, with the lock
    std::vector<ByteSpread::Bits> m_waiting; ///< by byte: draws by the bit of their candidate
    double m_numbers{0};
};

} // namespace

PortLaw
ByteLocalBySlotLaw(RememberedView& view, const ComponentSpec& spec)
{
    LawBuilder builder;
    const ByteSpread spread(spec);
    ByteWalk walk(view, spread, builder);
    const uint32_t bytes = walk.Bytes().Bytes();
    const auto starts = ScaledIntervals(view.Range(), 32);
    for (uint32_t odd = 1; odd < std::max(bytes, 2U); odd += 2)
    {
        for (const DrawInterval& start : starts)
        {
            walk.Start(start.start, start.CountStep(bytes, odd), odd);
        }
    }
    walk.Spread();
    builder.AddWork({.rngDraws = 1}, LawBuilder::ALL_DRAWS);
    PortLaw law = builder.Finish(ByteSpread::ALL,
                                 LawKind::EXACT,
                                 "All 2^32 first draws, by start and by the steps that differ "
                                 "modulo the bytes of a chain; the second draw by its rule.",
                                 view);
    // Work was counted once a draw, ports UNIT times.
    for (double& mean : law.work)
    {
        mean *= static_cast<double>(ByteSpread::UNIT);
    }
    law.work[0] += walk.MeanSecondNumbers();
    return law;
}

} // namespace bindstorm
