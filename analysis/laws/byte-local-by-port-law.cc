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

#include <numeric>
#include <vector>

namespace bindstorm
{

namespace
{

constexpr uint32_t ALL_BYTES = 65536 / 8;

/**
 * Leads the draws of one step round the bytes of the range.
 */
class PortByteWalk
{
  public:
    PortByteWalk(RememberedView& view, LawBuilder& builder)
        : m_builder(builder),
          m_lowest(view.Range().Low() / 8U),
          m_end(view.Range().High() / 8U + 1),
          m_free(ALL_BYTES),
          m_costs(ALL_BYTES),
          m_walking(ALL_BYTES),
          m_found(ALL_BYTES)
    {
        for (uint32_t port = view.Range().Low(); port <= view.Range().High(); ++port)
        {
            if (view.IsEligible(port))
            {
                const auto known = static_cast<uint16_t>(port);
                m_costs[port / 8] += view.CostOfProbe(known);
                m_free[port / 8] |= view.PeekFree(known) ? 1U << (port % 8) : 0;
            }
        }
        m_isFull = view.FreePorts().empty();
    }

    /// A candidate that was busy, or that may not be chosen, looks at the rest of its byte.
    void
    Start(uint16_t candidate, uint64_t draws)
    {
        m_walking[candidate / 8][candidate % 8] += draws;
    }

    /// Leads every draw that was started to the byte it ends in. One lap meets every byte once.
    void
    Follow(uint32_t step)
    {
        if (m_isFull)
        {
            Fail();
            return;
        }
        uint32_t byte = m_lowest;
        while (m_free[byte] == 0)
        {
            ++byte;
        }
        ByteSpread::Bits arriving{}; // nothing is on its way behind a byte with free bits
        uint64_t count = 0;
        uint64_t steps = 0;
        for (uint32_t i = 0; i < ALL_BYTES; ++i)
        {
            byte = (byte + step) % ALL_BYTES;
            steps += count;
            if (byte < m_lowest || byte >= m_end)
            {
                continue;
            }
            // Those that start here know their candidate already; that is counted with the start.
            ByteSpread::Bits& starting = m_walking[byte];
            for (uint32_t bit = 0; bit < 8; ++bit)
            {
                arriving[bit] += starting[bit];
                count += starting[bit];
                starting[bit] = 0;
            }
            m_builder.AddWork(m_costs[byte], count);
            if (m_free[byte] != 0)
            {
                for (uint32_t bit = 0; bit < 8; ++bit)
                {
                    m_found[byte][bit] += arriving[bit];
                    arriving[bit] = 0;
                }
                count = 0;
            }
        }
        m_builder.AddWork({.steps = 1}, steps);
    }

    /// @return mean of second draws over all draws
    double
    Spread(const ByteSpread& spread)
    {
        double numbers = 0;
        for (uint32_t byte = m_lowest; byte < m_end; ++byte)
        {
            if (m_free[byte] == 0)
            {
                continue;
            }
            const auto taken = spread.Spread(m_free[byte], m_found[byte], numbers);
            for (uint32_t bit = 0; bit < 8; ++bit)
            {
                if (taken[bit] != 0)
                {
                    m_builder.AddPort(static_cast<uint16_t>(8 * byte + bit), taken[bit]);
                }
            }
        }
        return numbers / static_cast<double>(LawBuilder::ALL_DRAWS);
    }

  private:
    /// Every byte of the range is looked at once, and a step leads away from each.
    void
    Fail()
    {
        uint64_t draws = 0;
        WorkCounters work{.steps = ALL_BYTES};
        for (uint32_t byte = m_lowest; byte < m_end; ++byte)
        {
            draws += std::accumulate(m_walking[byte].begin(), m_walking[byte].end(), uint64_t{0});
            m_walking[byte] = {};
            work += m_costs[byte];
        }
        m_builder.AddWork(work, draws);
        m_builder.AddFailure(draws * ByteSpread::UNIT);
    }

    LawBuilder& m_builder;
    uint32_t m_lowest;
    uint32_t m_end;
    std::vector<uint32_t> m_free;            ///< by byte: free bits
    std::vector<WorkCounters> m_costs;       ///< by byte: of probing its eligible ports
    std::vector<ByteSpread::Bits> m_walking; ///< by byte: draws that start, by candidate
    std::vector<ByteSpread::Bits> m_found;   ///< by byte: draws that end, by candidate
    bool m_isFull{false};
};

} // namespace

PortLaw
ByteLocalByPortLaw(RememberedView& view, const ComponentSpec& spec)
{
    LawBuilder builder;
    PortByteWalk walk(view, builder);
    std::vector<DrawInterval> walking;
    for (const DrawInterval& start : ScaledIntervals(view.Range(), 32))
    {
        const uint64_t draws = start.end - start.begin;
        // The candidate is not asked about again in its own byte: one probe of it in all, counted
        // with its byte when it is busy.
        if (view.IsEligible(start.start) && view.PeekFree(start.start))
        {
            builder.AddPort(start.start, draws * ByteSpread::UNIT);
            builder.AddWork(view.CostOfProbe(start.start), draws);
        }
        else
        {
            walking.push_back(start);
        }
    }
    for (uint32_t step = 1; step < ALL_BYTES && !walking.empty(); step += 2)
    {
        for (const DrawInterval& start : walking)
        {
            walk.Start(start.start, start.CountStep(ALL_BYTES, step));
        }
        walk.Follow(step);
    }
    const double secondNumbers = walk.Spread(ByteSpread(spec));
    builder.AddWork({.rngDraws = 1, .steps = 1, .locks = 1}, LawBuilder::ALL_DRAWS);
    PortLaw law = builder.Finish(ByteSpread::ALL,
                                 LawKind::EXACT,
                                 "All 2^32 first draws, by start and by each of the 4096 odd "
                                 "steps; the second draw by its rule.",
                                 view);
    // Work was counted once a draw, ports UNIT times.
    for (double& mean : law.work)
    {
        mean *= static_cast<double>(ByteSpread::UNIT);
    }
    law.work[0] += secondNumbers;
    return law;
}

} // namespace bindstorm
